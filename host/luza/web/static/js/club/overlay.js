// A table over a video picture: names, frames, score, the shot clock; nothing behind them.

import { make, part, rebuild, setText, show } from "../dom.js";
import { countdown, scoreboard } from "../view.js";
import { keyOf } from "./hall.js";
import { watch } from "./live.js";
import { lang } from "./texts.js";

const place = document.querySelector(".overlay").dataset;
const key = keyOf(place.club, place.table);
const asked = new URLSearchParams(location.search);
document.body.dataset.at = asked.get("at") === "top" ? "top" : "bottom";
let said = null;

function render(hall, keys) {
  if (keys !== null && !keys.includes(key)) return;
  said = hall.tables[key]?.said ?? null;
  const strip = part("strip");
  const board = said ? scoreboard(said, lang, false) : { mode: "waiting" };
  const on = board.mode !== "waiting" && board.mode !== "idle" && hall.server.away === null && board.away?.kind !== "table";
  show(strip, on);
  if (!on) return;
  document.body.dataset.seq = said.state.seq;
  rebuild(strip, [board.players, board.frameTitle, board.race, board.game], () => drawn(board));
  tick();
}

function drawn({ players, game, frameTitle, race, countsFrames }) {
  const side = ({ index, name, scoreText, framesWon, atTable, winner, run }) =>
    make("div", { class: "side", "data-player": index, "data-lit": atTable || winner },
      make("span", { class: "name", dir: "auto" }, name),
      make("span", { class: "run" }, run),
      make("span", { class: "frames" }, countsFrames ? String(framesWon) : ""),
      make("b", { class: "score" }, scoreText));
  return [
    ...players.slice(0, 1).map(side),
    make("div", { class: "middle" }, make("span", { class: "clock", "data-part": "clock" }), make("span", {}, frameTitle), make("small", {}, race)),
    ...players.slice(1).map(side),
    make("p", { class: "game" }, game),
  ];
}

function tick() {
  const clock = part("clock");
  if (!said || !clock) return;
  const left = countdown(said, Date.now());
  show(clock, left !== null);
  if (left === null) return;
  setText(clock, String(left.seconds));
  clock.dataset.level = left.level;
}

watch(render);
setInterval(tick, 200);
