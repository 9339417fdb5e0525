// One table: its score, its cloth, its health, while the server's lists of shots are renewed beside it.

import { make, part, rebuild, setText } from "../dom.js";
import { words } from "../language.js";
import { drawTable } from "../table.js";
import { scoreboard, timeOfDay } from "../view.js";
import { awayText, clocks, glance } from "./card.js";
import { keyOf } from "./hall.js";
import { watch } from "./live.js";
import { lang, say } from "./texts.js";

const main = document.querySelector("main");
const key = keyOf(main.dataset.club, main.dataset.table);
const EMPTY = { rack: false, lag: false, cueBall: "as_lies", open: true, pockets: [], live: false };
let hall = null;
let glanced = null;

function render(next, keys) {
  hall = next;
  const one = hall.tables[key];
  if (!one || (keys !== null && !keys.includes(key))) return;
  glanced = glance(key, one);
  const board = scoreboard(one.said, lang, false);
  document.body.dataset.seq = one.said.state?.seq ?? "";
  const playing = board.mode !== "waiting" && board.mode !== "idle";
  drawTable(part("cloth"), playing ? board.cloth : EMPTY);
  const resting = board.mode === "waiting" ? say("connecting") : board.status || say("free");
  const said = playing ? board : resting;
  rebuild(part("board"), [said, glanced.mode], () => (playing ? shown(board) : [make("p", { class: "resting" }, resting)]));
  rebuild(part("parts"), [one.said.health?.parts, glanced.notices], () => health(one.said.health, glanced.notices));
  tick();
}

function shown(board) {
  return [
    make("p", { class: "board-game" }, board.game, make("span", {}, [board.frameTitle, board.race].join(" · "))),
    ...board.players.map((player) =>
      make("div", { class: "side", "data-player": player.index, "data-lit": player.atTable || player.winner },
        make("span", { class: "side-name", dir: "auto" }, player.name),
        make("span", { class: "side-tag" }, [player.tag, player.run].filter(Boolean).join(" · ")),
        make("span", { class: "side-frames" }, board.countsFrames ? String(player.framesWon) : ""),
        make("b", { class: "side-score", "data-score": player.score }, player.scoreText))),
    make("p", { class: "board-status" }, board.status),
    ...(board.shot?.text ? [make("p", { class: "board-shot", "data-kind": board.shot.kind }, make("b", {}, board.shot.title), " ", board.shot.text)] : []),
    ...(board.instruction ? [make("p", { class: "board-shot" }, make("b", {}, board.instruction.title), " ", board.instruction.text)] : []),
  ];
}

function health(told, notices) {
  const parts = Object.entries(told?.parts ?? {});
  if (!parts.length && !notices.length) return [make("li", { class: "none" }, say("noHealth"))];
  const ofParts = parts.map(([name, { state, reason, since }]) =>
    make("li", { "data-state": state }, make("b", {}, say(`part.${name}`)), " ", state === "ok" ? say("ok") : `${words(lang, reason) || say(state)}${since ? ` (${timeOfDay(Date.parse(since))})` : ""}`));
  const reasons = new Set(parts.map(([, { reason }]) => words(lang, reason)));
  const others = notices.filter(({ text }) => !reasons.has(text)).map(({ level, text }) => make("li", { "data-state": level === "fault" ? "fault" : "degraded" }, text));
  return [...others, ...ofParts];
}

function tick() {
  if (!glanced) return;
  const state = glanced.mode === "away" ? awayText(glanced) : glanced.mode === "free" ? say("free") : glanced.phase;
  setText(part("state"), [state, clocks(glanced, hall, Date.now())].filter(Boolean).join(" · "));
}

/** Whether the server's lists may be others after this. */
function changes({ topic, data }) {
  if (topic === "local/opened") return true; // what came before, or while the line was lost, nobody has told
  if (!data || keyOf(data.club, data.table) !== key) return false;
  // A shot is in the lists once it is written, which is later than it is told. An alert: a message from the desk is
  // on the screen now, or no more.
  return topic === "history" || (topic === "table" && /^(event\/(match|message)|alert\/.+)$/.test(data.topic));
}

setInterval(tick, 1000);
watch(render, (message) => {
  if (changes(message)) document.dispatchEvent(new CustomEvent("luza:changed"));
});
