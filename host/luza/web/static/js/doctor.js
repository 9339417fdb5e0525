// The walk round the table: asks the host ten times in three seconds how it stands, and shows it whole.

import { draw, make, part, rebuild, setText, show } from "./dom.js";
import { addressIn, chosenLanguage, words } from "./language.js";

const EVERY_MS = 250;
const lang = chosenLanguage();
const of = (sentence) => words(lang, sentence);
const texts = {
  ru: {
    intro: "Обход занимает минут десять: страница просит, что сделать у стола, и показывает, что чувствует каждый датчик.",
    begin: "Начать обход", skip: "Дальше", again: "Ещё раз", save: "Сохранить в плату", end: "Закончить", report: "Отчёт для печати",
    count: "Шаг {n} из {of}", tries: " · {felt} из {wanted}", signIn: "Войдите на пульте как управляющий, затем вернитесь сюда.",
    toPanel: "Открыть пульт", away: "Нет связи со столом, пробую снова", fits: "Пороги подходят, менять нечего.",
  },
  en: {
    intro: "The walk takes some ten minutes: the page asks for what to do at the table, and shows what each sensor feels.",
    begin: "Begin the walk", skip: "Next", again: "Again", save: "Save on the board", end: "Finish", report: "Report to be printed",
    count: "Step {n} of {of}", tries: " · {felt} of {wanted}", signIn: "Sign in at the panel as the manager, then come back here.",
    toPanel: "Open the panel", away: "No connection to the table, trying again", fits: "The thresholds fit, nothing to change.",
  },
}[lang];
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

let csrf = null;
let manager = false;
let view = null;
let boards = [];

async function ask(method, path, body) {
  const headers = { "content-type": "application/json", ...(csrf ? { "x-luza-csrf": csrf } : {}) };
  const options = { method, headers, cache: "no-store", credentials: "same-origin", signal: AbortSignal.timeout(15_000) };
  const response = await fetch(path, { ...options, body: body && JSON.stringify(body) });
  return { ...(await response.json()), http: response.status };
}

async function act(name, wish = {}) {
  try {
    take(await ask("POST", `/doctor/${name}`, wish));
  } catch {
    setText(part("refused"), texts.away);
  }
}

function take(answer) {
  if (answer.http === 401 || answer.http === 403) manager = false;
  else {
    view = answer.view ?? null;
    boards = answer.boards ?? [];
  }
  setText(part("refused"), answer.words ? of(answer.words) : "");
  render();
}

function render() {
  const walking = view?.phase === "walking";
  setText(part("title"), view ? of(view.title) : document.title);
  const counted = view && fill(texts.count, { n: Math.min(view.step + 1, view.steps), of: view.steps });
  setText(part("count"), walking ? counted + (view.wanted > 1 ? fill(texts.tries, view) : "") : "");
  setText(part("asked"), view ? of(view.asked) : manager ? texts.intro : texts.signIn);
  setText(part("note"), view ? of(view.note) : "");
  buttons();
  show(part("sensors"), Boolean(view));
  if (view) bars();
  show(part("changes"), Boolean(view) && !walking);
  if (view && !walking) changes();
  show(part("done"), Boolean(view?.rows.length));
  if (view) rows();
}

function buttons() {
  const phase = view?.phase ?? (manager ? "new" : "stranger");
  rebuild(part("buttons"), [phase, view?.changes.length, boards], () => {
    const button = (name, main = false) => {
      const made = make("button", { type: "button", "data-act": name, "data-main": main }, texts[name]);
      made.addEventListener("click", () => act(name));
      return made;
    };
    const beginAt = (board, at) => {
      const made = make("button", { type: "button", "data-main": true }, `${texts.begin}: ${of(board)}`);
      made.addEventListener("click", () => act("begin", { board: at }));
      return made;
    };
    const report = make("a", { href: `/doctor/report?lang=${lang}`, target: "_blank", rel: "noopener" }, texts.report);
    switch (phase) {
      case "stranger": return [make("a", { href: `/panel?lang=${lang}` }, texts.toPanel)];
      case "new": return boards.length ? boards.map(beginAt) : [button("begin", true)];
      case "walking": return [button("skip"), button("again"), button("end")];
      case "saving": return [];
      case "saved": return [report, button("end", true)];
      default: return [...(view.changes.length ? [button("save", true)] : []), report, button("again"), button("end")];
    }
  });
}

function bars() {
  const list = part("bars");
  rebuild(list, view.bars.map((bar) => bar.name), () => view.bars.map((bar) => make(
    "li", {}, make("span", {}, of(bar.name)),
    draw("svg", { viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" }, draw("rect", { class: "level", height: 8 }), draw("rect", { class: "peak", width: 1, height: 8 })),
    make("span", { class: "sign" }),
  )));
  view.bars.forEach((bar, at) => {
    const row = list.children[at];
    row.toggleAttribute("data-wanted", bar.wanted);
    row.toggleAttribute("data-unwell", bar.unwell);
    row.querySelector(".level").setAttribute("width", bar.level);
    row.querySelector(".peak").setAttribute("x", bar.peak ? bar.peak - 1 : -2);
    setText(row.querySelector(".sign"), bar.unwell ? "!" : bar.active ? "●" : "");
  });
}

function changes() {
  const { changes: proposed, findings, verdict } = view;
  rebuild(part("list"), [proposed, findings, verdict], () => [
    ...(proposed.length ? [] : [make("li", {}, texts.fits)]),
    ...proposed.map((one) => make("li", {}, make("b", {}, `${one.place}: ${one.before} → ${one.after}`), make("small", {}, of(one.why)))),
    ...findings.map((one) => make("li", { class: "finding" }, of(one))),
    make("li", { class: "verdict" }, of(verdict)),
  ]);
}

function rows() {
  rebuild(part("rows"), view.rows, () => view.rows.map((row) => make(
    "li", { "data-outcome": row.outcome }, make("span", {}, of(row.asked), " ", make("small", {}, of(row.said))),
  )));
}

async function look() {
  try {
    if (!manager) {
      const state = await ask("GET", "/panel/state");
      csrf = state.csrf ?? null;
      manager = state.you?.role === "manager";
      if (!manager) render();
    }
    if (manager) {
      const answer = await ask("GET", "/doctor/view");
      const said = part("refused").textContent;
      take(answer);
      if (!answer.words && said !== texts.away) setText(part("refused"), said);
    }
  } catch {
    setText(part("refused"), texts.away);
  }
  setTimeout(look, manager ? EVERY_MS : 1500);
}

part("language").href = addressIn(lang === "ru" ? "en" : "ru");
look();
