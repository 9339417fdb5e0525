// The panel's own texts. What the table says comes from the host in both languages.
// `{n:шар|шара|шаров}` takes the form that the number asks for.

const FORMS = { ru: new Intl.PluralRules("ru"), en: new Intl.PluralRules("en") };
const PLACES = { ru: ["one", "few", "many"], en: ["one", "other"] };

/** A function that says a text by its key in `lang`; only that language's texts are fetched. */
export async function texts(lang) {
  const { [lang]: own } = await (lang === "en" ? import("./en.js") : import("./ru.js"));
  return (key, values = {}) =>
    (own[key] ?? key).replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, forms) => {
      const value = values[name] ?? "";
      if (forms === undefined) return String(value).replace(/^-(?=\d)/, "\u2212");
      const place = PLACES[lang].indexOf(FORMS[lang].select(Math.abs(value)));
      const choices = forms.split("|");
      return choices[place < 0 ? choices.length - 1 : place];
    });
}
