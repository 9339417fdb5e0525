// The dashboard: every table at a glance, and what needs somebody.

import { make, part, rebuild, setAttribute, setText, show } from "../dom.js";
import { awayText, clocks, glance, inOrder, needsLook } from "./card.js";
import { watch } from "./live.js";
import { say } from "./texts.js";

const parts = Object.fromEntries([...document.querySelectorAll("[data-part]")].map((one) => [one.dataset.part, one]));
const own = document.querySelector("main").dataset.own;
const cards = new Map(); // key -> {element, glanced}
const ALERTS_SHOWN = 6;
let filter = "all";
let hall = null;

function render(next, keys) {
  hall = next;
  for (const key of keys ?? Object.keys(hall.tables)) update(key);
  for (const key of cards.keys()) if (!(key in hall.tables)) drop(key);
  order();
  summary();
  sift();
  tick();
}

function update(key) {
  const one = hall.tables[key];
  if (!one) return;
  const glanced = glance(key, one);
  const card = cards.get(key) ?? { element: newCard(glanced) };
  card.glanced = glanced;
  cards.set(key, card);
  fill(card.element, glanced);
}

function drop(key) {
  cards.get(key).element.remove();
  cards.delete(key);
}

function newCard({ place }) {
  const address = place.club === own ? `/table/${place.table}` : `/table/${place.club}/${place.table}`;
  return make("a", { class: "table-card", href: address, "data-table": `${place.club}/${place.table}` },
    make("span", { class: "card-head" }, make("b", { class: "card-name", "data-part": "name", dir: "auto" }), make("span", { class: "card-mode", "data-part": "mode" })),
    make("span", { class: "card-game", "data-part": "game" }),
    make("span", { class: "card-players", "data-part": "players" }),
    make("span", { class: "card-foot", "data-part": "foot" }),
    make("span", { class: "card-note", "data-part": "note" }));
}

function fill(element, glanced) {
  const { mode, players, notices } = glanced;
  setAttribute(element, "data-mode", mode);
  setAttribute(element, "data-health", glanced.health);
  setAttribute(element, "data-seq", glanced.seq);
  setText(part("name", element), glanced.place.club === own ? glanced.name : `${glanced.place.club} · ${glanced.name}`);
  setText(part("mode", element), mode === "away" ? awayText(glanced) : mode === "free" ? say("free") : mode === "waiting" ? "…" : glanced.phase);
  setText(part("game", element), glanced.game);
  rebuild(part("players", element), players, () => players.map(line));
  const worst = notices.find(({ level }) => level === "fault") ?? notices[0];
  setText(part("note", element), worst?.text ?? "");
  show(part("note", element), worst !== undefined);
}

function line({ seat, name, score, frames, lit }) {
  return make("span", { class: "line", "data-seat": seat, "data-lit": lit },
    make("span", { class: "line-name", dir: "auto" }, name),
    ...(frames === "" ? [] : [make("span", { class: "line-frames" }, frames)]),
    make("b", { class: "line-score" }, score));
}

function order() {
  const wanted = [...cards.values()].sort((one, other) => inOrder(one.glanced, other.glanced)).map(({ element }) => element);
  if (wanted.some((element, i) => parts.tables.children[i] !== element)) parts.tables.replaceChildren(...wanted);
}

const fits = {
  all: () => true,
  playing: ({ mode }) => mode === "playing" || mode === "over",
  free: ({ mode }) => mode === "free",
  attention: needsLook,
};

function summary() {
  const all = [...cards.values()].map(({ glanced }) => glanced);
  const count = (test) => all.filter(test).length;
  const away = count(({ mode }) => mode === "away");
  const ill = count((one) => needsLook(one) && one.mode !== "away");
  setText(parts.summary, [
    say("summary", { all: all.length, playing: count(fits.playing), free: count(fits.free) }),
    ...(away ? [say("away", { n: away })] : []),
    ...(ill ? [say("ill", { n: ill })] : []),
  ].join(", "));
  for (const [name, test] of Object.entries(fits)) setText(document.querySelector(`[data-count="${name}"]`), String(count(test)));
  const troubled = all.filter((one) => one.notices.some(({ level }) => level === "fault")).sort(inOrder);
  show(parts.alerts, troubled.length > 0);
  const shown = troubled.slice(0, ALERTS_SHOWN).map(({ name, notices, place }) => [name, notices.find(({ level }) => level === "fault").text, place]);
  rebuild(parts.alerts, [shown, troubled.length], () => [
    ...shown.map(([name, text, place]) => make("a", { href: `/table/${place.club}/${place.table}` }, make("b", { dir: "auto" }, name), ` ${text}`)),
    ...(troubled.length > ALERTS_SHOWN ? [make("a", { href: "/health" }, `+${troubled.length - ALERTS_SHOWN}`)] : []),
  ]);
}

/** Every word that is looked for must stand in the table's name, its game or a player's. */
function sift() {
  const words = parts.search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  for (const { element, glanced } of cards.values()) {
    const text = [glanced.name, glanced.place.club, glanced.game, ...glanced.players.map(({ name }) => name)].join(" ").toLocaleLowerCase();
    const fit = fits[filter](glanced) && words.every((word) => text.includes(word));
    show(element, fit);
    left += fit;
  }
  show(parts.nothing, left === 0);
  setText(parts.nothing, say(cards.size ? "noneFits" : "noTables"));
}

function tick() {
  if (!hall) return;
  const now = Date.now();
  for (const { element, glanced } of cards.values()) {
    if (element.hidden) continue;
    setText(part("foot", element), [glanced.run, clocks(glanced, hall, now)].filter(Boolean).join(" · "));
  }
}

parts.search.addEventListener("input", sift);
for (const button of document.querySelectorAll("[data-filter]")) {
  button.addEventListener("click", () => {
    filter = button.dataset.filter;
    for (const one of document.querySelectorAll("[data-filter]")) one.setAttribute("aria-pressed", String(one === button));
    sift();
    tick();
  });
}
setInterval(tick, 1000);
watch(render);
