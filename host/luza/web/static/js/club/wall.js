// The hall's screen: tables in play, a few at a time, then the standings of tournaments that are on.

import { make, part, rebuild, setText } from "../dom.js";
import { fitText } from "../fit.js";
import { timeOfDay } from "../view.js";
import { awayText, clocks, glance, inOrder } from "./card.js";
import { serverTime } from "./hall.js";
import { watch } from "./live.js";
import { standingsSlides } from "./standings.js";
import { lang, say } from "./texts.js";

const asked = new URLSearchParams(location.search);
const SECONDS = Math.min(120, Math.max(3, Number(asked.get("seconds")) || 12));
const ONLY = (asked.get("tables") ?? "").split(",").filter(Boolean);
const WITH_TOURNAMENTS = asked.get("tournaments") !== "0";
const own = document.querySelector(".hall").dataset.own;
const TOURNAMENTS_EVERY_MS = 60000;
let hall = null;
let tournaments = [];
let slides = [];
let at = 0;
let since = performance.now();

/** How many tables stand side by side and one above the other: all, if they can still be read from afar. */
function layout(count) {
  if (count <= 1) return [1, 1];
  if (count <= 2) return [2, 1];
  if (count <= 4) return [2, 2];
  return count <= 6 || count > 12 ? [3, 2] : [3, 3];
}

function shownTables() {
  const all = Object.entries(hall.tables).map(([key, one]) => glance(key, one));
  const fits = ({ place }) => !ONLY.length || ONLY.includes(place.table) || ONLY.includes(`${place.club}/${place.table}`);
  return all.filter(fits).sort(inOrder);
}

function plan() {
  const tables = shownTables();
  const playing = tables.filter(({ known }) => known);
  const [columns, rows] = layout(playing.length);
  const pages = Math.max(1, Math.ceil(playing.length / (columns * rows)));
  const each = Math.ceil(playing.length / pages); // pages are equally full
  const found = Array.from({ length: playing.length ? pages : 0 }, (_, i) => ({
    kind: "tables",
    id: `tables-${i}`,
    title: say("wallTables"),
    tables: playing.slice(i * each, (i + 1) * each),
  }));
  slides = [...found, ...standingsSlides(tournaments)];
  if (!slides.length) slides = [{ kind: "nobody", id: "nobody", title: "" }];
  at %= slides.length;
  return tables;
}

function render() {
  if (!hall) return;
  const tables = plan();
  const slide = slides[at];
  const main = part("slide");
  main.dataset.kind = slide.kind;
  setText(part("heading"), slide.title);
  if (slide.kind === "tables") {
    const [columns, rows] = layout(slide.tables.length);
    main.dataset.columns = columns;
    main.dataset.rows = rows;
    rebuild(main, slide.tables.map(({ key }) => key), () => slide.tables.map(panel));
    for (const table of slide.tables) fill(main.querySelector(`[data-table="${CSS.escape(table.key)}"]`), table);
  } else if (slide.kind === "nobody") {
    rebuild(main, "nobody", () => [make("p", { class: "nobody" }, say("nobodyPlays"))]);
  } else {
    rebuild(main, [slide.id, slide.key], slide.draw);
  }
  document.body.dataset.slide = slide.id;
  const free = tables.filter(({ mode }) => mode === "free");
  rebuild(part("free"), free.map(({ name }) => name), () => (free.length ? [make("li", { class: "label" }, say("freeTables")), ...free.map(({ name }) => make("li", { dir: "auto" }, name))] : []));
  rebuild(part("dots"), [slides.length, at], () => (slides.length > 1 ? slides.map((_, i) => make("i", { "data-on": i === at })) : []));
  tick();
  fitNames();
}

function panel(table) {
  return make("section", { class: "panel", "data-table": table.key },
    make("p", { class: "panel-head" }, make("b", { "data-part": "name", dir: "auto" }), make("span", { "data-part": "game" })),
    make("div", { class: "panel-players", "data-part": "players" }),
    make("p", { class: "panel-foot", "data-part": "foot" }));
}

function fill(element, table) {
  element.dataset.mode = table.mode;
  setText(part("name", element), table.place.club === own ? table.name : `${table.place.club} · ${table.name}`);
  setText(part("game", element), table.game);
  rebuild(part("players", element), table.players, () =>
    table.players.map(({ seat, name, score, frames, lit }) =>
      make("div", { class: "row", "data-lit": lit, "data-seat": seat },
        make("span", { class: "row-name", dir: "auto" }, name),
        make("span", { class: "row-frames" }, frames),
        make("b", { class: "row-score" }, score))));
}

function tick() {
  if (!hall) return;
  const now = Date.now();
  setText(part("time"), timeOfDay(serverTime(hall, now)));
  const slide = slides[at];
  if (slide?.kind !== "tables") return;
  for (const table of slide.tables) {
    const foot = document.querySelector(`[data-table="${CSS.escape(table.key)}"] [data-part="foot"]`);
    const state = table.mode === "away" ? awayText(table) : table.phase;
    if (foot) setText(foot, [state, table.run, clocks(table, hall, now)].filter(Boolean).join(" · "));
  }
}

function fitNames() {
  for (const name of document.querySelectorAll(".row-name")) fitText(name, 1, 8);
  // Names of one slide have one size, the smallest that any of them needs.
  const sizes = [...document.querySelectorAll(".row-name")].map((name) => parseFloat(name.style.fontSize));
  for (const name of document.querySelectorAll(".row-name")) name.style.fontSize = `${Math.max(Math.min(...sizes), 1.4)}rem`;
}

function turn() {
  if (performance.now() - since < SECONDS * 1000) return;
  since = performance.now();
  at = (at + 1) % Math.max(1, slides.length);
  render();
}

let asking = 0;
let newest = 0; // of what was asked, the last whose answer is on the wall
async function askTournaments() {
  if (!WITH_TOURNAMENTS) return;
  const turn = ++asking;
  try {
    const answer = await fetch(`/tournament/live.json?lang=${lang}`, { cache: "no-store" });
    const found = answer.ok ? await answer.json() : null;
    if (!found || turn < newest) return; // overtaken: what is shown knows more
    newest = turn;
    tournaments = found;
    render();
  } catch {
    // The line says by itself that the server is away.
  }
}

watch(
  (next) => {
    hall = next;
    render();
  },
  ({ topic }) => (topic === "tournament" || topic === "local/opened") && askTournaments(),
);
addEventListener("resize", render);
document.fonts.addEventListener("loadingdone", render); // the letters of a name come when there is one
document.addEventListener("keydown", ({ key }) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!step || !slides.length) return;
  at = (at + step + slides.length) % slides.length;
  since = performance.now();
  render();
});
setInterval(() => {
  tick();
  turn();
}, 1000);
setInterval(askTournaments, TOURNAMENTS_EVERY_MS);
