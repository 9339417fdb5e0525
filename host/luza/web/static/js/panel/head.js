// The head of the panel: whose score it is, who is at the table, frames. A tap on a player opens his sheet.

import { make } from "../dom.js";
import { icon, renew } from "./bits.js";
import { openPlayer } from "./player.js";

export function drawHead(element, app, board) {
  element.hidden = !board.players;
  if (!board.players) return;
  const { players, framesWon, frameTitle, race, countsFrames, results } = { framesWon: null, ...board };
  element.dataset.players = players.length;
  const key = [players, framesWon, frameTitle, race, countsFrames, results, app.blocked()];
  renew(element, key, () => [...players.map((player) => side(app, player)), middle(app, board)]);
}

function side(app, player) {
  const { name, scoreText, tag, run, debt, delta, shelf } = player;
  const opens = [app.t("player.open", { name, score: scoreText }), player.atTable ? app.t("player.at") : "", run, debt];
  const made = make(
    "button",
    {
      type: "button",
      class: "side",
      "data-key": `player-${player.index}`,
      "data-player": player.index,
      "data-at-table": player.atTable,
      "data-winner": player.winner,
      "data-score": player.score,
      "aria-label": opens.filter(Boolean).join(", "),
    },
    make("span", { class: "tag" }, tag),
    make("span", { class: "name", dir: "auto" }, name),
    make("span", { class: "score", "data-digits": scoreText.length }, ...signed(scoreText)),
    make(
      "span",
      { class: "account" },
      ...[run && make("span", {}, run), debt && make("span", { class: "debt" }, debt)].filter(Boolean),
    ),
    ...(delta ? [make("span", { class: "delta", "data-loss": !delta.startsWith("+") }, ...signed(delta))] : []),
    ...(shelf ? [shelfOf(shelf, player.debtBalls)] : []),
  );
  made.addEventListener("click", () => openPlayer(app, player.index));
  return made;
}

/** A number whose sign has the weight of its digits, as on the wall. */
function signed(text) {
  return /^[\u2212+]/.test(text) ? [make("span", { class: "minus" }, text[0]), text.slice(1)] : [text];
}

function shelfOf({ balls, slots }, owed) {
  return make(
    "span",
    { class: "shelf", "data-slots": slots > 8 ? "many" : "few" },
    ...Array.from({ length: slots }, (_, i) => make("i", { class: i < balls ? "ball" : i < owed ? "slot owed" : "slot" })),
  );
}

function middle(app, { players, frameTitle, race, countsFrames, results }) {
  const swapped = app.whole()?.swapped ?? false;
  const swap = make(
    "button",
    {
      type: "button",
      class: "round swap",
      "data-key": "swap",
      "aria-label": app.t("swap"),
      "aria-pressed": String(swapped),
      "aria-disabled": app.blocked() ? "true" : null,
    },
    icon("swap"),
  );
  swap.addEventListener("click", () => app.act({ do: "sides", swapped: !swapped }, app.t("swap")));
  return make(
    "div",
    { class: "middle" },
    make("p", { class: "frame-title" }, make("b", {}, frameTitle), " ", make("span", {}, race)),
    ...(countsFrames
      ? [make("p", { class: "frames" }, ...players.map(({ index, framesWon }) => make("b", { "data-frames-of": index }, String(framesWon))))]
      : []),
    make("p", { class: "results" }, ...results.slice(-3).map(({ sides }) => make("span", {}, sides.join(":")))),
    swap,
  );
}
