// What is likely to be said at this moment, under the thumb: balls tapped on the table, a choice, a lag, the
// beginning and the end of a match.

import { make, setAttribute } from "../dom.js";
import { button, icon, renew, segments } from "./bits.js";
import { drawFelt, pocketButtons, VIEW_BOX } from "./felt.js";
import { askNumber } from "./identify.js";
import { openNominate, openStart } from "./later.js";
import { askedOfBall, inPocket, offer } from "./model.js";
import { openStop } from "./more.js";

/** Draws the field, the choices and the acts; `when` is `moment()` of model.js. */
export function drawMoment(parts, app, when) {
  const panel = app.panel();
  const choosing = when === "choice" && !app.ui.strokeAnyway;
  const playing = (when === "play" || when === "choice") && !choosing;
  parts.field.hidden = !playing && when !== "idle";
  if (when === "idle") drawFree(parts, app);
  parts.choices.hidden = !(choosing || when === "lag" || when === "lot");
  if (playing) drawField(parts, app, panel);
  if (!parts.choices.hidden) drawChoices(parts.choices, app, panel, when);
  drawActs(parts.acts, app, panel, when, playing);
}

/* ---- the table ---- */

/** Balls are tapped in here as whole strokes, or added to those that the sensors felt, if that was asked for. */
function taps(app, panel) {
  const { mode, why, amend_why: amendWhy } = panel.taps;
  if (mode === "stroke") return { open: true, why: app.words(why) };
  return { open: app.ui.byHand, why: app.words(amendWhy) };
}

function drawField(parts, app, panel) {
  const { draft, ui } = app;
  const { open, why } = taps(app, panel);
  const reason = app.blocked() || why;
  setAttribute(parts.cloth, "viewBox", VIEW_BOX);
  setAttribute(parts.felt, "data-open", open && !reason);
  setAttribute(parts.felt, "aria-label", app.t("taps.field"));
  drawFelt(parts.cloth, cloth(panel.state), ui.turned);
  const falling = panel.state.falling;
  pocketButtons(parts.holes, {
    turned: ui.turned,
    label: (name) => app.t(`pocket.${name}`),
    state: (name) => ({ ...inPocket(draft.pots.length ? draft.pots : falling, name), reason: open ? reason : " " }),
    tapped: (name) => tapPocket(app, panel, name),
  });
  drawTray(parts.tray, app, panel, open, reason);
}

/** A table that waits: racked, nothing to tap. */
function drawFree(parts, app) {
  setAttribute(parts.cloth, "viewBox", VIEW_BOX);
  setAttribute(parts.felt, "data-open", null);
  drawFelt(parts.cloth, { rack: true, hand: "house" }, app.ui.turned);
  renew(parts.holes, "free", () => []);
  renew(parts.tray, "free", () => []);
}

function cloth({ frame, shot_open: moving }) {
  const lag = frame.phase === "lag";
  const rack = frame.phase === "break" && !moving;
  const inHand = frame.phase === "break" ? "house" : frame.cue_ball;
  return { lag, rack, hand: moving || lag || inHand === "as_lies" ? null : inHand };
}

/** A ball fell there: it joins the draft, once it is told apart where the game asks for that. */
export function tapPocket(app, panel, pocket) {
  const { open, why } = taps(app, panel);
  if (!open) return app.say(app.t("taps.amend"), "why");
  const reason = app.blocked() || why;
  if (reason) return app.say(reason, "why");
  const asked = askedOfBall(panel);
  if (asked === "number") return askNumber(app, app.t(`pocket.${pocket}`), (ball) => app.addPot({ pocket, ball }));
  return app.addPot({ pocket, ball: asked === "kind" ? app.ui.kind : null });
}

function drawTray(element, app, panel, open, reason) {
  const { draft, ui, t } = app;
  const key = [draft, ui.kind, ui.byHand, ui.turned, open, reason, panel.taps.mode, panel.balls, panel.state.game];
  renew(element, key, () => {
    if (!open) return [switchToHand(app, panel), turnTable(app)];
    const kinds = askedOfBall(panel) === "kind";
    return [
      ...(kinds ? [segments("kind", t("taps.kind"), kindOptions(t), ui.kind, (kind) => app.setUi({ kind }))] : []),
      ...(panel.taps.mode === "stroke" ? [offTable(app, reason)] : []),
      ...(panel.taps.mode === "amend" ? [button({ key: "by-hand", kind: "quiet", text: t("taps.byHandEnd"), tap: () => app.setUi({ byHand: false }) })] : []),
      turnTable(app),
      chips(app, panel),
    ];
  });
}

function kindOptions(t) {
  return [
    { value: "object", text: t("taps.object") },
    { value: "cue", text: t("taps.own") },
  ];
}

function switchToHand(app, panel) {
  return button({
    key: "by-hand",
    kind: "quiet wide",
    text: app.t("taps.byHand"),
    note: app.t("taps.amend"),
    why: app.blocked() || app.words(panel.taps.amend_why),
    tap: () => app.setUi({ byHand: true }),
  });
}

function turnTable(app) {
  return button({ key: "turn", kind: "round turn", sign: "turn", name: app.t("taps.turn"), tap: () => app.turn() });
}

function offTable(app, reason) {
  return button({
    key: "off-table",
    kind: "quiet",
    text: app.t("taps.off"),
    why: reason,
    tap: () => app.addOff(askedOfBall(app.panel()) ? app.ui.kind : null),
  });
}

/** The draft as chips; a tap takes a ball out again. */
function chips(app, panel) {
  const { draft, t } = app;
  const off = (ball) => t(ball === "cue" ? "taps.offCue" : "taps.offBall");
  const all = [
    ...draft.pots.map(({ pocket, ball }, i) => ({ ball, text: t(`pocket.${pocket}`), tap: () => app.dropPot(i) })),
    ...draft.off.map((ball, i) => ({ ball, text: off(ball), out: true, tap: () => app.dropOff(i) })),
  ];
  return make(
    "ul",
    { class: "chips", "data-of": panel.balls?.numbered ? "numbers" : "balls" },
    ...all.map(({ ball, text, out, tap }, i) => {
      const label = typeof ball === "number" ? String(ball) : "";
      const chip = make(
        "button",
        { type: "button", class: "chip", "data-key": `chip-${i}`, "aria-label": t("taps.remove", { what: `${label} ${text}`.trim() }) },
        make("i", { class: "ball", "data-kind": ball === "cue" ? "cue" : "object", "data-out": out }, label),
        make("span", {}, text),
        icon("close"),
      );
      chip.addEventListener("click", tap);
      return make("li", {}, chip);
    }),
  );
}

/* ---- choices ---- */

function drawChoices(element, app, panel, when) {
  renew(element, [when, panel, app.blocked()], () => {
    if (when === "choice") return choices(app, panel.choosing);
    return when === "lag" ? lag(app, panel) : lot(app, panel);
  });
}

function choices(app, choosing) {
  return [
    make("h2", {}, app.words(choosing.words)),
    ...choosing.choices.map(({ option, words, default: usual, clause, entry }) =>
      app.button({
        key: `choice-${option}`,
        kind: usual ? "choice usual" : "choice",
        text: app.words(words),
        note: [usual && choosing.choices.length > 1 ? app.t("act.default") : "", clause?.id].filter(Boolean).join(" · "),
        entry,
      }),
    ),
    button({ key: "stroke-anyway", kind: "link", text: app.t("act.strokeAnyway"), tap: () => app.setUi({ strokeAnyway: true }) }),
  ];
}

function named(app, panel, type) {
  const { why, players } = offer(panel, type);
  return panel.state.players.map((name, winner) =>
    app.button({ key: `${type}-${winner}`, kind: "choice", text: name, why: app.words(players[winner] ?? why), entry: { type, winner } }),
  );
}

function lag(app, panel) {
  return [
    make("h2", {}, app.t("act.lag")),
    ...named(app, panel, "lag"),
    app.button({ key: "lag-repeat", kind: "link", text: app.t("act.lagRepeat"), why: app.words(offer(panel, "lag").why), entry: { type: "lag", repeat: true } }),
  ];
}

function lot(app, panel) {
  return [make("h2", {}, app.t("act.lot")), ...named(app, panel, "lot")];
}

/* ---- acts ---- */

function drawActs(element, app, panel, when, playing) {
  const { draft, t, ui } = app;
  const key = [when, playing, draft, app.blocked(), panel && [panel.taps, panel.offers, panel.choosing], ui.byHand, ui.strokeAnyway];
  renew(element, key, () => {
    if (when === "idle") return [button({ key: "start", kind: "main", sign: "play", text: t("act.start"), why: app.blocked(), tap: () => openStart(app) })];
    if (when === "over") return over(app, panel);
    if (!playing) return [];
    const back = panel.choosing ? [button({ key: "to-choices", kind: "quiet", text: t("act.choices"), tap: () => app.setUi({ strokeAnyway: false }) })] : [];
    return [...back, ...callBefore(app, panel), ...record(app, panel)];
  });
}

function callBefore(app, panel) {
  const { here, why } = offer(panel, "nominate");
  if (!here) return [];
  return [button({ key: "nominate", kind: "second", text: app.t("act.nominate"), why: app.blocked() || app.words(why), tap: () => openNominate(app) })];
}

/** The stroke as it was: with the balls of the draft, or without any. */
function record(app, panel) {
  const { draft, t } = app;
  const { open, why } = taps(app, panel);
  if (!open) return [];
  const [pots, off] = [draft.pots.length, draft.off.length];
  if (panel.taps.mode === "amend" && pots === 0) return [];
  const text = pots
    ? t(panel.taps.mode === "stroke" ? "taps.record" : "taps.add", { n: pots })
    : off
      ? t("taps.recordOff", { n: off })
      : t("taps.none");
  return [
    button({
      key: "record",
      kind: pots || off ? "main ready" : "main",
      sign: "check",
      text,
      why: app.blocked() || app.words(why),
      keys: "Enter",
      tap: () => app.record(),
    }),
  ];
}

function over(app, panel) {
  const { t } = app;
  const goesOn = offer(panel, "continue_run");
  return [
    ...(goesOn.here && !goesOn.why ? [app.button({ key: "continue", kind: "second", text: app.words(goesOn.words), entry: { type: "continue_run" } })] : []),
    button({ key: "start", kind: "main", sign: "play", text: t("act.again"), why: app.blocked(), tap: () => openStart(app) }),
    make("a", { class: "second", href: app.page("history"), "data-key": "history" }, t("act.history")),
    button({ key: "stop", kind: "second", text: t("act.free"), why: app.blocked(), tap: () => openStop(app) }),
  ];
}
