// The history of a match: how it went, what the players did, every stroke with its reason, and what to take home.

import { connect } from "./connection.js";
import { make, part, setText } from "./dom.js";
import { drawGraph } from "./history/graph.js";
import { historyTexts } from "./history/texts.js";
import { addressIn, chosenLanguage, words } from "./language.js";
import { number } from "./view.js";

const lang = chosenLanguage();
const say = historyTexts(lang);
const of = (sentence) => words(lang, sentence);
const asked = new URLSearchParams(location.search).get("match");
const BEST_RUNS = 6;

let shown = null; // of which frame the strokes are listed; null: of all
let match = null;

async function get(path) {
  const response = await fetch(`/panel/${path}`, { cache: "no-store" });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

async function load() {
  const list = await get("matches").catch(() => []);
  const wanted = asked ?? list[0]?.name; // the one that is on, else the latest
  try {
    match = await get(`history?match=${encodeURIComponent(wanted)}`);
    render();
  } catch {
    setText(part("note"), "");
    if (!match) part("page").replaceChildren(make("p", { class: "none" }, say(wanted ? "failed" : "none")));
  }
  matches(list);
}

function render() {
  const { players, frames_won: won, winner, ended } = match;
  document.title = `${players.join(" — ")} · ${say("title")}`;
  setText(part("title"), players.join(" — "));
  setText(part("note"), [of(match.game_words), say("raceTo", { n: match.race_to }), period(match.started, ended)].filter(Boolean).join(" · "));
  part("page").replaceChildren(
    section(
      "",
      make(
        "div",
        { class: "result" },
        ...players.map((name, i) => make("p", { "data-won": winner === i }, make("span", { dir: "auto" }, name), make("b", {}, String(won[i])))),
      ),
    ),
    section(say("graph"), legend(players), make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": say("graph") }, drawGraph(match.graph, players, { label: graphLabel(), frameLabel: (n) => say("frame", { n }) }))),
    section(say("figures"), figures()),
    ...(match.frames.length ? [section(say("frames"), make("ol", { class: "plain" }, ...match.frames.map((frame) => make("li", {}, of(frame)))))] : []),
    section(say("runs"), runs()),
    section(say("shots"), filter(), strokes()),
    section(say("export"), save()),
  );
}

function section(heading, ...children) {
  return make("section", {}, ...(heading ? [make("h2", {}, heading)] : []), ...children);
}

function period(from, to) {
  if (!from) return "";
  const day = new Date(from).toLocaleDateString(lang, { day: "numeric", month: "long", year: "numeric" });
  const time = (at) => new Date(at).toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit" });
  return `${day}, ${time(from)}–${to ? time(to) : say("live")}`;
}

function legend(players) {
  return make("ul", { class: "legend" }, ...players.map((name, i) => make("li", { "data-player": i }, make("i", {}), make("span", { dir: "auto" }, name))));
}

function graphLabel() {
  return [match.players.join(", "), ...match.frames.map(of)].join(". ");
}

const FIGURES = [
  ["strokes", ({ strokes }) => strokes],
  ["pots", ({ pots }) => pots],
  ["balls", ({ balls }) => balls],
  ["points", ({ points }) => number(points)],
  ["potting", ({ potting }) => (potting === null ? "—" : `${Math.round(potting * 100)} %`)],
  ["bestRun", ({ best_run: best }) => best],
  ["fouls", ({ fouls }) => fouls],
  ["time", ({ time_s: time }) => seconds(time)],
  ["longest", ({ longest_s: time }) => seconds(time)],
];

function figures() {
  const rows = FIGURES.filter(([key]) => key !== "points" || match.game === "classic");
  return make(
    "table",
    {},
    make("thead", {}, make("tr", {}, make("td", {}), ...match.players.map((name) => make("th", { scope: "col", dir: "auto" }, name)))),
    make("tbody", {}, ...rows.map(([key, value]) => make("tr", {}, make("th", { scope: "row" }, say(key)), ...match.figures.map((one) => make("td", {}, String(value(one))))))),
  );
}

function seconds(value) {
  return value === null ? "—" : say("seconds", { n: value.toFixed(1).replace(".", say("point")) });
}

function runs() {
  const best = match.runs
    .filter(({ balls }) => balls > 1)
    .sort((a, b) => b.balls - a.balls || a.first - b.first)
    .slice(0, BEST_RUNS);
  if (!best.length) return make("p", { class: "none" }, say("noRuns"));
  return make("ol", { class: "plain" }, ...best.map(({ player, balls, first, last, frame }) => make("li", {}, say("run", { who: match.players[player], n: balls, first, last, frame }))));
}

/** One frame at a time, or all: a long match has hundreds of strokes. */
function filter() {
  const numbers = [...new Set(match.shots.map(({ frame }) => frame))];
  if (numbers.length < 2) return make("span");
  const choose = (value, text) => {
    const made = make("button", { type: "button", "aria-pressed": String(shown === value) }, text);
    made.addEventListener("click", () => {
      shown = value;
      render();
    });
    return made;
  };
  return make("div", { class: "filter", role: "group", "aria-label": say("frames") }, choose(null, say("all")), ...numbers.map((n) => choose(n, say("frame", { n }))));
}

function strokes() {
  const listed = match.shots.filter(({ frame }) => shown === null || frame === shown);
  return make("ol", { class: "strokes" }, ...listed.map(stroke));
}

function stroke({ n, verdict, words: said, score, time_s: time }) {
  const text = [
    make("span", { class: "n" }, String(n)),
    make("span", { class: "said" }, of(said)),
    make("span", { class: "took" }, time === null ? "" : seconds(time)),
    make("b", { class: "score" }, score.map(number).join(":")),
  ];
  const live = match.ended === null; // only a match that is on has its facts at hand
  const line = live ? make("a", { href: `/why?n=${n}&lang=${lang}`, title: say("why", { n }) }, ...text) : make("div", {}, ...text);
  return make("li", { "data-verdict": verdict }, line);
}

function save() {
  const name = encodeURIComponent(match.match);
  const link = (href, text, download = null) => make("a", { class: "save", href, download }, text);
  return make(
    "p",
    { class: "saves" },
    link(`/panel/protocol/${name}?lang=${lang}`, say("protocol")),
    link(`/panel/export/${name}.tlog`, ".tlog", ""),
    link(`/panel/export/${name}.csv`, ".csv", ""),
  );
}

function matches(list) {
  part("matches").replaceChildren(
    ...(list.length
      ? [
          section(
            say("matches"),
            make(
              "ol",
              { class: "plain matches" },
              ...list.map(({ name, players, started, ended }) =>
                make("li", {}, make("a", { href: `/history?match=${encodeURIComponent(name)}&lang=${lang}`, "aria-current": match?.match === name ? "page" : null }, make("span", { dir: "auto" }, players.join(" — ")), make("small", {}, period(started, ended)))),
              ),
            ),
          ),
        ]
      : []),
  );
}

/** While the match is on, a judged stroke is a reason to look again. */
function dispatch({ topic }) {
  if (!asked && ["event/shot", "event/frame", "event/match"].includes(topic)) load();
}

setText(part("title"), say("title"));
setText(part("note"), say("loading"));
setText(part("toPanel"), say("toPanel"));
setText(part("toScoreboard"), say("toScoreboard"));
setText(part("language"), say("otherLanguage"));
part("language").href = addressIn(lang === "ru" ? "en" : "ru");
part("language").lang = lang === "ru" ? "en" : "ru";
await load();
if (!asked) connect("/events", dispatch);
