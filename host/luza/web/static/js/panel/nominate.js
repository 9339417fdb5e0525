// A call before the stroke: ball and pocket on the drawing, in the games that know one.

import { draw, make } from "../dom.js";
import { button, segments } from "./bits.js";
import { drawFelt, pocketButtons, VIEW_BOX } from "./felt.js";
import { pad } from "./identify.js";
import { numbersLeft } from "./model.js";
import { closeSheet, group, openSheet, redrawSheet } from "./sheet.js";

export function openNominate(app) {
  const call = { balls: [], own: false, pocket: null, rev: app.panel()?.rev };
  openSheet("nominate", () => drawing(app, call));
}

function drawing(app, call) {
  const panel = app.panel();
  if (!panel?.state.frame) return null;
  const { t } = app;
  const numbered = panel.balls?.numbered;
  return {
    title: t("nominate.title"),
    note: panel.nominated ? t("told.nominated", { what: app.words(panel.nominated) }) : "",
    body: [
      ...(numbered ? [numbers(app, panel, call)] : double(panel) ? [halves(app, call)] : []),
      group(t("nominate.pocket"), pockets(app, call)),
    ],
    foot: [
      button({
        key: "nominate-say",
        kind: "main",
        text: t("nominate.say"),
        note: [call.balls.join(", "), call.own ? t("nominate.own") : "", call.pocket ? t(`pocket.${call.pocket}`) : ""].filter(Boolean).join(", "),
        why: app.blocked() || (call.balls.length || call.own || call.pocket ? "" : t("nominate.pick")),
        tap: () => say(app, call),
      }),
    ],
  };
}

function numbers(app, panel, call) {
  const toggle = (ball) => {
    call.balls = call.balls.includes(ball) ? call.balls.filter((one) => one !== ball) : [...call.balls, ball];
    redrawSheet();
  };
  return group(app.t("nominate.balls"), pad("call", numbersLeft(panel, []), [], toggle, call.balls));
}

/** The one game in which the own ball is called too. */
function double(panel) {
  return panel.state.game === "dynamic-call";
}

/** Object ball or own ball: in the double call the one does not undo the other. */
function halves(app, call) {
  const { t } = app;
  const options = [
    { value: false, text: t("nominate.any") },
    { value: true, text: t("nominate.own") },
  ];
  return segments("half", t("nominate.half"), options, call.own, (own) => {
    call.own = own;
    redrawSheet();
  });
}

function pockets(app, call) {
  const svg = draw("svg", { viewBox: VIEW_BOX, "aria-hidden": "true" });
  const holes = make("div", { class: "holes" });
  drawFelt(svg, {}, app.ui.turned);
  pocketButtons(holes, {
    turned: app.ui.turned,
    label: (name) => app.t(`pocket.${name}`),
    state: (name) => ({ chosen: call.pocket === name }),
    tapped: (name) => {
      call.pocket = call.pocket === name ? null : name;
      redrawSheet();
    },
  });
  return make("div", { class: "felt-box", "data-open": true }, svg, holes);
}

function say(app, { balls, own, pocket, rev }) {
  const entry = { type: "nominate" };
  if (own) entry.own = true;
  else if (balls.length) entry.balls = balls;
  else if (!app.panel().balls?.numbered) entry.balls = ["object"];
  if (pocket) entry.pocket = pocket;
  closeSheet();
  app.act({ do: "enter", entry }, app.t("act.nominate"), rev);
}
