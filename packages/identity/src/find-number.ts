import { NUMBER_FORMATS, type NumberFormat } from './card-number.ts';
import { boxAround, CERTAINTY_OF_TAKEN_DIGIT, digitOf, type FoundField, type ReadWord } from './read-text.ts';

/** What a separator is also read as, and how certain a number is with it. */
const CERTAINTY_OF_MISREAD: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '/': { '|': 0.85, '\\': 0.85, l: 0.8, I: 0.8, '!': 0.8, '1': 0.6, '7': 0.6 },
};
const CERTAINTY_WITHOUT_SEPARATORS = 0.5;
const MOST_WORDS = 5;

/** The number of a card in a line of words. Its form is the anchor: no label is needed. */
export function findNumber(
  lines: readonly (readonly ReadWord[])[],
  formats: readonly NumberFormat[] = NUMBER_FORMATS,
): FoundField | undefined {
  let best: FoundField | undefined;
  for (const line of lines) {
    for (let from = 0; from < line.length; from += 1) {
      for (let to = from + 1; to <= Math.min(line.length, from + MOST_WORDS); to += 1) {
        const words = line.slice(from, to);
        const number = numberOf(words.map((word) => word.text).join(''), formats);
        if (!number) continue;
        const confidence = number.certainty * Math.min(...words.map((word) => word.confidence));
        if (!best || confidence > best.confidence)
          best = { text: number.text, confidence, box: boxAround(words) };
      }
    }
  }
  return best;
}

/** The number that a text is, in its right form, and how certain the form is. */
export function numberOf(
  read: string,
  formats: readonly NumberFormat[] = NUMBER_FORMATS,
): { text: string; certainty: number } | undefined {
  const text = read.replace(/^[^\p{L}\p{N}|!]+|[^\p{L}\p{N}|!]+$/gu, '');
  for (const format of formats) {
    const found = withSeparators(text, format) ?? withoutSeparators(text, format);
    if (found && format.holderOfLastDigit[found.text.at(-1)!] !== undefined) return found;
  }
  return undefined;
}

function withSeparators(text: string, { digitsOfParts, separator }: NumberFormat) {
  const length = digitsOfParts.reduce((sum, count) => sum + count, digitsOfParts.length - 1);
  if (text.length !== length) return undefined;
  let at = 0;
  let certainty = 1;
  const parts: string[] = [];
  for (const [place, count] of digitsOfParts.entries()) {
    if (place > 0) {
      const ofSeparator = text[at] === separator ? 1 : CERTAINTY_OF_MISREAD[separator]?.[text[at]!];
      if (ofSeparator === undefined) return undefined;
      certainty *= ofSeparator;
      at += 1;
    }
    const part = digitsIn(text.slice(at, at + count));
    if (!part) return undefined;
    parts.push(part.text);
    certainty *= part.certainty;
    at += count;
  }
  return { text: parts.join(separator), certainty };
}

function withoutSeparators(text: string, { digitsOfParts, separator }: NumberFormat) {
  const characters = [...text].filter((character) => character !== separator);
  if (characters.length !== digitsOfParts.reduce((sum, count) => sum + count, 0)) return undefined;
  const digits = digitsIn(characters.join(''));
  if (!digits) return undefined;
  let at = 0;
  const parts = digitsOfParts.map((count) => {
    at += count;
    return digits.text.slice(at - count, at);
  });
  return { text: parts.join(separator), certainty: digits.certainty * CERTAINTY_WITHOUT_SEPARATORS };
}

function digitsIn(text: string): { text: string; certainty: number } | undefined {
  const read = [...text].map(digitOf);
  if (read.includes(undefined)) return undefined;
  return {
    text: read.map((character) => character!.digit).join(''),
    certainty: CERTAINTY_OF_TAKEN_DIGIT ** read.filter((character) => character!.isTaken).length,
  };
}
