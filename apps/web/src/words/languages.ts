import { speak, type Translation } from './catalogue.ts';

/** The languages besides English. Each is a separate file, loaded when it is used. */
const languages = new Map<string, () => Promise<{ translate: Translation }>>([
  ['en-XA', () => import('./en-xa.ts')],
]);

/**
 * Sets the language of the app. English is built in and needs no loading. An unknown language, or one whose file does
 * not load, falls back to English.
 */
export function loadLanguage(tag: string): Promise<void> | undefined {
  return languages
    .get(tag)?.()
    .then(
      ({ translate }) => {
        speak(tag, translate);
        document.documentElement.lang = tag;
      },
      () => undefined,
    );
}
