// The reason of the last verdict on the wall: as large as the wall, gone by a tap, by itself, or with the next stroke.

import { make } from "../dom.js";
import { reason } from "./reason.js";
import { whyTexts } from "./texts.js";

const STAYS_MS = 45_000; // long enough to read it aloud; a wall is left alone again

let timer = null;
let shown = null;

/** Opens the reason of stroke `n` in the page's `<dialog>`. */
export async function openWall(dialog, n, { lang, players }) {
  const say = whyTexts(lang);
  shown = n;
  dialog.replaceChildren(make("p", { class: "wait" }, say("loading")));
  dialog.onclick = () => closeWall(dialog);
  if (!dialog.open) dialog.showModal();
  clearTimeout(timer);
  timer = setTimeout(() => closeWall(dialog), STAYS_MS);
  try {
    const response = await fetch(`/panel/why/${n}`, { cache: "no-store" });
    const why = await response.json();
    if (!response.ok || shown !== n) throw new Error(String(response.status));
    dialog.replaceChildren(...content(why, n, say, lang, players));
  } catch {
    dialog.replaceChildren(make("p", { class: "wait" }, say("failed")));
  }
}

/** The next stroke has begun, or the verdict is another: what was read here is over. */
export function closeWall(dialog) {
  clearTimeout(timer);
  shown = null;
  if (dialog.open) dialog.close();
}

function content(why, n, say, lang, players) {
  const [verdict, drawing, ...parts] = reason(why, { lang, players });
  const clauses = parts.filter((part) => part.querySelector(".clauses"));
  const rest = parts.filter((part) => !clauses.includes(part));
  return [
    make("div", { class: "wall-head" }, make("h2", {}, say("title", { n })), make("button", { type: "button", class: "wall-close" }, say("close"))),
    make("div", { class: "wall-body" }, make("div", { class: "why" }, verdict, drawing, ...clauses), make("div", { class: "why" }, ...rest)),
  ];
}
