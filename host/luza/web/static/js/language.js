// Which language the page speaks, and the words of payloads in it.
// `?lang=` in the address wins, then what was chosen last on this screen, then Russian.

import { strings } from "./strings.js";

const KEY = "luza.lang";

export function chosenLanguage() {
  const asked = new URLSearchParams(location.search).get("lang");
  const lang = asked in strings ? asked : (remembered() ?? "ru");
  remember(lang);
  return lang;
}

/** The address of this page in another language; all its other switches stay. */
export function addressIn(lang) {
  const address = new URL(location.href);
  address.searchParams.set("lang", lang);
  return address.href;
}

/** A text of the page itself; `{name}` is replaced by `values.name`. A newer host's names stand for themselves. */
export function text(lang, key, values = {}) {
  const found = strings[lang][key] ?? key.split(".").at(-1);
  return found.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** A sentence of a payload, {ru, en}; empty where there is none. A clause («FREE 20») stays on one line. */
export function words(lang, sentence) {
  const said = sentence?.[lang] ?? sentence?.ru ?? "";
  return said.replace(/([A-Z]) (?=\d)/g, "$1\u00a0");
}

function remembered() {
  try {
    const lang = localStorage.getItem(KEY);
    return lang in strings ? lang : null;
  } catch {
    return null; // storage may be switched off on a wall display
  }
}

function remember(lang) {
  document.documentElement.lang = lang;
  try {
    localStorage.setItem(KEY, lang);
  } catch {
    // the address still carries it
  }
  history.replaceState(null, "", addressIn(lang));
}
