// The shot clock on the panel: it counts by itself, speaks at ten seconds, and has a sheet of its own.

import { make, setAttribute } from "../dom.js";
import { countdown } from "../view.js";
import { icon, renew, stepper } from "./bits.js";
import { offer } from "./model.js";
import { closeSheet, group, openSheet, redrawSheet } from "./sheet.js";
import { warn } from "./sound.js";

const WARNING_S = 10;
let own = 45;
let spoken = null; // the end of the stroke's time that was spoken of

/** Shows the seconds that are left; called ten times a second. */
export function tickClock(element, app) {
  const panel = app.panel();
  const left = countdown({ ...app.state(), state: app.whole() }, Date.now());
  element.hidden = !panel?.state.frame || panel.state.match_winner !== null;
  if (element.hidden) return;
  const seconds = left ? String(left.seconds) : "";
  renew(element, seconds, () => [icon("clock"), make("b", {}, seconds)]);
  setAttribute(element, "data-level", left?.level ?? "off");
  setAttribute(element, "aria-label", left ? app.t("clock.chip", { n: left.seconds }) : app.t("clock.chipOff"));
  if (left) element.style.setProperty("--share", left.share);
  speak(app, left);
}

/** The warning is the page's voice, once a stroke; the end of the time is a signal of its own. */
function speak(app, left) {
  const clock = app.whole()?.clock;
  if (!left || !clock?.running || left.seconds > WARNING_S) return;
  const about = `${clock.ends_at}/${left.seconds === 0 ? "over" : "ten"}`;
  if (spoken === about) return;
  const late = left.seconds < WARNING_S - 1 && left.seconds > 0;
  spoken = about;
  if (!late) warn(app, left.seconds === 0 ? "over" : "ten");
}

export function openClock(app) {
  const limit = app.whole()?.clock.limit_s;
  own = limit ?? own;
  openSheet("clock", () => drawing(app));
}

function drawing(app) {
  const panel = app.panel();
  if (!panel?.state.frame) return null;
  const { t } = app;
  const { clock } = panel;
  const limit = panel.state.clock.limit_s;
  return {
    title: t("clock.title"),
    body: [
      group(t("clock.limit"), make("div", { class: "list" }, ...clock.limits.map(([seconds, words]) => limitRow(app, panel, seconds, app.words(words), clock.on && limit === seconds)))),
      group(
        t("clock.own"),
        make(
          "div",
          { class: "labelled" },
          stepper({ key: "own", label: t("clock.own"), value: own, low: 5, high: 600, step: 5, changed: setOwn }),
          app.button({ key: "own-on", kind: "quiet", text: t("clock.on"), why: app.words(offer(panel, "clock:on").why), entry: { type: "clock", on: true, limit_s: own }, before: closeSheet }),
        ),
      ),
      ...(clock.on ? [running(app, panel)] : []),
    ],
    foot: clock.on ? [app.button({ key: "clock-off", kind: "second", text: t("clock.off"), why: app.words(offer(panel, "clock:off").why), entry: { type: "clock", on: false }, before: closeSheet })] : [],
  };
}

function setOwn(value) {
  own = value;
  redrawSheet();
}

function limitRow(app, panel, seconds, text, chosen) {
  return app.button({
    key: `limit-${seconds}`,
    kind: "row",
    text,
    pressed: chosen,
    why: app.words(offer(panel, "clock:on").why),
    entry: { type: "clock", on: true, limit_s: seconds },
    before: closeSheet,
  });
}

/** While it runs: the player is down on the shot, or takes an extension. */
function running(app, panel) {
  const [extension, on, off] = ["extension", "bent:on", "bent:off"].map((id) => offer(panel, id));
  const bent = panel.clock.bent ? off : on;
  const at = panel.state.frame.at_table;
  const rows = [];
  if (bent.here) {
    rows.push(app.button({ key: "bent", kind: "row", text: app.words(bent.words), note: app.words(bent.why), why: app.words(bent.why), entry: { type: "bent", on: !panel.clock.bent }, before: closeSheet }));
  }
  if (extension.here && at !== null) {
    const why = app.words(extension.players[at] ?? extension.why);
    const name = panel.state.players[at];
    rows.push(app.button({ key: "extension", kind: "row", text: app.t("clock.extension", { name }), note: why, why, entry: { type: "extension", player: at }, before: closeSheet }));
  }
  return make("div", { class: "list" }, ...rows);
}
