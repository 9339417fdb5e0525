// The wall scoreboard: wires the connection to the reducer and puts view.js on the page.

import { connect } from "./connection.js";
import { make, part, rebuild, setAttribute, setText, show } from "./dom.js";
import { fitText } from "./fit.js";
import { renewIfUpdated } from "./fresh.js";
import { addressIn, chosenLanguage, text } from "./language.js";
import { hostTime, initial, reduce } from "./reducer.js";
import { drawRack, drawTable } from "./table.js";
import { countdown, scoreboard, timeOfDay } from "./view.js";

const lang = chosenLanguage();
const otherLang = lang === "ru" ? "en" : "ru";
const swap = new URLSearchParams(location.search).get("swap") === "1";
const parts = Object.fromEntries(
  [...document.querySelectorAll("[data-part]")].map((element) => [element.dataset.part, element]),
);

let state = initial;
let drawn = false;

function dispatch(message) {
  state = reduce(state, message);
  if (!drawn) requestAnimationFrame(render);
  drawn = true;
  renewIfUpdated(state.build);
}

function render() {
  drawn = false;
  const board = scoreboard(state, lang, swap);
  setAttribute(document.body, "data-mode", board.mode);
  setAttribute(document.body, "data-away", board.away?.kind);
  setAttribute(document.body, "data-seq", state.state?.seq);
  document.title = [text(lang, "title"), board.table].filter(Boolean).join(" · ");
  setText(parts.table, board.table);
  setText(parts.club, board.club);
  renderAway(board.away);
  renderNotices(board.notices);
  const playing = board.mode !== "waiting" && board.mode !== "idle";
  show(parts.match, playing);
  show(parts.rest, !playing);
  setText(parts.restText, board.status || text(lang, board.mode === "idle" ? "idle" : "connecting"));
  setText(parts.game, playing ? board.game : "");
  if (playing) renderMatch(board);
  tick();
  fitAll();
}

function renderMatch(board) {
  setAttribute(parts.match, "data-players", board.players.length);
  renderPlayers(board.players);
  setText(parts.frameTitle, board.frameTitle);
  setText(parts.race, board.race);
  show(parts.frames, board.countsFrames);
  rebuild(parts.frames, board.players.map(({ index, framesWon }) => [index, framesWon]), () =>
    board.players.map(({ index, framesWon }) => make("b", { "data-frames-of": index }, String(framesWon))),
  );
  rebuild(parts.results, board.results, () => board.results.map(resultLine));
  setText(parts.status, board.status);
  drawTable(parts.cloth, board.cloth);
  setAttribute(parts.tableBox, "data-open", board.cloth.open);
  renderShot(board.shot);
  renderWhy(board.shot);
  renderInstruction(board.instruction);
  renderDecision(board.decision);
  announce(board);
}

function resultLine({ sides, won }) {
  return make("li", {}, ...sides.flatMap((score, i) => [
    ...(i ? [make("i", {}, ":")] : []),
    make("span", { "data-won": won === i }, score),
  ]));
}

function renderPlayers(players) {
  setAttribute(parts.players, "data-digits", Math.max(...players.map(({ scoreText }) => scoreText.length)));
  rebuild(parts.players, players.map(({ index }) => index), () => players.map(playerPanel));
  for (const player of players) {
    const panel = parts.players.querySelector(`[data-player="${player.index}"]`);
    setAttribute(panel, "data-at-table", player.atTable);
    setAttribute(panel, "data-winner", player.winner);
    setAttribute(panel, "data-score", player.score);
    setText(part("tag", panel), player.tag);
    setText(part("name", panel), player.name);
    setNumber(part("delta", panel), player.delta);
    setAttribute(part("delta", panel), "data-loss", player.delta !== "" && !player.delta.startsWith("+"));
    setText(part("run", panel), player.run);
    setText(part("debt", panel), player.debt);
    renderScore(part("score", panel), player.scoreText);
    renderShelf(part("shelf", panel), player);
  }
}

function playerPanel({ index }) {
  return make("section", { class: "player", "data-player": index },
    make("p", { class: "tag", "data-part": "tag" }),
    make("h2", { class: "name fit", "data-part": "name", "data-fit": "1.1 5.6", dir: "auto" }),
    make("div", { class: "figure" },
      make("p", { class: "score", "data-part": "score" }),
      make("span", { class: "delta", "data-part": "delta" }),
      make("p", { class: "account" },
        make("span", { class: "debt", "data-part": "debt" }),
        make("span", { class: "run", "data-part": "run" }))),
    make("div", { class: "shelf", "data-part": "shelf" }));
}

/** A new number drops in, as a ball would; the first one is simply there. */
function renderScore(element, score) {
  if (element.textContent === score) return;
  const first = element.textContent === "";
  setNumber(element, score);
  if (!first) {
    element.classList.remove("changed");
    void element.offsetWidth; // restarts the animation
    element.classList.add("changed");
  }
}

/** A number whose minus has the weight of its digits: that of the serif is a hairline from ten metres. */
function setNumber(element, value) {
  if (element.textContent === value) return;
  const minus = value.startsWith("\u2212") || value.startsWith("+");
  element.replaceChildren(...(minus ? [make("span", { class: "minus" }, value[0]), value.slice(1)] : [value]));
}

function renderShelf(element, { shelf, shelfText, debtBalls }) {
  show(element, shelf !== null);
  setAttribute(element, "role", "img");
  setAttribute(element, "aria-label", shelfText);
  if (!shelf) return;
  rebuild(element, [shelf, debtBalls], () =>
    Array.from({ length: shelf.slots }, (_, i) =>
      make("i", { class: i < shelf.balls ? "ball" : i < debtBalls ? "slot owed" : "slot" })));
  setAttribute(element, "data-slots", shelf.slots > 8 ? "many" : "few");
}

/** Cards share the width by how much they have to say. */
function weigh(card, characters) {
  card.style.flexGrow = Math.min(200, Math.max(70, characters));
}

function renderShot(shot) {
  show(parts.shot, shot !== null);
  if (!shot) return;
  setAttribute(parts.shot, "data-kind", shot.kind);
  setText(parts.shotTitle, shot.title);
  setText(parts.shotText, shot.text);
  weigh(parts.shot, shot.text.length + 25 * shot.balls.length);
  show(parts.shotText, shot.text !== "");
  rebuild(parts.shotMarks, shot.marks, () => shot.marks.map((mark) => make("span", { class: "mark" }, mark)));
  rebuild(parts.shotBalls, shot.balls, () =>
    shot.balls.map(({ kind, label, text: where }) =>
      make("li", {}, make("i", { class: "ball", "data-kind": kind }, label), make("span", {}, where))));
  show(parts.shotBalls, shot.balls.length > 0);
}

/** A judged stroke opens its reason; the words for that are loaded when somebody wants them. */
function renderWhy(shot) {
  if (!parts.whyOpen) return; // a table without its panel explains nothing
  const last = shot && shot.kind !== "open" ? state.state.last_shot : null;
  show(parts.whyOpen, last !== null);
  setAttribute(parts.whyOpen, "aria-label", text(lang, "why"));
  const about = JSON.stringify(last); // another verdict on the same stroke has another reason
  if (parts.whyOpen.dataset.about === about) return;
  parts.whyOpen.dataset.about = about;
  parts.why.close();
}

async function openWhy() {
  const { openWall } = await import("./why/wall.js");
  openWall(parts.why, state.state.last_shot.n, { lang, players: state.state.players });
}

function renderInstruction(instruction) {
  show(parts.instruction, instruction !== null);
  if (!instruction) return;
  setText(parts.instructionTitle, instruction.title);
  setText(parts.instructionText, instruction.text);
  weigh(parts.instruction, instruction.text.length);
  const { toSpot, toRemove } = instruction;
  rebuild(parts.instructionBalls, [toSpot, toRemove], () =>
    [...Array(Math.min(8, toSpot + toRemove)).keys()].map((i) =>
      make("i", { class: i < toSpot ? "ball" : "ball leaving" })));
}

function renderDecision(decision) {
  show(parts.decision, decision !== null);
  if (!decision) return;
  setText(parts.decisionTitle, decision.title);
  const { title, options } = decision;
  weigh(parts.decision, Math.max(title.length * 2.2, options.map(({ text: option }) => option).join("  ").length * 1.5));
  rebuild(parts.options, decision, () =>
    decision.options.map(({ text: option, isDefault }) =>
      make("li", { "data-default": isDefault }, make("span", {}, option),
        ...(isDefault ? [make("small", {}, decision.note)] : []))));
}

function renderAway(away) {
  show(parts.away, away !== null);
  if (!away) return;
  setText(parts.awayText, away.text);
  setText(parts.awayNote, away.note);
}

function renderNotices(notices) {
  show(parts.notices, notices.length > 0);
  rebuild(parts.notices, notices, () =>
    notices.slice(0, 3).map(({ kind, text: notice }) => make("li", { "data-kind": kind, "data-fit": "1.2 1.9" }, notice)));
}

/** One sentence for a screen reader, when a shot was judged or the turn or the score changed. */
function announce({ players, shot, status, decision }) {
  const scores = players.map(({ name, score }) => `${name} ${score}`).join(", ");
  const said = shot && shot.kind !== "open" ? shot.text : "";
  setText(parts.announcer, [said, scores, status, decision?.title].filter(Boolean).join(". "));
}

/** What moves by itself: the time of day and the shot clock. */
function tick() {
  const now = Date.now();
  setText(parts.time, timeOfDay(hostTime(state, now)));
  const clock = countdown(state, now);
  show(parts.clock, clock !== null);
  if (!clock) return;
  setText(parts.clockSeconds, String(clock.seconds));
  setAttribute(parts.clock, "data-level", clock.level);
  setAttribute(parts.clock, "aria-label", text(lang, clock.seconds ? "clock" : "clockOver"));
  parts.clock.style.setProperty("--share", clock.share);
}

function fitAll() {
  for (const element of document.querySelectorAll("[data-fit]")) {
    if (element.clientWidth === 0) continue;
    const key = `${element.textContent}|${element.clientWidth}x${element.clientHeight}`;
    if (fitted.get(element) === key) continue;
    const [least, most] = element.dataset.fit.split(" ").map(Number);
    fitText(element, least, most);
    fitted.set(element, key);
  }
}
const fitted = new WeakMap();

function refit() {
  for (const element of document.querySelectorAll("[data-fit]")) fitted.delete(element);
  fitAll();
}

setText(parts.language, text(lang, "otherLanguage"));
parts.language.href = addressIn(otherLang);
parts.language.lang = otherLang;
parts.whyOpen?.addEventListener("click", openWhy);
drawRack(parts.rack);
addEventListener("resize", refit);
document.fonts.addEventListener("loadingdone", refit); // the letters of a name come when there is one
setInterval(tick, 100);
render();
connect("/events", dispatch);
