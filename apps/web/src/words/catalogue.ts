/**
 * Everything the app says, in English beside its translations: a file a part of the app, all of them made by `words`.
 * A sentence is a text, or a function of what stands in it. Another language has the same shape, so that a sentence
 * it lacks is a type error (docs/decisions/0013-words-are-typed-text.md).
 */
export type Words = { readonly [name: string]: Said };
export type Said = string | readonly Said[] | ((...given: never[]) => string) | Words;

/** What a language makes of the English words of a part of the app. */
export type Translation = (part: string, english: Words) => Words;

let language = 'en';
let translation: Translation = (_part, english) => english;

/** From now on the app speaks `tag`. To be called before anything is shown. */
export function speak(tag: string, translate: Translation): void {
  language = tag;
  translation = translate;
}

/**
 * The words of one part of the app, in the language of the moment: they are looked up when they are shown, so a
 * component reads them while it renders and never keeps them in a constant of its file.
 */
export function words<English extends Words>(part: string, english: English): English {
  return new Proxy(english, { get: (_english, name: string) => translation(part, english)[name] });
}

/** The form of a sentence that goes with `count`, by the plural rules of the language that is spoken. */
export function plural(
  count: number,
  forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}
