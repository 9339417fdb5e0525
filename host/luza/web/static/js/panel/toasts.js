// Short notices over the panel. What was refused stays until it is tapped away or replaced.

import { make, part } from "../dom.js";

const STAY_MS = { done: 1600, why: 4000, refused: 8000 };
const KEPT = 3;

/** Says `text`; `kind` is `done`, `why` or `refused`. `action`: {text, tap} beside it; `stays`: until tapped. */
export function toast(text, kind = "done", { action = null, stays = false } = {}) {
  const box = part("toasts");
  const made = make("div", { class: "toast", "data-kind": kind }, make("p", {}, text));
  const close = () => made.remove();
  if (action) {
    const act = make("button", { type: "button", class: "quiet" }, action.text);
    act.addEventListener("click", () => {
      close();
      action.tap();
    });
    made.append(act);
  }
  made.addEventListener("click", close);
  for (const old of [...box.children].filter((one) => one.dataset.kind === kind || box.children.length >= KEPT)) old.remove();
  box.append(made);
  if (!stays) setTimeout(close, STAY_MS[kind]);
  return close;
}

/** What was refused is answered by what was done since. */
export function forgetRefused() {
  for (const one of part("toasts").querySelectorAll('[data-kind="refused"]')) one.remove();
}
