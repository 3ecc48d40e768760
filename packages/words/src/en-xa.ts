import type { Language, Said, Words } from './catalogue.ts';

/*
 * A test language, used with `?lang=en-XA` and the header `lang: en-XA`: English with marks around every sentence and
 * accents on its letters. Text without marks is not in the catalogue.
 */

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Each of them is in the font of papers, which has no q and no x with an accent. */
const ACCENTED = 'áƀçďéƒğĥíĵķļɱñóṗqŕšţúṿŵxýžÁƁÇĎÉḞĞĤÍĴĶĻṀÑÓṖQŔŠŢÚṾŴXÝŽ';
const accents = new Map([...PLAIN].map((letter, index) => [letter, [...ACCENTED][index]!]));

/** The names of `richText` in brackets and those of figures in braces are not text, so they get no accents. */
const NAME_OR_LETTER = /<\/?\w+>|\{\w+\}|[a-zA-Z]/g;

/** The sentence with its marks, to find it on a screen. */
export function marked(sentence: string): string {
  return `⟦${sentence.replace(NAME_OR_LETTER, (found) => accents.get(found) ?? found)}⟧`;
}

function markedAll(said: Said): Said {
  if (typeof said === 'string') return marked(said);
  if (typeof said === 'function') return (...given: never[]) => marked(said(...given));
  if (isList(said)) return said.map(markedAll);
  return Object.fromEntries(Object.entries(said).map(([name, part]) => [name, markedAll(part)]));
}

function isList(said: Said): said is readonly Said[] {
  return Array.isArray(said);
}

const made = new Map<string, Words>();

export const EN_XA: Language = {
  tag: 'en-XA',
  translation(part, english) {
    const words = made.get(part) ?? (markedAll(english) as Words);
    made.set(part, words);
    return words;
  },
};
