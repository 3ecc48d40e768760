import { ENGLISH, type Language, takeLanguageFrom } from '@thumba/words/catalogue';
import { languageOf, type Sentences } from '@thumba/words/translation';
import { languagesOn } from './languages-on.ts';

/*
 * Loaded for a language other than English only. The sentences of each language are a part of their own: the build
 * makes it of the file of the language, without its English and without the sentences of the server.
 */

const parts = import.meta.glob<Sentences>('../../../../languages/*.json', { import: 'default' });

/** Has the app speak a language, or rejects when its part does not arrive. A language that is not on is English. */
export async function speak(tag: string): Promise<void> {
  const language = await load(tag);
  takeLanguageFrom(() => language);
  document.documentElement.lang = language.tag;
}

async function load(tag: string): Promise<Language> {
  // An artificial language for tests. It is never offered.
  if (tag === 'en-XA') return (await import('@thumba/words/en-xa')).EN_XA;
  const part = parts[`../../../../languages/${tag}.json`];
  if (part === undefined || !languagesOn().some((language) => language.tag === tag)) return ENGLISH;
  return languageOf(tag, await part());
}
