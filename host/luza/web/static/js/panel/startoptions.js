// The options of a game on the form of a new match: each with what it means and what is usual.

import { make } from "../dom.js";
import { button, segments, stepper } from "./bits.js";
import { redrawSheet } from "./sheet.js";

/** The options that are not as usual. */
export function changedOptions(form, game) {
  return game.options.filter((option) => option.key in form.options && !same(form.options[option.key], option.default ?? ofGame(form, game, option)));
}

function same(a, b) {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

export function optionRow(app, form, game, asked) {
  const option = { ...asked, default: asked.default ?? ofGame(form, game, asked) };
  const { key, words, about } = option;
  const value = key in form.options ? form.options[key] : option.default;
  const set = (chosen) => {
    form.options[key] = chosen;
    redrawSheet();
  };
  return make(
    "div",
    { class: "option", "data-option": key },
    make("h4", {}, app.words(words)),
    make("p", {}, app.words(about)),
    KINDS[option.kind](app, form, option, value, set),
    make("p", { class: "usual" }, app.t("start.default", { what: usualText(app, option) })),
  );
}

/** What wins a frame depends on how many play, in classic. */
function ofGame(form, { target }, { key }) {
  return key === "target" ? (target[form.players.length - 2] ?? target[0]) : null;
}

function usualText(app, { kind, default: usual, choices }) {
  const chosen = choices.find(({ value }) => same(value, usual));
  if (chosen) return app.words(chosen.words);
  if (usual === null || usual === undefined || (Array.isArray(usual) && !usual.length)) return app.t("start.none");
  if (kind === "seconds") return app.t("start.seconds", { n: usual });
  return Array.isArray(usual) ? usual.map(app.number).join(" : ") : app.number(usual);
}

const KINDS = {
  choice: (app, form, { key, words, choices }, value, set) =>
    segments(key, app.words(words), choices.map((choice) => ({ value: choice.value, text: app.words(choice.words) })), value, set),

  number: (app, form, { key, words, low, high }, value, set) =>
    stepper({ key, label: app.words(words), value: value ?? low ?? 1, low: low ?? 1, high: high ?? 1000, changed: set }),

  numbers: (app, form, { key, low, high }, value, set) => {
    const each = form.players.map((_, i) => value?.[i] ?? 0);
    const change = (i) => (number) => set(each.map((old, j) => (j === i ? number : old)));
    return make(
      "div",
      {},
      ...form.players.map((name, i) => {
        const label = name.trim() || app.t("start.player", { n: i + 1 });
        return make(
          "div",
          { class: "labelled" },
          make("span", { dir: "auto" }, label),
          stepper({ key: `${key}-${i}`, label, value: each[i], low: low ?? -100, high: high ?? 100, changed: change(i) }),
        );
      }),
    );
  },

  fouls: (app, form, { key, choices }, value, set) => {
    const waived = value ?? [];
    const toggle = (id) => set(waived.includes(id) ? waived.filter((one) => one !== id) : [...waived, id]);
    return make(
      "div",
      { class: "quick" },
      ...choices.map((choice) =>
        button({
          key: `${key}-${choice.value}`,
          kind: "pill",
          text: app.words(choice.words),
          pressed: waived.includes(choice.value),
          tap: () => toggle(choice.value),
        }),
      ),
    );
  },

  seconds: (app, form, { key, words, choices }, value, set) =>
    segments(key, app.words(words), choices.map((choice) => ({ value: choice.value, text: app.words(choice.words) })), value ?? null, set),
};
