// The senses of the table: what works, and what a person does not want to be believed.

import { make } from "../dom.js";
import { button } from "./bits.js";
import { offer } from "./model.js";
import { openSheet } from "./sheet.js";

export function openSenses(app) {
  openSheet("senses", () => {
    const panel = app.panel();
    if (!panel) return null;
    const { t } = app;
    return {
      title: t("senses.title"),
      note: panel.senses.length ? t("senses.note") : t("senses.none"),
      body: [make("div", { class: "list" }, ...panel.senses.map((sense) => row(app, panel, sense)))],
    };
  });
}

function row(app, panel, { id, words, works, off }) {
  const now = off ? "senses.off" : works ? "senses.works" : "senses.broken";
  const others = panel.senses.filter((sense) => sense.off && sense.id !== id).map((sense) => sense.id);
  return button({
    key: `sense-${id}`,
    kind: "row",
    text: app.words(words),
    note: app.t(now),
    pressed: !off,
    why: app.blocked() || app.words(offer(panel, "sense").why),
    tap: () => app.act({ do: "sense", off: off ? others : [...others, id] }, app.words(words)),
  });
}
