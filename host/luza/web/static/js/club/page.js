// What every page of the club does: forms that keep what was typed when something is refused, parts that are
// renewed in place, buttons that print. Without scripts the forms work all the same.

import { connect } from "../connection.js";
import { part } from "../dom.js";

const TOAST_MS = 8000;
const TOGETHER_MS = 250; // a burst of changes is looked up once
const main = document.getElementById("main");

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.method !== "post" || form.hasAttribute("data-plain")) return;
  event.preventDefault();
  if (form.dataset.ask && !confirm(form.dataset.ask)) return;
  if (form.getAttribute("aria-busy") === "true") return;
  form.setAttribute("aria-busy", "true");
  try {
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(form.action, { method: "POST", body: fields });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok) {
      tell(page.querySelector('[data-part="refused"]')?.textContent ?? String(answer.status));
    } else if (new URL(answer.url).pathname === location.pathname) {
      history.replaceState(null, "", answer.url);
      form.closest("dialog")?.close();
      if (form.hasAttribute("data-reset")) form.reset();
      exchange(page, true);
    } else {
      location.assign(answer.url);
    }
  } catch {
    tell(document.documentElement.lang === "en" ? "The server does not answer" : "Сервер не отвечает");
  } finally {
    form.removeAttribute("aria-busy");
  }
});

let hiding = 0;
function tell(text) {
  const toast = part("toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (toast.hidden = true), TOAST_MS);
}

/**
 * Puts the parts of a newer page in the place of this page's; `all`: also what somebody is typing in. Where the
 * newer page has other parts than this one, all of it is put there.
 */
function exchange(page, all) {
  const newer = page.getElementById("main");
  if (newer && shape(newer) !== shape(main)) {
    if (all || !busy(main)) swap(main, newer, (fresh) => main.replaceChildren(...fresh.childNodes));
  } else {
    for (const fresh of page.querySelectorAll("[data-fresh]")) {
      const old = document.getElementById(fresh.id);
      if (!old || old.innerHTML === fresh.innerHTML || (!all && busy(old))) continue;
      swap(old, fresh, (found) => old.replaceWith(found));
    }
  }
}

const shape = (element) => [...element.querySelectorAll("[data-fresh], section")].map(({ id, tagName }) => id || tagName).join(" ");

/** What was open stays open, and the focus where it was. */
function swap(old, fresh, put) {
  const found = document.adoptNode(fresh);
  for (const { id } of old.querySelectorAll("details[open][id]")) {
    const same = found.querySelector(`#${CSS.escape(id)}`);
    if (same) same.open = true;
  }
  const focused = old.contains(document.activeElement) ? document.activeElement.id : "";
  put(found);
  if (focused) document.getElementById(focused)?.focus();
}

function busy(element) {
  if (element.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) return true;
  const changed = (field) =>
    field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
    : field.tagName === "SELECT" ? ![...field.options].every((one) => one.selected === one.defaultSelected) && [...field.options].some((one) => one.defaultSelected)
    : field.value !== field.defaultValue;
  return [...element.querySelectorAll("input:not([type=hidden]), textarea, select")].some(changed);
}

let waiting = null;
function renew() {
  waiting ??= setTimeout(async () => {
    waiting = null;
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (answer.ok) exchange(new DOMParser().parseFromString(await answer.text(), "text/html"), false);
    } catch {
      // It is asked again with the next change.
    }
  }, TOGETHER_MS);
}

document.addEventListener("luza:changed", renew);
if (main?.dataset.live === "tournament") {
  connect("/events", ({ topic, data }) => {
    if (topic === "tournament" && (!main.dataset.id || data?.id === main.dataset.id)) renew();
  });
}
if (main?.dataset.every) setInterval(renew, Number(main.dataset.every) * 1000);

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  const closer = event.target.closest("[data-closes]");
  if (closer) closer.closest("dialog").close();
});
document.addEventListener("change", (event) => {
  if (event.target.closest("[data-submits]")) event.target.form.requestSubmit();
});
