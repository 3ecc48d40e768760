import { speak, type Translation } from './catalogue.ts';

/** The languages besides English, each a file of its own that only those download who read it. */
const languages = new Map<string, () => Promise<{ translate: Translation }>>([
  ['en-XA', () => import('./en-xa.ts')],
]);

/**
 * Lets the app speak `tag`. English is there already, so that there is nothing to wait for; a language that nobody has
 * written, or whose file does not arrive, is English.
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
