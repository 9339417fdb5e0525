// The reason of one stroke as a page of its own: `?n=` is the stroke, without it the last one.

import { make, part, setText } from "./dom.js";
import { addressIn, chosenLanguage } from "./language.js";
import { reason } from "./why/reason.js";
import { whyTexts } from "./why/texts.js";

const lang = chosenLanguage();
const say = whyTexts(lang);
const query = new URLSearchParams(location.search);

async function get(path) {
  const response = await fetch(`/panel/${path}`, { cache: "no-store" });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

async function load() {
  try {
    const { panel } = await get("state");
    const last = panel.shots[0]?.shot.n;
    const n = Number(query.get("n")) || last;
    const why = await get(`why/${n}`);
    setText(part("title"), say("title", { n }));
    setText(part("note"), panel.state.players.join(" — "));
    document.title = say("title", { n });
    part("page").replaceChildren(make("div", { class: "why" }, ...reason(why, { lang, players: panel.state.players, heading: "h2" })), steps(n, last));
  } catch {
    setText(part("title"), say("failed"));
    setText(part("note"), "");
  }
}

function steps(n, last) {
  const link = (to, text) => make("a", { class: "save", href: `/why?n=${to}&lang=${lang}` }, text);
  return make("p", { class: "saves" }, ...(n > 1 ? [link(n - 1, say("earlier"))] : []), ...(n < last ? [link(n + 1, say("later"))] : []));
}

setText(part("title"), say("loading"));
setText(part("toHistory"), say("toHistory"));
setText(part("toScoreboard"), say("toScoreboard"));
part("language").href = addressIn(lang === "ru" ? "en" : "ru");
setText(part("language"), lang === "ru" ? "English" : "Русский");
part("language").lang = lang === "ru" ? "en" : "ru";
await load();
