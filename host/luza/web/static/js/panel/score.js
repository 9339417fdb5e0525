// Sets the score in one action, with a reason that stays in the journal.

import { make } from "../dom.js";
import { button, field, stepper } from "./bits.js";
import { offer } from "./model.js";
import { closeSheet, openSheet, redrawSheet } from "./sheet.js";

export function openScore(app) {
  const score = [...(app.panel()?.state.frame?.score ?? [])];
  const form = { score, reason: "", rev: app.panel()?.rev };
  openSheet("score", () => drawing(app, form));
}

function drawing(app, form) {
  const panel = app.panel();
  const frame = panel?.state.frame;
  if (!frame || frame.score.length !== form.score.length) return null;
  const { t } = app;
  const changes = frame.score.map((from, i) => [from, form.score[i]]).filter(([from, to]) => from !== to);
  const reasons = t("score.reasons").split("|");
  const unready = changes.length ? (form.reason.trim() ? "" : t("score.needReason")) : t("score.same");
  return {
    title: t("score.title"),
    note: t("score.note"),
    body: [
      ...panel.state.players.map((name, i) =>
        make("div", { class: "labelled" }, make("span", { dir: "auto" }, name), numberOf(app, form, frame, i, name)),
      ),
      make("h3", {}, t("score.reason")),
      make("div", { class: "quick" }, ...reasons.map((text, i) => reasonPill(form, text, i))),
      field({ key: "reason", label: t("score.reason"), value: form.reason, typed: (text) => typed(form, text) }),
    ],
    foot: [
      button({
        key: "score-save",
        kind: "main",
        text: t("save"),
        note: changes.map(([from, to]) => t("score.change", { from, to })).join(", "),
        why: app.blocked() || app.words(offer(panel, "score").why) || unready,
        tap: () => save(app, form),
      }),
    ],
  };
}

function reasonPill(form, text, i) {
  const tap = () => {
    form.reason = text;
    redrawSheet();
  };
  return button({ key: `reason-${i}`, kind: "pill", text, pressed: form.reason === text, tap });
}

function typed(form, text) {
  form.reason = text;
  redrawSheet();
}

function numberOf(app, form, frame, i, label) {
  return stepper({
    key: `score-${i}`,
    label,
    value: form.score[i],
    low: -999,
    high: 999,
    changed: (value) => {
      form.score[i] = value;
      redrawSheet();
    },
  });
}

function save(app, { score, reason, rev }) {
  closeSheet();
  app.act({ do: "score", score, reason: reason.trim() }, app.t("score.title"), rev);
}
