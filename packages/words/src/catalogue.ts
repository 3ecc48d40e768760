/**
 * The texts that borrowers read, in English, made by `words`: one catalogue for each part of the app and of the server.
 * A sentence is a text, or a function that fills its values into a text or chooses the form for a count. Another
 * language gives each sentence a template of its own (docs/decisions/0013-words-are-typed-text.md).
 */
export type Words = { readonly [name: string]: Said };
export type Said = string | readonly Said[] | ((...given: never[]) => string) | Words;

/** What a language makes of the English words of a part. */
export type Translation = (part: string, english: Words) => Words;

export type Language = { tag: string; translation: Translation };

export const ENGLISH: Language = { tag: 'en', translation: (_part, english) => english };

let currentLanguage: () => Language = () => ENGLISH;

/** Tells where the current language is found. The app has one; the server has one for each request and message. */
export function takeLanguageFrom(current: () => Language): void {
  currentLanguage = current;
}

/** The tag of the current language, as `en` or `ny`. */
export function languageTag(): string {
  return currentLanguage().tag;
}

/**
 * The words of one part in the current language. They are looked up when they are read, so a program must read them
 * where it uses them, and not in a constant of its file.
 */
export function words<English extends Words>(part: string, english: English): English {
  return new Proxy(english, {
    get: (_english, name: string) => currentLanguage().translation(part, english)[name],
  });
}

/** The form of a sentence for `count`, by the plural rules of the current language. */
export function plural(
  count: number,
  forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string {
  return forms[new Intl.PluralRules(languageTag()).select(count)] ?? forms.other;
}
