// Takes over a frame that was begun on paper: score, turn, balls, and where the cue ball is.

import { make } from "../dom.js";
import { button, segments, stepper } from "./bits.js";
import { pad } from "./identify.js";
import { offer } from "./model.js";
import { closeSheet, group, openSheet, redrawSheet } from "./sheet.js";

const ALL = Array.from({ length: 15 }, (_, i) => i + 1);

export function openSetup(app) {
  const panel = app.panel();
  const frame = panel?.state.frame;
  if (!frame) return;
  const form = {
    score: [...frame.score],
    frames_won: [...panel.state.frames_won],
    at_table: frame.at_table ?? 0,
    breaker: frame.breaker ?? 0,
    on_table: frame.on_table,
    cue_ball: frame.phase === "play" ? frame.cue_ball : "as_lies",
    object_only: frame.phase === "play" && frame.object_only,
    run: frame.phase === "play" ? frame.run : 0,
    balls: panel.balls?.numbered ? [...(panel.balls.numbers ?? ALL)] : null,
  };
  openSheet("setup", () => drawing(app, form, panel.rev));
}

function drawing(app, form, rev) {
  const panel = app.panel();
  if (!panel?.state.frame) return null;
  const { t } = app;
  const { players, race_to: race } = panel.state;
  const names = players.map((text, value) => ({ value, text }));
  const set = (key) => (value) => {
    form[key] = value;
    if (key === "cue_ball" && value === "as_lies") form.object_only = false;
    redrawSheet();
  };
  return {
    title: t("setup.title"),
    note: t("setup.note"),
    body: [
      group(t("setup.score"), ...each(app, form, "score", players, -999, 999)),
      ...(race > 1 ? [group(t("setup.frames"), ...each(app, form, "frames_won", players, 0, race - 1))] : []),
      group(t("setup.at"), segments("at", t("setup.at"), names, form.at_table, set("at_table"))),
      group(t("setup.breaker"), segments("breaker", t("setup.breaker"), names, form.breaker, set("breaker"))),
      form.balls ? numbers(app, form) : group(t("setup.onTable"), stepper({ key: "on_table", label: t("setup.onTable"), value: form.on_table, low: 1, high: 16, changed: set("on_table") })),
      group(t("setup.cue"), segments("cue", t("setup.cue"), ["as_lies", "house", "anywhere"].map((value) => ({ value, text: t(`setup.${value}`) })), form.cue_ball, set("cue_ball"))),
      ...(form.cue_ball !== "as_lies" && panel.balls?.own
        ? [button({ key: "object-only", kind: "row", text: t("setup.objectOnly"), pressed: form.object_only, tap: () => set("object_only")(!form.object_only) })]
        : []),
      group(t("setup.run"), stepper({ key: "run", label: t("setup.run"), value: form.run, low: 0, high: 15, changed: set("run") })),
    ],
    foot: [button({ key: "setup-take", kind: "main", text: t("setup.take"), why: app.blocked() || app.words(offer(panel, "setup").why), tap: () => take(app, form, race, rev) })],
  };
}

function each(app, form, key, players, low, high) {
  return players.map((name, i) =>
    make(
      "div",
      { class: "labelled" },
      make("span", { dir: "auto" }, name),
      stepper({
        key: `${key}-${i}`,
        label: name,
        value: form[key][i],
        low,
        high,
        changed: (value) => {
          form[key][i] = value;
          redrawSheet();
        },
      }),
    ),
  );
}

/** Numbers that are still on the table: a tap takes one away or puts it back. */
function numbers(app, form) {
  const toggle = (ball) => {
    form.balls = form.balls.includes(ball) ? form.balls.filter((one) => one !== ball) : [...form.balls, ball].sort((a, b) => a - b);
    redrawSheet();
  };
  return group(app.t("setup.balls"), pad("setup", ALL, [], toggle, form.balls));
}

function take(app, form, race, rev) {
  const { balls, frames_won: won, ...rest } = form;
  const entry = { type: "setup", ...rest };
  if (race > 1) entry.frames_won = won;
  if (balls) Object.assign(entry, { balls, on_table: balls.length + 1 });
  closeSheet();
  app.act({ do: "enter", entry }, app.t("setup.title"), rev);
}
