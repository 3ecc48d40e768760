import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import { ENGLISH, type Language, takeLanguageFrom } from '@thumba/words/catalogue';
import { EN_XA } from '@thumba/words/en-xa';

/*
 * The language of the texts that the program makes. A request has the language of its header, and a message that of its
 * borrower. Work that sets none is in English, as are logs and the terminal.
 */

const BUILT_IN = [ENGLISH, EN_XA];

let languages = new Map<string, Language>();
speakOnly([]);
const current = new AsyncLocalStorage<Language>();

const spoken = () => current.getStore() ?? ENGLISH;
takeLanguageFrom(spoken);

/** Whether texts can be made in a language. */
export function isLanguage(tag: string): boolean {
  return languages.has(tag);
}

/** The languages of the program besides the built-in ones. */
export function speakOnly(further: readonly Language[]): void {
  languages = new Map([...BUILT_IN, ...further].map((language) => [language.tag, language]));
}

/** Runs a function in a language. An unknown tag is English. */
export function inLanguage<Result>(tag: string, run: () => Result): Result {
  const language = languages.get(tag) ?? ENGLISH;
  // Most work is in the language already that it asks for.
  return language === spoken() ? run() : current.run(language, run);
}

/** Runs a function in the language that a request asks for in its header. */
export function inLanguageOf<Result>(
  { headers }: { headers: IncomingHttpHeaders },
  run: () => Result,
): Result {
  return inLanguage(typeof headers.lang === 'string' ? headers.lang : '', run);
}
