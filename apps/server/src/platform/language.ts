import { AsyncLocalStorage } from 'node:async_hooks';
import { ENGLISH, type Language, takeLanguageFrom } from '@thumba/words/catalogue';
import { EN_XA } from '@thumba/words/en-xa';

/*
 * The language of the texts that the program makes. A request has the language of its header, and a message that of its
 * borrower. Work that sets none is in English, as are logs and the terminal.
 */

const languages = new Map<string, Language>([ENGLISH, EN_XA].map((language) => [language.tag, language]));
const current = new AsyncLocalStorage<Language>();

takeLanguageFrom(() => current.getStore() ?? ENGLISH);

/** Whether texts can be made in a language. */
export function isLanguage(tag: string): boolean {
  return languages.has(tag);
}

/** Runs a function in a language. An unknown tag is English. */
export function inLanguage<Result>(tag: string, run: () => Result): Result {
  return current.run(languages.get(tag) ?? ENGLISH, run);
}
