// Taking back: one tap in the dock takes what was said there beforehand; the sheet lists further steps, each
// with what the table shows once it is gone, and what can be put back.

import { make } from "../dom.js";
import { button, icon } from "./bits.js";
import { group, openSheet, closeSheet, redrawSheet } from "./sheet.js";

const MOST = 60;

/** What the dock's button does: the step that one tap is for; its words stand on it. */
export function offeredStep(taking) {
  if (!taking || taking.why || !taking.steps.length) return null;
  return taking.steps.find(({ steps }) => steps === taking.offered) ?? taking.steps[0];
}

export function takeBack(app, step) {
  return app.act({ do: "undo", steps: step.steps }, app.t("undo.done", { what: app.words(step.takes) }));
}

export function openSteps(app) {
  const more = { steps: null, failed: false };
  openSheet("undo", () => drawing(app, more));
}

function drawing(app, more) {
  const panel = app.panel();
  if (!panel) return null;
  const { t } = app;
  const fresh = more.steps && more.rev === panel.rev ? more.steps : panel.undo.steps;
  const blocked = app.blocked();
  const back = panel.redo.steps;
  return {
    title: t("undo.title"),
    note: panel.undo.why ? app.words(panel.undo.why) : t("undo.note"),
    body: [
      ...(back.length ? [group(t("undo.redoTitle"), ...back.map((step) => line(app, step, "redo", blocked || app.words(panel.redo.why))))] : []),
      make("ol", { class: "steps" }, ...fresh.map((step) => make("li", {}, line(app, step, "undo", blocked || app.words(panel.undo.why))))),
      ...(panel.undo.more && fresh === panel.undo.steps ? [button({ key: "more-steps", kind: "link", text: t("undo.more"), tap: () => load(app, more) })] : []),
    ],
  };
}

function line(app, step, way, why) {
  const made = button({
    key: `${way}-${step.steps}`,
    kind: `row step ${way}`,
    text: app.words(step.takes),
    note: app.words(step.changes),
    why,
    tap: () => {
      closeSheet();
      if (way === "undo") takeBack(app, step);
      else app.act({ do: "redo", steps: step.steps }, `${app.t("act.redo")}: ${app.words(step.takes)}`);
    },
  });
  made.prepend(icon(way));
  made.append(make("span", { class: "after", "aria-hidden": "true" }, step.score.map(app.number).join(":")));
  return made;
}

async function load(app, more) {
  const { rev } = app.panel(); // if the table goes on meanwhile, the list is of neither state and not shown
  try {
    const { steps } = await app.desk.get(`undo?steps=${MOST}`);
    Object.assign(more, { steps, rev });
    redrawSheet();
  } catch {
    app.say(app.t("failed"), "refused");
  }
}
