// Small pieces that every part of the panel is made of.

import { draw, make } from "../dom.js";
import { toast } from "./toasts.js";

const ICONS = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12h-3",
  redo: "M19 7l5 5-5 5M24 12H14a6 6 0 0 0 0 12h3",
  foul: "M7 25V4M7 5h15l-3.5 5L22 15H7",
  more: "M5 8h18M5 14h18M5 20h18",
  close: "M6 6l16 16M22 6 6 22",
  swap: "M4 10h19l-5-5M24 18H5l5 5",
  turn: "M22 9A9.5 9.5 0 1 0 23.5 15M23 3v6h-6",
  check: "M4 15l7 7L24 6",
  clock: "M14 7v8l5 3M14 2.5a11.5 11.5 0 1 0 0 23 11.5 11.5 0 0 0 0-23Z",
  up: "M7 18l7-7 7 7",
  next: "M10 5l9 9-9 9",
  user: "M14 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM4 25c1-6 5-8 10-8s9 2 10 8",
  plus: "M14 5v18M5 14h18",
  minus: "M5 14h18",
  play: "M9 5l14 9-14 9V5",
  book: "M14 7c-3-2.5-6.5-3-10-3v18c3.5 0 7 .5 10 3 3-2.5 6.5-3 10-3V4c-3.5 0-7 .5-10 3Zm0 0v18",
  why: "M10 10a4 4 0 1 1 5.5 3.700c-1 .5-1.5 1.300-1.5 2.800M14 21v.6",
};

/** A stroked icon; what it means is said by the text beside it or by its button's name. */
export function icon(name) {
  return draw("svg", { class: "icon", viewBox: "0 0 28 28", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
}

/**
 * A button. `why`: it cannot be done now, and a tap says why instead; `name` is read where there is no text;
 * `note` stands under the text.
 */
export function button({ key, kind = "", text = "", note = "", name = null, sign = null, why = "", pressed = null, keys = "", tap }) {
  const made = make(
    "button",
    {
      type: "button",
      class: kind,
      "data-key": key,
      "aria-label": name,
      "aria-disabled": why ? "true" : null,
      "aria-pressed": pressed === null ? null : String(pressed),
      "aria-keyshortcuts": keys || null,
    },
    ...(sign ? [icon(sign)] : []),
    ...(text || note ? [make("span", { class: "words" }, ...(text ? [make("span", {}, text)] : []), ...(note ? [make("small", {}, note)] : []))] : []),
  );
  made.addEventListener("click", () => (why ? toast(why, "why") : tap()));
  return made;
}

/** One of several: {value, text, note?, why?}; `chosen(value)` hears of a tap. */
export function segments(key, label, options, value, chosen) {
  return make(
    "div",
    { class: "segments", role: "group", "aria-label": label },
    ...options.map((option) =>
      button({
        key: `${key}-${option.value}`,
        text: option.text,
        note: option.note,
        why: option.why,
        pressed: option.value === value,
        tap: () => chosen(option.value),
      }),
    ),
  );
}

/** A number between two bounds: by steps, or typed. */
export function stepper({ key, label, value, low, high, step = 1, changed }) {
  let now = value;
  const within = (number) => Math.max(low, Math.min(high, number));
  const set = (number) => changed((now = within(number)));
  const input = make("input", { "data-key": key, "aria-label": label, inputmode: low < 0 ? "text" : "numeric", autocomplete: "off", maxlength: 4 });
  input.value = String(value).replace("-", "\u2212");
  input.addEventListener("focus", () => input.select());
  input.addEventListener("input", () => {
    const typed = Number(input.value.replace("\u2212", "-") || NaN);
    if (Number.isInteger(typed)) set(typed);
  });
  return make(
    "div",
    { class: "stepper", role: "group", "aria-label": label },
    button({ key: `${key}-less`, kind: "round", sign: "minus", name: `${label} \u2212${step}`, tap: () => set(now - step) }),
    input,
    button({ key: `${key}-more`, kind: "round", sign: "plus", name: `${label} +${step}`, tap: () => set(now + step) }),
  );
}

/** A labelled place for text. */
export function field({ key, label, value = "", type = "text", list = null, mode = null, most = 200, typed, complete = "off" }) {
  const input = make("input", {
    "data-key": key,
    type,
    list,
    inputmode: mode,
    maxlength: most,
    autocomplete: complete,
    autocapitalize: "words",
    spellcheck: "false",
  });
  input.value = value;
  input.addEventListener("input", () => typed(input.value));
  return make("label", { class: "field-row" }, make("span", {}, label), input);
}

/** Opens what is seldom needed and fetched when it is: `module` imports it, `open` gets it. */
export async function openLater(app, module, open) {
  try {
    open(await module());
  } catch {
    app.say(app.t("failed"), "refused");
  }
}

/** A clause's id as a small mark. */
export function mark(text, kind = "") {
  return make("span", { class: `mark ${kind}`.trim() }, text);
}

/** Rebuilds `element` and gives the focus back to the piece of the same key. */
export function renew(element, key, children) {
  const made = JSON.stringify(key);
  if (madeFrom.get(element) === made) return;
  madeFrom.set(element, made);
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  element.replaceChildren(...children());
  if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

const madeFrom = new WeakMap();
