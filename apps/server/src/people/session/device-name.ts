import { ENGLISH } from '@thumba/words/catalogue';
import { inLanguage } from '../../platform/language.ts';
import { sessionWords } from './session-words.ts';

/** The name of a product, or a name that is translated. */
type Name = string | (() => string);

/* Each list is read from the top, because the later names also stand in the texts of the earlier ones. */
const BROWSERS: readonly (readonly [RegExp, Name])[] = [
  [/; wv\)/, () => sessionWords.androidApp],
  [/Edg\w*\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, Name])[] = [
  [/iPhone|iPad|iPod/, () => sessionWords.iPhoneOrIPad],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux|CrOS/, 'Linux'],
];

/** "Chrome on Android", from what the browser says of itself. The borrower reads it; no rule relies on it. */
export function deviceName(userAgent: string): string {
  const nameIn = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return describe(nameIn(BROWSERS), nameIn(SYSTEMS));
}

/** The name of a device in the language of the reader, from the English one that a message keeps. */
export function deviceNameOf(english: string): string {
  const namesOf = (list: typeof BROWSERS) => [undefined, ...list.map(([, name]) => name)];
  for (const browser of namesOf(BROWSERS)) {
    for (const system of namesOf(SYSTEMS)) {
      if (inLanguage(ENGLISH.tag, () => describe(browser, system)) === english)
        return describe(browser, system);
    }
  }
  return english;
}

function describe(browser: Name | undefined, system: Name | undefined): string {
  const [ofBrowser, ofSystem] = [browser, system].map((name) => (typeof name === 'function' ? name() : name));
  if (ofBrowser && ofSystem) return sessionWords.browserOnSystem(ofBrowser, ofSystem);
  return ofBrowser ?? ofSystem ?? sessionWords.unknownDevice;
}

/** "Network 41.72.96.x": which carrier or town that is, only a map of networks could say. */
export function placeName(network: string): string {
  const parts = network.split('.');
  if (parts.length !== 4) return network === '' ? sessionWords.unknownPlace : sessionWords.network(network);
  return sessionWords.network(`${parts.slice(0, 3).join('.')}.x`);
}
