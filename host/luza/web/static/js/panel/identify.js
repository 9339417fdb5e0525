// The number pad: which ball fell, which ball is meant. Balls that have left the table are not offered.

import { make } from "../dom.js";
import { button } from "./bits.js";
import { numbersLeft } from "./model.js";
import { closeSheet, openSheet } from "./sheet.js";

/** Balls as buttons: `numbers` that are offered, `also` words beside them ({value, text, kind}). */
export function pad(key, numbers, also, chosen, picked = []) {
  const gone = (number) => !numbers.includes(number);
  const balls = Array.from({ length: 15 }, (_, i) => i + 1).map((number) => {
    const made = make(
      "button",
      {
        type: "button",
        class: "pad-ball",
        "data-key": `${key}-${number}`,
        disabled: gone(number),
        "aria-pressed": picked.includes(number) ? "true" : null,
      },
      make("i", { class: "ball" }, String(number)),
    );
    made.addEventListener("click", () => chosen(number));
    return made;
  });
  const words = also.map(({ value, text, kind }) => {
    const made = button({ key: `${key}-${value}`, kind: "quiet", text, pressed: picked.includes(value) || null, tap: () => chosen(value) });
    if (kind) made.prepend(make("i", { class: "ball", "data-kind": kind }));
    return made;
  });
  return make("div", { class: "pad" }, make("div", { class: "pad-balls" }, ...balls), make("div", { class: "pad-words" }, ...words));
}

/** Asks for the number of a ball that fell into a pocket; null: nobody knows it. */
export function askNumber(app, where, answered) {
  openSheet("number", () => {
    const panel = app.panel();
    if (!panel?.state.frame) return null;
    const also = [
      { value: "cue", text: app.t("taps.cue"), kind: "cue" },
      { value: "unknown", text: app.t("taps.unknown") },
    ];
    return {
      title: app.t("taps.which"),
      note: where,
      body: [
        pad("ball", numbersLeft(panel, app.draft.pots), also, (ball) => {
          closeSheet();
          answered(ball === "unknown" ? null : ball);
        }),
      ],
    };
  });
}

/** Names the last fallen ball that nobody knew. */
export function openIdentify(app) {
  const rev = app.panel()?.rev; // of the stroke in which it fell
  openSheet("identify", () => {
    const panel = app.panel();
    if (!panel?.state.frame) return null;
    const { numbered, own } = panel.balls ?? {};
    const also = [
      ...(numbered ? [] : [{ value: "object", text: app.t(own ? "taps.object" : "taps.ball"), kind: "object" }]),
      { value: "cue", text: app.t(own ? "taps.own" : "taps.cue"), kind: "cue" },
    ];
    const chosen = (ball) => {
      closeSheet();
      app.act({ do: "enter", entry: { type: "identify", ball } }, app.t("told.name"), rev);
    };
    return {
      title: app.t("identify.title"),
      note: app.t("identify.note"),
      body: [numbered ? pad("ball", numbersLeft(panel, []), also, chosen) : make("div", { class: "pad-words tall" }, ...pad("ball", [], also, chosen).lastChild.children)],
    };
  });
}
