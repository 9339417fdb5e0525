// The wall's slides of a tournament: its table with ties as the text leaves them, groups, bracket, who plays where.

import { make } from "../dom.js";
import { number } from "../view.js";
import { say } from "./texts.js";

const LINES = 12; // that can be read from afar

/** The slides of the tournaments that `/tournament/live.json` tells of. */
export function standingsSlides(tournaments) {
  return tournaments.flatMap((one) => [...tables(one), ...groups(one), ...bracket(one)]);
}

function tables({ id, name, standings, next }) {
  const parts = Math.ceil(standings.length / LINES);
  return Array.from({ length: parts }, (_, i) => {
    const lines = standings.slice(i * LINES, (i + 1) * LINES);
    return {
      kind: "standings",
      id: `${id}-table-${i}`,
      title: name,
      key: [lines, next],
      draw: () => [
        make("div", { class: "standings", "data-few": lines.length <= 8 }, table(lines, [["won", ({ won, lost }) => `${won} : ${lost}`], ["frames", ({ frames }) => signed(frames)], ["balls", ({ balls }) => signed(balls)]])),
        aside(next),
      ],
    };
  });
}

function groups({ id, name, groups: all, next }) {
  if (!all.length) return [];
  return [{
    kind: "groups",
    id: `${id}-groups`,
    title: name,
    key: [all, next],
    draw: () => all.map(({ group, lines }) =>
      make("section", { class: "standings" }, make("h2", {}, group), table(lines, [["won", ({ won, lost }) => `${won} : ${lost}`], ["frames", ({ frames }) => signed(frames)]]))),
  }];
}

function bracket({ id, name, bracket: svg, champion }) {
  if (!svg) return [];
  return [{
    kind: "bracket",
    id: `${id}-bracket`,
    title: champion ? `${name} · ${say("champion", { name: champion })}` : name,
    key: svg,
    draw: () => [document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true)],
  }];
}

function table(lines, columns) {
  return make("table", {},
    make("thead", {}, make("tr", {}, make("td", {}), make("td", {}), ...columns.map(([key]) => make("th", { scope: "col" }, say(key))))),
    make("tbody", {}, ...lines.map((line) =>
      make("tr", { "data-place": line.place }, make("td", { class: "place" }, String(line.place)), make("th", { scope: "row", dir: "auto" }, line.name), ...columns.map(([, value]) => make("td", {}, value(line)))))));
}

function aside(next) {
  if (!next.length) return make("aside", { hidden: true });
  return make("aside", {}, ...["playing", "called", "next"].flatMap((state) => {
    const found = next.filter((one) => one.state === state).slice(0, 5);
    if (!found.length || (state === "called" && !found.length)) return [];
    return [
      make("h2", {}, say(state === "next" ? "callNext" : "playingNow")),
      make("ul", {}, ...found.map(({ players, table: where }) => make("li", {}, ...(where ? [make("small", {}, where)] : []), make("span", { dir: "auto" }, players.join(" — "))))),
    ];
  }));
}

function signed(value) {
  return value > 0 ? `+${value}` : number(value);
}

