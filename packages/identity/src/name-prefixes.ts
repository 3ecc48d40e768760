import { namesIn } from './name-distance.ts';
import { TITLES } from './name-spelling.ts';

/** A shorter beginning would find a large part of the book. */
export const LEAST_PREFIX_LETTERS = 3;
/** The rest of a name that is longer is left out, so that a hostile name costs no time and few rows. */
const MOST_WORDS = 8;
const MOST_WORD_LETTERS = 40;

/** The words of a name or of a search, in small letters without accents and titles, each once. */
export function searchedWords(text: string): string[] {
  const words = namesIn(text).filter((word) => !TITLES.has(word));
  return [...new Set(words.map((word) => [...word].slice(0, MOST_WORD_LETTERS).join('')))].slice(
    0,
    MOST_WORDS,
  );
}

/** By what a name is found: the beginnings of each of its words. A word that is shorter than a beginning is found whole. */
export function namePrefixes(name: string): string[] {
  return [...new Set(searchedWords(name).flatMap(prefixesOf))];
}

function prefixesOf(word: string): string[] {
  const letters = [...word];
  if (letters.length <= LEAST_PREFIX_LETTERS) return [word];
  return letters.map((_letter, at) => letters.slice(0, at + 1).join('')).slice(LEAST_PREFIX_LETTERS - 1);
}
