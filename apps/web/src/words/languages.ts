import { type Language, takeLanguageFrom } from '@thumba/words/catalogue';

/** The languages besides English. Each is a separate file, loaded when it is used. */
const languages = new Map<string, () => Promise<Language>>([
  ['en-XA', () => import('@thumba/words/en-xa').then((file) => file.EN_XA)],
]);

/**
 * Sets the language of the app. English is built in and needs no loading. An unknown language, or one whose file does
 * not load, falls back to English.
 */
export function loadLanguage(tag: string): Promise<void> | undefined {
  return languages
    .get(tag)?.()
    .then(
      (language) => {
        takeLanguageFrom(() => language);
        document.documentElement.lang = tag;
      },
      () => undefined,
    );
}
