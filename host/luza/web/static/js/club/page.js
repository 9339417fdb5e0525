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
      newest = asked;
      exchange(page, form);
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
 * Puts the parts of a newer page in the place of this page's, but for those that somebody is typing in. Where the
 * newer page has other parts than this one, all of it is put there. `sent`: the form that this page answers; then
 * every part is put, and only what was typed in other forms stays.
 */
function exchange(page, sent) {
  const newer = page.getElementById("main");
  if (newer && shape(newer) !== shape(main)) {
    if (sent || !busy(main)) swap(main, newer, sent, (fresh) => main.replaceChildren(...fresh.childNodes));
  } else {
    for (const fresh of page.querySelectorAll("[data-fresh]")) {
      const old = document.getElementById(fresh.id);
      if (!old || old.innerHTML === fresh.innerHTML || (!sent && busy(old))) continue;
      swap(old, fresh, sent, (found) => old.replaceWith(found));
    }
  }
}

const shape = (element) => [...element.querySelectorAll("[data-fresh], section")].map(({ id, tagName }) => id || tagName).join(" ");

/** What was open stays open, what was typed in other forms than the sent one stays, and the focus where it was. */
function swap(old, fresh, sent, put) {
  const found = document.adoptNode(fresh);
  for (const { id } of old.querySelectorAll("details[open][id]")) {
    const same = found.querySelector(`#${CSS.escape(id)}`);
    if (same) same.open = true;
  }
  const fields = new Map([...found.querySelectorAll(FIELDS)].map((field) => [place(field), field]));
  for (const field of old.querySelectorAll(FIELDS)) {
    const same = fields.get(place(field));
    if (same && field.form !== sent && changed(field)) carry(field, same);
  }
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const caret = focused?.selectionStart;
  const next = focused && (fields.get(place(focused)) ?? (focused.id && found.querySelector(`#${CSS.escape(focused.id)}`)));
  put(found);
  next?.focus?.();
  if (typeof caret === "number") next?.setSelectionRange?.(caret, caret);
}

const FIELDS = "input:not([type=hidden]), textarea, select";

/** Where a field stands, the same on every rendering of the page: its form, what that is about, its name. */
function place(field) {
  const about = [...(field.form?.querySelectorAll("input[type=hidden]") ?? [])].filter(({ name }) => name !== "csrf" && name !== "key");
  const choice = /^(checkbox|radio)$/.test(field.type) ? field.value : "";
  return JSON.stringify([field.form?.action, about.map(({ name, value }) => [name, value]), field.name, choice]);
}

function carry(from, to) {
  if (from.tagName !== "SELECT") {
    Object.assign(to, { value: from.value, checked: from.checked });
    return;
  }
  const chosen = new Set([...from.selectedOptions].map(({ value }) => value));
  const left = [...to.options].filter(({ value }) => chosen.has(value));
  if (left.length === chosen.size) for (const option of to.options) option.selected = left.includes(option);
}

function changed(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  const untouched = offered(field);
  return [...field.options].some((one) => one.selected !== untouched.includes(one));
}

/** The options that are chosen before anybody has touched it: where none is marked, a list of one line has its first. */
function offered(select) {
  const marked = [...select.options].filter((one) => one.defaultSelected);
  if (select.multiple) return marked;
  return marked.length ? marked.slice(-1) : [...select.options].filter((one) => !one.disabled).slice(0, 1);
}

function busy(element) {
  if (element.contains(document.activeElement) && document.activeElement.matches("input, select, textarea")) return true;
  return [...element.querySelectorAll(FIELDS)].some(changed);
}

let waiting = null;
let asked = 0;
let newest = 0; // of what was asked, the last whose answer stands on the page
function renew() {
  waiting ??= setTimeout(async () => {
    waiting = null;
    const turn = ++asked;
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      const text = await answer.text();
      if (turn <= newest) return renew(); // overtaken: the page may be newer than this, or lack what it told of
      newest = turn;
      if (answer.ok) exchange(new DOMParser().parseFromString(text, "text/html"));
    } catch {
      // It is asked again with the next change.
    }
  }, TOGETHER_MS);
}

document.addEventListener("luza:changed", renew);
if (main?.dataset.live === "tournament") {
  connect("/events", ({ topic, data }) => {
    // What was entered before the line was open, or while it was lost, nobody has told.
    if (topic === "local/opened" || (topic === "tournament" && (!main.dataset.id || data?.id === main.dataset.id))) renew();
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
