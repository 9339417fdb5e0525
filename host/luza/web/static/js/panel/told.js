// What the table says now: the state in one line, what is to be done before the stroke, the last stroke with
// its reason, and whatever waits for a person's word.

import { make } from "../dom.js";
import { button, icon, mark, renew } from "./bits.js";
import { openIdentify } from "./identify.js";
import { openWhy } from "./later.js";
import { offer } from "./model.js";

export function drawTold(element, app, board, when) {
  const panel = app.panel();
  const now = panel?.state;
  const key = [when, board.status, board.instruction, panel, app.blocked(), Boolean(now?.shot_open)];
  renew(element, key, () => [
    make("p", { class: "status" }, board.status || app.t("line.connecting")),
    ...(panel ? [...balls(app, panel, when), ...instruction(app, panel), ...waiting(app, panel), ...lastStroke(app, panel)] : []),
  ]);
}

/** How many balls lie on the table, in classic which ones. */
function balls(app, panel, when) {
  if (!panel.balls || panel.state.shot_open || !["play", "choice"].includes(when)) return [];
  const { on_table: n, numbers } = panel.balls;
  const count = app.t("told.onTable", { n });
  return [make("p", { class: "on-table" }, numbers ? `${app.t("told.numbers")}: ${numbers.join(", ")}` : count)];
}

function instruction(app, panel) {
  const { words, shot_open: open } = panel.state;
  if (open) return [make("p", { class: "todo rolling" }, app.t("taps.rolling"))];
  const said = [app.words(words.instruction), panel.nominated && app.t("told.nominated", { what: app.words(panel.nominated) })];
  const text = said.filter(Boolean).join(". ");
  if (!text) return [];
  const removed = offer(panel, "removed");
  const done = panel.balls?.to_remove && removed.here && !removed.why;
  return [
    make(
      "div",
      { class: "todo" },
      make("p", {}, text),
      ...(done ? [app.button({ key: "removed", kind: "quiet", text: app.t("told.removed"), entry: { type: "removed" } })] : []),
    ),
  ];
}

/** What a person is asked: the time is up, a ball has no number, an item wants a look, a ruling, a dare. */
function waiting(app, panel) {
  const asked = [];
  const proposal = panel.clock.proposal;
  if (proposal) {
    asked.push(
      ask("alarm", app.words(proposal.words), [
        app.button({ key: "proposal-confirm", kind: "danger", text: app.t("clock.confirm"), entry: proposal.confirm }),
        app.button({ key: "proposal-dismiss", kind: "quiet", text: app.t("clock.dismiss"), entry: proposal.dismiss }),
      ]),
    );
  }
  const last = panel.shots.find((line) => line.last);
  if (last?.unnamed && offer(panel, "identify").here) {
    asked.push(
      ask("ask", app.t("told.unnamed", { n: last.unnamed }), [
        button({ key: "identify", kind: "quiet", text: app.t("told.name"), why: app.blocked(), tap: () => openIdentify(app) }),
      ]),
    );
  }
  asked.push(...ruling(app, panel, last), ...dare(app, panel));
  for (const item of panel.state.needs_confirmation) {
    asked.push(
      ask("look", app.words(item.words), [
        app.button({ key: `look-${item.id}`, kind: "quiet", text: app.t("told.looked"), action: { do: "confirm", item: item.id } }),
      ]),
    );
  }
  return asked;
}

function ask(kind, text, acts) {
  return make("div", { class: "asked", "data-kind": kind }, make("p", {}, text), make("div", { class: "pair" }, ...acts));
}

/** An unproven stroke: which way the facts lean, and the two words that settle it. */
function ruling(app, panel, last) {
  if (last?.shot.verdict !== "unproven" || panel.choosing?.kind === "ruling") return [];
  const [legal, foul] = [offer(panel, "rule:legal"), offer(panel, "rule:foul")];
  if (!legal.here || legal.why) return [];
  const text = `${app.t("told.unproven")}: ${leaning(app, last.lean)}`;
  return [
    ask("ask", text, [
      app.button({ key: "rule-legal", kind: "quiet", text: app.words(legal.words), entry: { type: "rule", verdict: "legal" } }),
      app.button({ key: "rule-foul", kind: "quiet", text: app.words(foul.words), entry: { type: "rule", verdict: "foul" } }),
    ]),
  ];
}

export function leaning(app, lean) {
  if (lean === null || Math.abs(lean) < 0.2) return app.t("told.lean.none");
  return app.t(lean > 0 ? "told.lean.legal" : "told.lean.foul");
}

function dare(app, panel) {
  const result = offer(panel, "affair_result");
  if (!result.here || result.why) return [];
  return [
    ask("ask", app.words(result.words), [
      app.button({ key: "affair-ok", kind: "quiet", text: app.t("affair.ok"), entry: { type: "affair_result", success: true } }),
      app.button({ key: "affair-no", kind: "quiet", text: app.t("affair.failed"), entry: { type: "affair_result", success: false } }),
    ]),
  ];
}

function lastStroke(app, panel) {
  const line = panel.shots.find((one) => one.last) ?? panel.shots[0];
  if (!line) return [];
  return [strokeLine(app, line, "last")];
}

/** A judged stroke as a line that opens its reason. */
export function strokeLine(app, line, kind = "") {
  const { shot, words, clauses, proof_words: proof } = line;
  const text = app.words(words);
  const marks = [proof && app.words(proof), line.lean !== null && leaning(app, line.lean), ...clauses.map(({ id }) => id).filter((id) => !text.includes(id))];
  const made = make(
    "button",
    { type: "button", class: `stroke ${kind}`.trim(), "data-key": `stroke-${shot.n}`, "data-verdict": shot.verdict },
    make("span", { class: "number", "aria-hidden": "true" }, String(shot.n)),
    make(
      "span",
      { class: "words" },
      make("span", {}, text),
      make("small", {}, ...marks.filter(Boolean).map((one) => mark(one))),
    ),
    make("span", { class: "spoken" }, app.t("told.why")),
    icon("why"),
  );
  made.addEventListener("click", () => openWhy(app, shot.n));
  return made;
}

/** The strokes before the last one, where the screen has room for them. */
export function drawStrokes(element, app) {
  const panel = app.panel();
  const lines = (panel?.shots ?? []).slice(0, 8);
  renew(element, lines, () => [
    make("h2", {}, app.t("shots.title")),
    ...(lines.length ? lines.map((line) => strokeLine(app, line)) : [make("p", { class: "none" }, app.t("told.nothing"))]),
  ]);
}
