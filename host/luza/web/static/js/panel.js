// The marker's panel: wires the connection, the reducer and the desk, and draws what they say.

import { connect } from "./connection.js";
import { setAttribute, setText } from "./dom.js";
import { renewIfUpdated } from "./fresh.js";
import { chosenLanguage, words } from "./language.js";
import { stayAwake } from "./panel/awake.js";
import { button, renew } from "./panel/bits.js";
import { openClock, tickClock } from "./panel/clock.js";
import { Desk, keep, kept } from "./panel/desk.js";
import { drawBar, drawDock, drawLine, drawStrips } from "./panel/dock.js";
import { drawHead } from "./panel/head.js";
import { listenToKeys } from "./panel/keys.js";
import { head, moment, strokeOf, whole } from "./panel/model.js";
import { drawMoment } from "./panel/moment.js";
import { openMore } from "./panel/more.js";
import { closeSheet, openedSheet, prepareSheet, redrawSheet } from "./panel/sheet.js";
import { openSignIn, pairByLink } from "./panel/sign.js";
import { wakeSound, warn } from "./panel/sound.js";
import { drawStrokes, drawTold } from "./panel/told.js";
import { texts } from "./panel/texts.js";
import { forgetRefused, toast } from "./panel/toasts.js";
import { initial, reduce } from "./reducer.js";
import { number } from "./view.js";

const lang = chosenLanguage();
const t = await texts(lang);
const parts = Object.fromEntries(
  [...document.querySelectorAll("[data-part]")].map((element) => [element.dataset.part, element]),
);
const TURNED = "luza.turned";

let state = initial;
let drawn = false;
let drawnRev = null; // the version of the state that a finger can see

/** What every part of the panel is handed. */
const app = {
  lang,
  t,
  number,
  you: null,
  draft: { pots: [], off: [], of: "" },
  ui: { kind: "object", byHand: false, strokeAnyway: false, turned: kept("localStorage", TURNED) === "yes" },
  state: () => state,
  panel: () => state.panel,
  whole: () => whole(state),
  words: (sentence) => words(lang, sentence),
  page: (name) => `/${name}?lang=${lang}`,
  say: (text, kind = "done", more = {}) => toast(text, kind, more),

  /** Why nothing can be entered at this moment; empty where it can. */
  blocked() {
    if (!app.you) return t("signin.needed");
    if (!app.you.seat && state.panel?.seat) return t("seat.needed"); // an empty seat is taken by acting
    return app.desk.pending ? t("busy", { what: app.desk.pending.label }) : "";
  },

  /** A button whose tap is an action (see `act`): `entry` of the contract, or another `action` of the panel. */
  button({ entry = null, action = null, why = "", before = () => {}, rev = undefined, ...rest }) {
    return button({
      ...rest,
      why: app.blocked() || why,
      tap: () => {
        before();
        app.act(action ?? { do: "enter", entry }, rest.text, rev);
      },
    });
  },

  /**
   * Does an action against the state that is drawn, or the one of `rev`, in which a form was opened; every
   * answer is said, and nothing is lost in silence.
   */
  async act(action, label, rev = drawnRev) {
    const reason = app.blocked();
    if (reason) return app.say(reason, "why");
    navigator.vibrate?.(12); // felt by the thumb, where a phone can
    const answer = await app.desk.act(action, rev, label);
    return answer?.status === "ok" || answer?.status === "repeated";
  },

  /** The stroke as it was tapped in; the draft goes once the host has it. */
  async record(fouls = [], label = t("stroke.label"), rev = drawnRev) {
    const panel = app.panel();
    const { pots, off } = app.draft;
    const stroke = panel.taps.mode === "stroke";
    if (!stroke && !pots.length) return;
    const action = stroke ? { do: "stroke", pots: pots.map(plain), off_table: off, fouls } : { do: "fell", pots: pots.map(plain) };
    if (await app.act(action, label, rev)) app.clearDraft();
  },

  recordFoul: (foul, label, rev) => app.record([foul], label, rev),

  addPot: (pot) => changeDraft({ pots: [...app.draft.pots, pot] }),
  addOff: (ball) => changeDraft({ off: [...app.draft.off, ball] }),
  dropPot: (i) => changeDraft({ pots: app.draft.pots.filter((_, j) => j !== i) }),
  dropOff: (i) => changeDraft({ off: app.draft.off.filter((_, j) => j !== i) }),

  clearDraft() {
    app.draft = { pots: [], off: [], of: "" };
    app.setUi({ kind: "object", byHand: false, strokeAnyway: false });
  },

  setUi(change) {
    Object.assign(app.ui, change);
    draw();
  },

  turn() {
    keep("localStorage", TURNED, app.ui.turned ? "no" : "yes");
    app.setUi({ turned: !app.ui.turned });
  },

  async seat(take) {
    const answer = await app.desk.post("seat", { take }).catch(() => null);
    if (answer?.status !== "ok") app.say(app.words(answer?.words) || t("failed"), "refused");
  },

  async signOut() {
    const answer = await app.desk.post("signout", {}).catch(() => null);
    if (answer?.status !== "ok") app.say(app.words(answer?.words) || t("failed"), "refused");
    closeSheet();
    await refresh();
  },
};

app.desk = new Desk("/panel", { heard, changed: draw });

function plain({ pocket, ball }) {
  return ball === null ? { pocket } : { pocket, ball };
}

/** Balls join the draft of the stroke that they belong to; a ball told as the cue ball is one alone. */
function changeDraft(change) {
  wakeSound();
  app.draft = { ...app.draft, ...change, of: strokeOf(app.panel()) };
  app.setUi({ kind: "object" });
}

/** An answer of the host: who we are, how the table stands, and whether it was done. */
function heard(answer, job) {
  const before = app.you;
  if ("you" in answer) app.you = answer.you;
  if (before?.device !== app.you?.device || before?.role !== app.you?.role) renewLine?.(); // others hear of other things
  if (answer.panel) dispatch({ topic: "panel", data: answer.panel, received: Date.now() });
  if (before && !app.you && answer.http === 401) {
    app.say(t("signin.gone"), "refused", { action: { text: t("seat.signin"), tap: () => openSignIn(app) } });
  }
  if (answer.status === "refused" && job) refused(answer, job);
  else if (job) done(job);
  draw();
}

function done({ label }) {
  forgetRefused();
  app.say(t("done", { what: label }));
}

/** Nothing of a tap is refused in silence: what it was, why, the new state, and a way to say it all the same. */
function refused(answer, job) {
  const stale = answer.code === "stale";
  const what = job.label;
  const text = stale ? t("refused.stale", { what }) : [t("refused.lost", { what }), app.words(answer.words)].filter(Boolean).join(". ");
  const again = { text: t("refused.again"), tap: () => app.act(job.body.action, job.label) };
  app.say(text, "refused", { stays: true, action: stale ? again : null });
  warn(app, "news");
}

function dispatch(message) {
  const session = state.session;
  state = reduce(state, message);
  if (message.topic === "local/opened" || message.topic === "local/back") lineIsBack(message.topic);
  const news = message.topic === "state" && message.data?.rev > (state.panel?.rev ?? 0);
  if (news && !app.you) refresh(); // who only looks has to ask
  if (message.topic === "panel" && state.panel) watchSeat(state.panel);
  if (session !== state.session && session !== null) refresh();
  dropOldDraft();
  if (!openedSheet() && !app.desk.pending && !app.draft.pots.length) renewIfUpdated(state.build);
  draw();
}

/** The line is open again: what waits is sent at once, and how things stand is asked for. */
function lineIsBack(topic) {
  app.desk.lineIsBack();
  if (wasOpen || topic === "local/back") refresh();
  wasOpen = true;
}

let wasOpen = false;

/** The seat is told to all in the panel's state; whoever has lost it is told so at once. */
function watchSeat(panel) {
  const { you } = app;
  const mine = panel.seat?.device === you?.device;
  if (!you || you.seat === mine) return;
  app.you = { ...you, seat: mine };
  if (you.seat && panel.seat) {
    app.say(t("seat.lost", { name: panel.seat.name || t(`role.${panel.seat.role}`) }), "refused", { stays: true });
    warn(app, "news");
  }
  refresh();
}

let renewLine = null;
let asking = false;
let askAgain = false; // something happened while the answer was on its way, which may not know of it
async function refresh() {
  askAgain = asking;
  if (asking) return;
  asking = true;
  await app.desk.look().catch(() => null);
  asking = false;
  if (askAgain) await refresh();
}

function dropOldDraft() {
  const { pots, off, of } = app.draft;
  if (!pots.length && !off.length) return;
  if (of === strokeOf(app.panel()) || app.desk.pending) return;
  app.clearDraft();
  app.say(t("taps.changed"), "why");
}

function draw() {
  if (!drawn) requestAnimationFrame(render);
  drawn = true;
}

function render() {
  drawn = false;
  drawnRev = state.panel?.rev ?? null;
  const board = head(state, lang);
  const when = moment(state.panel);
  if (when !== "choice") app.ui.strokeAnyway = false;
  setAttribute(document.body, "data-moment", when);
  setAttribute(document.body, "data-rev", state.panel?.rev);
  setAttribute(document.body, "data-draft", app.draft.pots.length + app.draft.off.length || null);
  setAttribute(document.body, "data-pending", Boolean(app.desk.pending));
  setAttribute(document.body, "data-slow", Boolean(app.desk.pending?.slow));
  document.title = [t("title"), board.table].filter(Boolean).join(" · ");
  drawBar(parts, app, board);
  drawLine(parts.line, app, board);
  drawStrips(parts.strips, app, board);
  drawHead(parts.head, app, board);
  drawTold(parts.told, app, board, when);
  drawMoment(parts, app, when);
  drawStrokes(parts.shots, app);
  drawDock(parts.dock, app, when);
  tickClock(parts.clock, app);
  drawSheet();
  announce(board);
}

let sheetOf = "";

/** A sheet is drawn anew when what it may speak of has changed, and not at every word of the table. */
function drawSheet() {
  const of = JSON.stringify([state.panel?.seq, state.panel?.session, app.you, app.desk.pending]);
  if (of === sheetOf) return;
  sheetOf = of;
  if (openedSheet()) redrawSheet();
}

/** One sentence for a screen reader, when the score or the turn has changed. */
function announce(board) {
  const scores = (board.players ?? []).map(({ name, score }) => `${name} ${score}`).join(", ");
  setText(parts.announcer, [scores, board.status].filter(Boolean).join(". "));
}

prepareSheet(parts.sheet, t("close"));
parts.clock.addEventListener("click", () => openClock(app));
parts.menu.addEventListener("click", () => (app.you ? openMore(app) : openSignIn(app)));
addEventListener("pointerdown", () => {
  wakeSound();
  stayAwake();
});
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  refresh(); // a tablet that slept has missed what happened
  stayAwake();
});
listenToKeys(app);
setInterval(() => tickClock(parts.clock, app), 100);
render();
await pairByLink(app);
await refresh();
renewLine = connect("/events", dispatch);
app.desk.resume();
