// The words around a reason.

const ru = {
  title: "Удар {n}: почему так",
  facts: "Что было, по порядку",
  noFacts: "Датчики ничего не записали: удар ввёл маркёр",
  questions: "Что требуют правила",
  said: "Что сказали люди",
  unfelt: "Чего стол не чувствует",
  clauses: "Статьи",
  scoreStays: "счёт {score}",
  scoreMoves: "счёт {from} → {to}",
  lasted: "удар длился {n} с",
  after: "{n} с",
  byHand: "ввёл маркёр",
  foul: "нарушение",
  legal: "правильный",
  leansLegal: "Похоже на правильный удар",
  leansFoul: "Похоже на нарушение",
  leansNowhere: "Ни на что не похоже больше",
  point: ",",
  "proof.proven": "доказано",
  "proof.refuted": "опровергнуто",
  "proof.unproven": "не доказано",
  close: "Закрыть",
  loading: "Загружаю…",
  failed: "Такого удара нет, или нет связи со столом",
  earlier: "Раньше",
  later: "Позже",
  toScoreboard: "К табло",
  toHistory: "К истории матча",
};

const en = {
  title: "Stroke {n}: why",
  facts: "What happened, in order",
  noFacts: "No sensor recorded it: the marker entered the stroke",
  questions: "What the rules ask",
  said: "What people said",
  unfelt: "What the table does not feel",
  clauses: "Clauses",
  scoreStays: "score {score}",
  scoreMoves: "score {from} → {to}",
  lasted: "the stroke took {n} s",
  after: "{n} s",
  byHand: "by the marker",
  foul: "foul",
  legal: "legal",
  leansLegal: "Leans towards legal",
  leansFoul: "Leans towards a foul",
  leansNowhere: "Leans nowhere",
  point: ".",
  "proof.proven": "proven",
  "proof.refuted": "refuted",
  "proof.unproven": "not proven",
  close: "Close",
  loading: "Loading…",
  failed: "There is no such stroke, or no connection to the table",
  earlier: "Earlier",
  later: "Later",
  toScoreboard: "To the scoreboard",
  toHistory: "To the match's history",
};

/** A function that says a text by its key in `lang`. */
export function whyTexts(lang) {
  const own = { ru, en }[lang];
  return (key, values = {}) => own[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
