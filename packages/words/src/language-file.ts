import type { Sentences } from './translation.ts';

/** Who says a sentence: the app, the server, or both of them from a package that they share. */
export type Side = 'app' | 'server' | 'both';

/** A text has its values as `{name}`. A sentence that depends on a count has a text for each plural form. */
export type Text = string;
export type Forms = { readonly [form: string]: Text };

/** A sentence in another language. It is given as the English one, so that each side knows its values. */
export type TranslatedSentence = {
  side: Side;
  /** As it was when the sentence was translated. */
  english: Text | Forms;
  /** The names of its values, in the order in which the program gives them. */
  given?: readonly string[] | undefined;
  /** The value that chooses the plural form. */
  countedBy?: string | undefined;
  text: Text | Forms;
};

/** The content of `languages/<tag>.json`. The key of a sentence is its part, a dot, and its name in the part. */
export type LanguageFile = {
  tag: string;
  /** In the language itself. */
  name: string;
  englishName: string;
  /** True when a person who speaks the language has read every sentence. */
  isFinished: boolean;
  /** Who read it, or that it is a draft. */
  note: string;
  sentences: { readonly [key: string]: TranslatedSentence };
};

/** What a draft says of itself where no native speaker has read it. */
export const DRAFT_NOTE = 'Not yet read by a native speaker.';

/** The sentences that one side says, as `languageOf` needs them. */
export function sentencesOf({ sentences }: LanguageFile, side: 'app' | 'server'): Sentences {
  const parts: Record<string, Record<string, Sentences[string][string]>> = {};
  for (const [key, sentence] of Object.entries(sentences)) {
    if (sentence.side !== side && sentence.side !== 'both') continue;
    const [part, name] = splitKey(key);
    parts[part] ??= {};
    parts[part][name] = templateOf(sentence);
  }
  return parts;
}

/** The part of a sentence, and its name in the part. */
export function splitKey(key: string): [part: string, name: string] {
  const dot = key.indexOf('.');
  return [key.slice(0, dot), key.slice(dot + 1)];
}

function templateOf({ text, given = [], countedBy }: TranslatedSentence): Sentences[string][string] {
  if (typeof text === 'string') return numbered(text, given);
  const forms = Object.entries(text).map(([form, of]) => [form, numbered(of, given)]);
  const { other = '', ...further }: Record<string, string> = Object.fromEntries(forms);
  return { by: given.indexOf(countedBy ?? ''), other, ...further };
}

/** Writes `{0}` for the first of the values. Other names in braces stay: they are filled in later. */
function numbered(text: Text, given: readonly string[]): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const index = given.indexOf(name);
    return index === -1 ? place : `{${index}}`;
  });
}
