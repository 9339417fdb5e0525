// Why a stroke was judged as it was: the facts in order, what the rules ask and what is known of it, what people
// said, the clauses. For the panel's sheet, the wall, and a page of its own.

import { make } from "../dom.js";
import { words } from "../language.js";
import { number } from "../view.js";
import { drawFacts } from "./drawing.js";
import { whyTexts } from "./texts.js";

/** The elements that explain `why` (a WhyView); `heading` is the level of their headings where they stand. */
export function reason(why, { lang, turned = false, players = [], heading = "h3" }) {
  const part = (title, ...children) => make("section", { class: "why-part" }, make(heading, {}, title), ...children);
  const say = whyTexts(lang);
  const of = (sentence) => words(lang, sentence);
  const { line, facts } = why;
  const felt = facts.some(({ by }) => by === "sensors"); // what was tapped in has no times of its own
  return [
    make(
      "header",
      { class: "verdict", "data-verdict": line.shot.verdict },
      make("p", { class: "line" }, of(line.words)),
      make("p", { class: "score-change" }, change(why, players, felt, say)),
    ),
    make("figure", {}, drawFacts(facts, turned, facts.map(({ words: said }, i) => `${i + 1}. ${of(said)}`).join(". ")), ...lean(line, say, of)),
    part(say("facts"), facts.length ? make("ol", { class: "fact-list" }, ...facts.map((fact, i) => factRow(fact, i, felt, say, of))) : make("p", { class: "none" }, say("noFacts"))),
    ...(why.questions.length ? [part(say("questions"), make("ul", { class: "questions" }, ...why.questions.map((one) => question(one, say, of))))] : []),
    ...(why.said.length ? [part(say("said"), make("ul", { class: "said-list" }, ...why.said.map((one) => make("li", {}, of(one.words)))))] : []),
    ...(why.unfelt.length ? [part(say("unfelt"), make("p", { class: "unfelt" }, why.unfelt.map(of).join(", ")))] : []),
    ...(line.clauses.length ? [part(say("clauses"), make("div", { class: "clauses" }, ...line.clauses.map((clause) => clauseRow(clause, of))))] : []),
  ];
}

function change({ before, after, line, seconds }, players, felt, say) {
  const score = (numbers) => numbers.map(number).join(":");
  const who = players[line.shot.player] ?? "";
  const moved = before.join() === after.join() ? say("scoreStays", { score: score(after) }) : say("scoreMoves", { from: score(before), to: score(after) });
  return [who, moved, seconds === null || !felt ? "" : say("lasted", { n: decimal(seconds, say) })].filter(Boolean).join(" · ");
}

function lean({ lean: by, proof_words: proof }, say, of) {
  const said = proof ? [make("p", { class: "proof" }, of(proof))] : [];
  if (by === null || by === undefined) return said;
  const gauge = make("span", { class: "gauge", role: "img", "aria-label": say(by > 0 ? "leansLegal" : by < 0 ? "leansFoul" : "leansNowhere") }, make("i", {}));
  gauge.style.setProperty("--lean", by);
  return [...said, make("figcaption", {}, make("span", {}, say("foul")), gauge, make("span", {}, say("legal")))];
}

function factRow(fact, i, felt, say, of) {
  return make(
    "li",
    { "data-kind": fact.kind },
    make("b", {}, String(i + 1)),
    make("time", {}, felt ? say("after", { n: decimal(fact.t, say) }) : ""),
    make("span", {}, of(fact.words)),
    ...(fact.by === "person" ? [make("em", {}, say("byHand"))] : []),
  );
}

function question({ proof, words: asked }, say, of) {
  return make("li", { "data-proof": proof }, make("span", {}, of(asked)), make("b", {}, say(`proof.${proof}`)));
}

function clauseRow({ id, words: text }, of) {
  return make("p", { class: "clause-row" }, make("span", { class: "mark" }, id), " ", make("span", {}, of(text)));
}

function decimal(seconds, say) {
  return seconds.toFixed(seconds < 10 ? 2 : 1).replace(".", say("point"));
}
