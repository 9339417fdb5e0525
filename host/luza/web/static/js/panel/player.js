// What can be said of one player: a tap on the score opens it.

import { make } from "../dom.js";
import { button } from "./bits.js";
import { offer } from "./model.js";
import { openScore } from "./score.js";
import { closeSheet, openSheet } from "./sheet.js";

const SAID_OF_A_PLAYER = ["extension", "affair", "concede"];

export function openPlayer(app, index) {
  openSheet("player", () => {
    const panel = app.panel();
    const now = panel?.state;
    if (!now?.frame || index >= now.players.length) return null;
    const bent = ["bent:on", "bent:off"].map((id) => offer(panel, id)).find((one) => one.here && !one.why);
    return {
      title: now.players[index],
      note: app.t("player.score", { score: app.number(now.frame.score[index]) }),
      body: [
        make(
          "div",
          { class: "list" },
          button({ key: "score", kind: "row", sign: "plus", text: app.t("more.score"), why: app.blocked() || app.words(offer(panel, "score").why), tap: () => openScore(app) }),
          ...SAID_OF_A_PLAYER.map((type) => saidOf(app, panel, type, index)).filter(Boolean),
          ...(bent && index === now.frame.at_table ? [bending(app, bent)] : []),
        ),
      ],
    };
  });
}

function saidOf(app, panel, type, player) {
  const { here, words, why, players } = offer(panel, type);
  if (!here) return null;
  const reason = app.blocked() || app.words(players.length ? players[player] : why);
  return app.button({
    key: type,
    kind: "row",
    text: app.words(words),
    note: reason,
    why: reason,
    entry: { type, player },
    before: closeSheet,
  });
}

function bending(app, { id, words }) {
  const on = id === "bent:on";
  return app.button({ key: "bent", kind: "row", text: app.words(words), entry: { type: "bent", on }, before: closeSheet });
}

/** One sheet for a statement that needs a player's name. */
export function openWhose(app, type, title) {
  openSheet(type, () => {
    const panel = app.panel();
    if (!panel?.state.frame) return null;
    const { why, players } = offer(panel, type);
    return {
      title,
      body: panel.state.players.map((name, player) => {
        const reason = app.blocked() || app.words(players.length ? players[player] : why);
        return app.button({ key: `${type}-${player}`, kind: "choice", text: name, note: reason, why: reason, entry: { type, player }, before: closeSheet });
      }),
    };
  });
}
