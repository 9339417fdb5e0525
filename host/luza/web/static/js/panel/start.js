// Starts a match: game, names, race, who breaks, and the options of that game with what is usual.

import { make } from "../dom.js";
import { button, field, segments, stepper } from "./bits.js";
import { closeSheet, group, openSheet, redrawSheet } from "./sheet.js";
import { changedOptions, optionRow } from "./startoptions.js";

export function openStart(app) {
  const form = { asked: null, failed: false, game: null, players: ["", ""], race_to: 1, first: "lag", options: {}, open: false };
  openSheet("start", () => drawing(app, form));
  load(app, form);
}

async function load(app, form) {
  try {
    form.asked = await app.desk.get("start");
    const usual = form.asked.default;
    form.game = form.asked.games.some(({ id }) => id === usual.game) ? usual.game : form.asked.games[0].id;
    form.race_to = usual.race_to ?? 1;
    form.first = usual.first_breaker ?? "lag";
    form.players = names(usual);
    form.options = {};
  } catch {
    form.failed = true;
  }
  redrawSheet();
}

function names({ players }) {
  return players?.length >= 2 ? [...players] : ["", ""];
}

function drawing(app, form) {
  const { t } = app;
  if (!form.asked) return { title: t("start.title"), note: t(form.failed ? "failed" : "loading"), body: [] };
  const game = form.asked.games.find(({ id }) => id === form.game);
  const set = (key, value) => {
    form[key] = value;
    redrawSheet();
  };
  const unready = problem(t, form);
  return {
    title: t("start.title"),
    body: [
      group(t("start.game"), games(app, form)),
      group(t("start.players"), ...players(app, form, game)),
      group(t("start.race"), stepper({ key: "race", label: t("start.race"), value: form.race_to, low: 1, high: 99, changed: (race) => set("race_to", race) })),
      group(t("start.opening"), segments("first", t("start.opening"), openings(app, form, game), form.first, (first) => set("first", first))),
      options(app, form, game, set),
    ],
    foot: [
      button({
        key: "start-begin",
        kind: "main",
        sign: "play",
        text: app.words(game.words),
        note: unready || form.players.map((name) => name.trim()).join(" — "),
        why: app.blocked() || unready,
        tap: () => begin(app, form),
      }),
    ],
  };
}

function games(app, form) {
  return make(
    "div",
    { class: "cards", role: "group", "aria-label": app.t("start.game") },
    ...form.asked.games.map((game) =>
      button({
        key: `game-${game.id}`,
        kind: "card",
        text: app.words(game.words),
        note: app.t(game.id === "classic" ? "start.toPoints" : "start.toBalls", { n: game.target[0] }),
        pressed: game.id === form.game,
        tap: () => {
          form.game = game.id;
          form.players = form.players.slice(0, game.players_max);
          if (typeof form.first === "number" && form.first >= form.players.length) form.first = "lag";
          form.options = {};
          redrawSheet();
        },
      }),
    ),
  );
}

/** Names are typed or taken from those known to the table; the list is the browser's own. */
function players(app, form, game) {
  const { t } = app;
  const rows = form.players.map((name, i) => {
    const row = make(
      "div",
      { class: "player-row" },
      field({ key: `player-${i}`, label: t("start.player", { n: i + 1 }), value: name, list: "known-players", typed: (text) => typed(app, form, i, text) }),
    );
    if (form.players.length > 2) row.append(button({ key: `drop-${i}`, kind: "round", sign: "close", name: `${t("start.drop")} ${i + 1}`, tap: () => drop(form, i) }));
    return row;
  });
  const known = make("datalist", { id: "known-players" }, ...form.asked.players.map((value) => make("option", { value })));
  const quick = form.asked.players.filter((name) => !form.players.includes(name)).slice(0, 8);
  return [
    ...rows,
    known,
    ...(quick.length ? [make("div", { class: "quick" }, ...quick.map((name, i) => button({ key: `known-${i}`, kind: "pill", text: name, tap: () => fillIn(form, name) })))] : []),
    ...(form.players.length < game.players_max ? [button({ key: "add-player", kind: "link", text: t("start.add"), tap: () => add(form) })] : []),
  ];
}

/** The name stands at once wherever the player is named; the field itself is left alone. */
function typed(app, form, i, text) {
  form.players[i] = text;
  const named = document.querySelector(`[data-key="first-${i}"] .words span`);
  if (named) named.textContent = text.trim() || app.t("start.player", { n: i + 1 });
  redrawSheet();
}

/** A known name goes where none stands yet, else in place of the last one. */
function fillIn(form, name) {
  const empty = form.players.findIndex((one) => !one.trim());
  const next = form.next ?? 0;
  const place = empty >= 0 ? empty : next % form.players.length;
  form.players[place] = name;
  form.next = place + 1;
  redrawSheet();
}

function add(form) {
  form.players.push("");
  redrawSheet();
}

function drop(form, i) {
  form.players.splice(i, 1);
  if (typeof form.first === "number" && form.first >= form.players.length) form.first = "lag";
  redrawSheet();
}

function ready({ players: all }) {
  const trimmed = all.map((name) => name.trim());
  return trimmed.every(Boolean) && new Set(trimmed).size === trimmed.length;
}

function problem(t, form) {
  if (form.players.some((name) => !name.trim())) return t("start.needNames");
  return ready(form) ? "" : t("start.sameNames");
}

function openings(app, form, game) {
  const drawn = { value: "lag", text: app.t(game.opening === "lot" ? "start.lot" : "start.lag") };
  return [drawn, ...form.players.map((name, value) => ({ value, text: name.trim() || app.t("start.player", { n: value + 1 }) }))];
}

/** Folded in until somebody asks: most matches are as usual. */
function options(app, form, game, set) {
  const { t } = app;
  const changed = changedOptions(form, game).length;
  const head = button({
    key: "options",
    kind: "fold",
    text: t("start.options"),
    note: changed ? t("start.changed", { n: changed }) : t("start.asUsual"),
    pressed: form.open,
    tap: () => set("open", !form.open),
  });
  return make("section", { class: "group" }, head, ...(form.open ? game.options.map((option) => optionRow(app, form, game, option)) : []));
}

function begin(app, form) {
  const game = form.asked.games.find(({ id }) => id === form.game);
  const header = {
    game: form.game,
    players: form.players.map((name) => name.trim()),
    race_to: form.race_to,
    first_breaker: form.first === "lag" ? null : form.first,
  };
  const changed = changedOptions(form, game);
  if (changed.length) header.options = Object.fromEntries(changed.map(({ key }) => [key, form.options[key]]));
  closeSheet();
  app.act({ do: "start", header }, app.t("start.title"));
}
