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

/** A text of the page itself; `{name}` is replaced by `values.name`. */
export function text(lang, key, values = {}) {
  return strings[lang][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** A sentence of a payload, {ru, en}; empty where there is none. */
export function words(lang, sentence) {
  return sentence?.[lang] ?? sentence?.ru ?? "";
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
