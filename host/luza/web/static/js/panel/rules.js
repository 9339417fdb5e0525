// The rules of the game that is played: its fouls, then every clause, with a search over both languages.

import { make } from "../dom.js";
import { field, mark } from "./bits.js";
import { group, openSheet, redrawSheet } from "./sheet.js";

const kept = new Map(); // game -> RulesView

export function openRules(app, asked = "") {
  const game = app.whole()?.game ?? "free";
  const page = { find: asked, rules: kept.get(game) ?? null, failed: false };
  openSheet("rules", () => drawing(app, page));
  if (!page.rules) load(app, game, page);
}

async function load(app, game, page) {
  try {
    page.rules = await app.desk.get(`rules/${game}`);
    kept.set(game, page.rules);
  } catch {
    page.failed = true;
  }
  redrawSheet();
}

function drawing(app, page) {
  const { t } = app;
  const note = page.rules ? app.words(page.rules.words) : t(page.failed ? "failed" : "loading");
  if (!page.rules) return { title: t("rules.title"), note, body: [] };
  const results = make("div", { class: "found" }, ...found(app, page));
  const search = field({
    key: "find",
    label: t("rules.find"),
    value: page.find,
    type: "search",
    typed: (text) => {
      page.find = text;
      results.replaceChildren(...found(app, page));
    },
  });
  return { title: t("rules.title"), note, body: [search, results] };
}

function found(app, { rules, find }) {
  const { t } = app;
  const asked = find.trim().toLowerCase();
  const fits = (id, ...words) => !asked || [id, ...words.flatMap(({ ru, en }) => [ru, en])].some((text) => text.toLowerCase().includes(asked));
  const fouls = rules.fouls.filter(({ clause, name, about }) => fits(clause?.id ?? "", name, about));
  const clauses = rules.clauses.filter(({ id, words, notes }) => fits(id, words, ...notes));
  if (!fouls.length && !clauses.length) return [make("p", { class: "none" }, t("rules.nothing"))];
  return [
    ...(fouls.length ? [group(t("rules.fouls"), ...fouls.map((foul) => entry(app, foul.clause?.id ?? "", foul.name, foul.about)))] : []),
    ...(clauses.length ? [group(t("rules.clauses"), ...clauses.map(({ id, words, notes }) => entry(app, id, null, words, notes)))] : []),
  ];
}

/** A clause in the page's language, and small in the other one. */
function entry(app, id, name, words, notes = []) {
  const other = app.lang === "ru" ? "en" : "ru";
  return make(
    "article",
    { class: "clause" },
    mark(id),
    make(
      "div",
      {},
      ...(name ? [make("h4", {}, app.words(name))] : []),
      ...[words, ...notes].map((said) => make("p", {}, app.words(said))),
      ...[words, ...notes].map((said) => make("p", { class: "other", lang: other }, said[other])),
    ),
  );
}
