// The dock under the thumb: foul, taking back with what it will change, everything else. Above it, what the
// panel itself has to say: the line to the host, who keeps the table, alerts.

import { make, setAttribute } from "../dom.js";
import { timeOfDay } from "../view.js";
import { button, icon, renew } from "./bits.js";
import { openFouls } from "./foul.js";
import { openMore } from "./more.js";
import { offeredStep, openSteps, takeBack } from "./undo.js";
import { openSignIn } from "./sign.js";

export function drawDock(element, app, when) {
  const panel = app.panel();
  const { t } = app;
  const step = offeredStep(panel?.undo);
  const key = [when, panel?.undo, panel?.redo, panel?.fouls, app.blocked()];
  renew(element, key, () => {
    const known = panel?.state.frame && when !== "idle";
    return [
      ...(known ? [button({ key: "foul", kind: "foul", sign: "foul", text: t("act.foul"), keys: "F", why: app.blocked(), tap: () => openFouls(app) })] : []),
      ...(known ? [undo(app, panel, step)] : []),
      button({ key: "more", kind: "more", sign: "more", text: t("menu"), keys: "M", tap: () => openMore(app) }),
    ];
  });
}

/** Undo says what it will take before it is tapped; the small part beside it lists the steps. */
function undo(app, panel, step) {
  const { t } = app;
  return make(
    "div",
    { class: "undo" },
    button({
      key: "undo",
      kind: "back",
      sign: "undo",
      text: t("act.undo"),
      note: step ? app.words(step.changes) || app.words(step.takes) : t("act.undoNothing"),
      keys: "Control+Z",
      why: app.blocked() || (step ? "" : app.words(panel.undo.why) || t("undo.nothing")),
      tap: () => takeBack(app, step),
    }),
    button({ key: "steps", kind: "steps", sign: "up", name: t("act.undoMore"), tap: () => openSteps(app) }),
  );
}

/** Strips under the bar: who keeps the table, and what of the table is not well. */
export function drawStrips(element, app, board) {
  const { t, you } = app;
  const panel = app.panel();
  const seat = panel?.seat ?? null;
  renew(element, [you, seat, board.notices, board.away, app.desk.pending, Boolean(panel)], () => [
    ...(panel ? seatStrip() : []),
    ...(board.away?.kind === "table" ? [notice(app, "warning", board.away.text)] : []),
    ...board.notices.filter(({ kind }) => kind !== "confirm").map(({ kind, text }) => notice(app, kind, text)),
  ]);
  setAttribute(document.body, "data-away", board.away?.kind);

  function seatStrip() {
    if (!you) return [strip("seat", t("seat.look"), button({ key: "signin", kind: "quiet", text: t("seat.signin"), tap: () => openSignIn(app) }))];
    if (you.seat) return [];
    const name = seat && (seat.name || t(`role.${seat.role}`));
    const said = you.lost_to ? t("seat.lost", { name: you.lost_to.name || t(`role.${you.lost_to.role}`) }) : seat ? t(seat.here ? "seat.other" : "seat.away", { name }) : t("seat.empty");
    return [strip(you.lost_to ? "lost" : "seat", said, button({ key: "take-seat", kind: "quiet", text: t("seat.take"), tap: () => app.seat(true) }))];
  }
}

/** What is not well with the table, in one line; a tap says all of it. */
function notice(app, kind, text) {
  return button({ key: `notice-${kind}`, kind: `strip ${kind}`, text, tap: () => app.say(text, "why", { stays: true }) });
}

function strip(kind, text, act = null) {
  return make("div", { class: "strip", "data-kind": kind }, make("p", {}, text), ...(act ? [act] : []));
}

/** The line to the host in one mark: fine, sending, waiting for an answer, or gone since when. */
export function drawLine(element, app, board) {
  const { t, desk } = app;
  const gone = app.state().away;
  const { pending } = desk;
  const said = pending
    ? [pending.slow ? "waiting" : "sending", t(pending.slow ? "line.waiting" : "line.sending", { what: pending.label })]
    : gone
      ? ["away", t("line.away", { since: timeOfDay(gone.since, true) })]
      : app.panel()
        ? ["ok", t("line.ok")]
        : ["waiting", t("line.connecting")];
  renew(element, said, () => [make("i", { "data-line": said[0] }), make("span", {}, said[1])]);
  setAttribute(element, "data-line", said[0]);
}

export function drawBar(parts, app, board) {
  parts.table.textContent = board.table;
  parts.game.textContent = app.words(app.panel()?.game_words) || board.game || "";
  renew(parts.menu, app.lang, () => [icon("user")]);
  setAttribute(parts.menu, "aria-label", app.you ? `${app.t(`role.${app.you.role}`)} ${app.you.name}`.trim() : app.t("seat.signin"));
  setAttribute(parts.menu, "data-signed", Boolean(app.you?.seat));
}
