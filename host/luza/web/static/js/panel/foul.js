// The fouls of the game: the likely ones first, each with its clause. Where the marker enters strokes, a foul
// makes a stroke of its own, with the balls that were tapped; or it is said of the last one, which it amends.
// A call is made against the state in which the sheet was opened: it never falls on a stroke that came since.

import { make } from "../dom.js";
import { button, mark, segments } from "./bits.js";
import { closeSheet, group, openSheet, redrawSheet } from "./sheet.js";

export function openFouls(app) {
  const ui = { about: null, player: null, rev: app.panel()?.rev };
  openSheet("foul", () => drawing(app, ui));
}

function drawing(app, ui) {
  const panel = app.panel();
  if (!panel?.state.frame) return null;
  const { t, draft } = app;
  const strokes = panel.taps.mode === "stroke" && !panel.taps.why;
  const last = panel.shots.find((line) => line.last);
  const about = ui.about ?? (strokes ? "new" : "last");
  const tapped = draft.pots.length + draft.off.length;
  const fouls = panel.fouls.filter((foul) => !foul.needs_player);
  const calling = (foul) => call(app, panel, ui, about, foul);
  const likely = fouls.filter((foul) => foul.likely && !foul.voids);
  const rest = fouls.filter((foul) => !foul.likely && !foul.voids);
  const voids = fouls.filter((foul) => foul.voids);
  const anyTime = panel.fouls.filter((foul) => foul.needs_player);
  return {
    title: t("foul.title"),
    note: about === "new" ? (tapped ? t("foul.withBalls", { n: tapped }) : "") : lastWords(app, panel, last),
    body: [
      ...(strokes && last ? [aboutWhich(app, panel, ui, about, last)] : []),
      group(t("foul.likely"), ...likely.map((foul) => row(app, foul, reasonFor(foul, about), calling))),
      ...(rest.length ? [group(t("foul.all"), ...rest.map((foul) => row(app, foul, reasonFor(foul, about), calling)))] : []),
      ...(voids.length ? [group(t("foul.voids"), ...voids.map((foul) => row(app, foul, reasonFor(foul, about), calling)))] : []),
      ...(anyTime.length ? [atAnyTime(app, panel, ui, anyTime)] : []),
    ],
  };
}

/** Which stroke a call is about that makes none of its own, and whose it is. */
function lastWords(app, panel, last) {
  const open = panel.state.shot_open;
  if (!open && !last) return "";
  return `${app.t(open ? "foul.open" : "foul.last")}: ${lastPlayer(panel, last)}`;
}

function lastPlayer({ state: { frame, players, shot_open: open } }, last) {
  return players[open ? frame.at_table : last.shot.player] ?? "";
}

/** The host's reason is about the last stroke; a new one may have any foul of the game. */
function reasonFor(foul, about) {
  return about === "new" ? null : foul.why;
}

function aboutWhich(app, panel, ui, about, last) {
  const { t } = app;
  const { frame, players, shot_open: open } = panel.state;
  const options = [
    { value: "new", text: t("foul.new"), note: t("foul.newOf", { name: players[frame.at_table] ?? "" }) },
    { value: "last", text: t(open ? "foul.open" : "foul.last"), note: t("foul.lastOf", { name: lastPlayer(panel, last) }) },
  ];
  return segments("about", t("foul.about"), options, about, (value) => {
    ui.about = value;
    redrawSheet();
  });
}

function row(app, foul, why, tapped) {
  const reason = app.blocked() || app.words(why);
  const name = app.words(foul.name);
  const made = button({
    key: `foul-${foul.id}`,
    kind: "row",
    text: name[0].toUpperCase() + name.slice(1),
    note: reason || app.words(foul.about),
    why: reason,
    tap: () => tapped(foul),
  });
  if (foul.clause) made.append(mark(foul.clause.id));
  return made;
}

function call(app, panel, ui, about, foul) {
  const label = app.words(foul.name);
  closeSheet();
  if (about === "new") return app.recordFoul(foul.id, label, ui.rev);
  return app.act({ do: "enter", entry: { type: "call", foul: foul.id } }, label, ui.rev);
}

/** Fouls that belong to no stroke need a name: who did it. */
function atAnyTime(app, panel, ui, fouls) {
  const { t } = app;
  const options = panel.state.players.map((text, value) => ({ value, text }));
  const player = ui.player ?? panel.state.frame.at_table ?? 0;
  const choose = (value) => {
    ui.player = value;
    redrawSheet();
  };
  return group(
    t("foul.any"),
    make("div", { class: "labelled" }, make("span", {}, t("foul.who")), segments("who", t("foul.who"), options, player, choose)),
    ...fouls.map((foul) =>
      row(app, foul, foul.why, () => {
        closeSheet();
        app.act({ do: "enter", entry: { type: "call", foul: foul.id, player } }, app.words(foul.name), ui.rev);
      }),
    ),
  );
}
