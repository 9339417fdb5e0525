// The keyboard at the marker's desk: the numeric pad lies as the pockets do.

import { make } from "../dom.js";
import { POCKETS, place } from "./felt.js";
import { openFouls } from "./foul.js";
import { openClock } from "./clock.js";
import { openMore } from "./more.js";
import { moment } from "./model.js";
import { tapPocket } from "./moment.js";
import { openedSheet, openSheet } from "./sheet.js";
import { offeredStep, takeBack } from "./undo.js";

const PAD = { 7: [0, 0], 8: [1, 0], 9: [2, 0], 1: [0, 1], 2: [1, 1], 3: [2, 1] };

/** The pocket under a key of the numeric pad: 7 8 9 is the upper row of the drawing, 1 2 3 the lower one. */
function pocketAt([column, row], turned) {
  return Object.keys(POCKETS).find((name) => {
    const [x, y] = place(POCKETS[name], turned);
    return Math.round((x / 355) * 2) === column && (y > 89 ? 1 : 0) === row;
  });
}

let tabbed = false; // the focus was led there by the keyboard; a tap only leaves it behind

export function listenToKeys(app) {
  addEventListener("pointerdown", () => (tabbed = false), true);
  addEventListener("keydown", (event) => {
    if (event.key === "Tab") tabbed = true;
    if (openedSheet() || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const act = actOf(app, event);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function actOf(app, { key, code, ctrlKey, metaKey, shiftKey, target }) {
  const panel = app.panel();
  const playing = ["play", "choice"].includes(moment(panel));
  if (ctrlKey || metaKey) {
    if (code === "KeyZ") return shiftKey ? () => redo(app) : () => undo(app);
    return code === "KeyY" ? () => redo(app) : null;
  }
  const cell = PAD[key];
  if (cell && playing) return () => tapPocket(app, panel, pocketAt(cell, app.ui.turned));
  const onButton = tabbed && /^(BUTTON|A)$/.test(target.tagName);
  if ((key === "Enter" || key === " ") && playing && !onButton) return () => app.record();
  const letters = {
    KeyF: () => panel?.state.frame && openFouls(app),
    KeyZ: () => undo(app),
    KeyY: () => redo(app),
    KeyC: () => panel?.state.frame && openClock(app),
    KeyB: () => app.setUi({ kind: app.ui.kind === "cue" ? "object" : "cue" }),
    KeyM: () => openMore(app),
    Slash: () => openKeys(app),
  };
  return letters[code] ?? null;
}

function undo(app) {
  const step = offeredStep(app.panel()?.undo);
  if (step) takeBack(app, step);
  else app.say(app.words(app.panel()?.undo.why) || app.t("undo.nothing"), "why");
}

function redo(app) {
  const redoing = app.panel()?.redo;
  const step = offeredStep(redoing);
  if (step) app.act({ do: "redo", steps: step.steps }, app.t("act.redo"));
  else app.say(app.words(redoing?.why) || app.t("cannot"), "why");
}

export function openKeys(app) {
  const lines = [
    ["7 8 9 / 1 2 3", "keys.pockets"],
    ["Enter", "keys.record"],
    ["B", "keys.own"],
    ["F", "keys.foul"],
    ["Z", "keys.undo"],
    ["Y", "keys.redo"],
    ["C", "keys.clock"],
    ["M", "keys.more"],
    ["?", "keys.help"],
  ];
  openSheet("keys", () => ({
    title: app.t("keys.title"),
    body: [make("dl", { class: "keys" }, ...lines.flatMap(([key, what]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, app.t(what))]))],
  }));
}
