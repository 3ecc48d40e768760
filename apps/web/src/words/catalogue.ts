/**
 * All texts of the app, in English, with one file for each part of the app, made by `words`. A sentence is a text, or
 * a function of its values. Another language has the same shape, so that a missing sentence is a type error
 * (docs/decisions/0013-words-are-typed-text.md).
 */
export type Words = { readonly [name: string]: Said };
export type Said = string | readonly Said[] | ((...given: never[]) => string) | Words;

/** What a language makes of the English words of a part of the app. */
export type Translation = (part: string, english: Words) => Words;

let language = 'en';
let translation: Translation = (_part, english) => english;

/** Sets the language of the app. Must be called before anything is shown. */
export function speak(tag: string, translate: Translation): void {
  language = tag;
  translation = translate;
}

/**
 * The words of one part of the app in the current language. They are looked up when they are shown, so a component
 * must read them while it renders, and not in a constant of its file.
 */
export function words<English extends Words>(part: string, english: English): English {
  return new Proxy(english, { get: (_english, name: string) => translation(part, english)[name] });
}

/** The form of a sentence for `count`, by the plural rules of the current language. */
export function plural(
  count: number,
  forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}
