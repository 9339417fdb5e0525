// The health of all tables in one list: what is not well, since when, and what to do about it.

import { make, part, rebuild, setText, show } from "../dom.js";
import { words } from "../language.js";
import { timeOfDay } from "../view.js";
import { awayText, glance, inOrder } from "./card.js";
import { watch } from "./live.js";
import { lang, say } from "./texts.js";

const CLOCK_OFF_S = 30;
const DAY_MS = 24 * 3600 * 1000;
const SERVER_EVERY_MS = 15000;
const RANK = { fault: 0, degraded: 1, ok: 2 };
const search = part("search");
const own = document.querySelector("main").dataset.own;
let filter = "ill";
let hall = null;
let server = null;

function rows() {
  const tables = Object.entries(hall.tables).map(([key, one]) => [glance(key, one), one]).sort(([a], [b]) => inOrder(a, b));
  return [...ofServer(), ...tables.flatMap(([glanced, one]) => ofTable(glanced, one))];
}

function ofServer() {
  if (!server) return [];
  const row = (state, reason) => ({ table: say("server"), href: null, part: "", state, since: null, reason });
  return server.troubles.length ? server.troubles.map((said) => row("degraded", words(lang, said))) : [row("ok", "")];
}

function ofTable(glanced, one) {
  const { place } = glanced;
  const row = (what, state, since, reason) => ({
    table: place.club === own ? glanced.name : `${place.club} · ${glanced.name}`,
    href: `/table/${place.club}/${place.table}`,
    part: what,
    state,
    since,
    reason,
  });
  const here = (at) => (at ? Date.parse(at) - (one.line?.clock_ahead_s ?? 0) * 1000 : null);
  const found = [];
  if (glanced.mode === "away") found.push(row(say("part.table"), "fault", glanced.awaySince, awayText(glanced)));
  const told = new Set();
  for (const [name, { state, reason, since }] of Object.entries(one.said.health?.parts ?? {})) {
    const text = words(lang, reason);
    told.add(text);
    found.push(row(say(`part.${name}`), state, here(since), text));
  }
  for (const { level, since, words: said } of Object.values(one.said.alerts)) {
    const text = words(lang, said);
    if (!told.has(text)) found.push(row(say("part.alert"), level === "fault" ? "fault" : "degraded", here(since), text));
  }
  const ahead = one.line?.clock_ahead_s ?? 0;
  if (Math.abs(ahead) > CLOCK_OFF_S) {
    const text = say(ahead > 0 ? "clockAhead" : "clockBehind", { n: Math.round(Math.abs(ahead)) });
    found.push(row(say("clock"), "degraded", null, text));
  }
  return found;
}

function render(next) {
  hall = next;
  const all = rows();
  const ill = all.filter(({ state }) => state !== "ok");
  setText(part("summary"), ill.length ? say("illOf", { ill: ill.length, all: all.length }) : say("allWell"));
  const wanted = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const shown = (filter === "ill" ? ill : all)
    .filter(({ table, part: what, reason }) => wanted.every((word) => `${table} ${what} ${reason}`.toLocaleLowerCase().includes(word)))
    .sort((one, other) => RANK[one.state] - RANK[other.state]);
  rebuild(part("rows"), shown, () => shown.map(line));
  show(part("nothing"), shown.length === 0);
  setText(part("nothing"), say(ill.length ? "noneFits" : "allWell"));
}

function line({ table, href, part: what, state, since, reason }) {
  return make("tr", { "data-state": state },
    make("th", { scope: "row" }, href ? make("a", { href, dir: "auto" }, table) : table),
    make("td", {}, what),
    make("td", {}, make("span", { class: "state" }, say(state))),
    make("td", { class: "n" }, since === null ? "" : sinceText(since)),
    make("td", { class: "wide" }, reason));
}

function sinceText(at) {
  const clock = timeOfDay(at);
  if (Math.abs(Date.now() - at) < DAY_MS / 2) return clock;
  return `${new Date(at).toLocaleDateString(lang, { day: "numeric", month: "short" })}, ${clock}`;
}

async function ask() {
  try {
    const answer = await fetch("/api/v1/health", { cache: "no-store" });
    server = answer.ok ? await answer.json() : null;
    if (hall) render(hall);
  } catch {
    // The line says by itself that the server is away.
  }
}

search.addEventListener("input", () => hall && render(hall));
for (const button of document.querySelectorAll("[data-filter]")) {
  button.addEventListener("click", () => {
    filter = button.dataset.filter;
    for (const one of document.querySelectorAll("[data-filter]")) one.setAttribute("aria-pressed", String(one === button));
    if (hall) render(hall);
  });
}
watch(render);
ask();
setInterval(ask, SERVER_EVERY_MS);
