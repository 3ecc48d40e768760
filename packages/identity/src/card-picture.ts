import type { FoundFields } from './card-fields.ts';
import { BACK_WORDS, type CardFieldName, FRONT_WORDS, LABELS } from './card-layout.ts';
import { isLike, type ReadWord } from './read-text.ts';

/** What came of reading the picture of a card. */
export type PictureVerdict =
  | 'read'
  | 'unread'
  | 'not_a_card'
  | 'blurred'
  | 'dark'
  | 'cut_off'
  | 'glare'
  | 'wrong_side';

export type PictureQuality = {
  /** The mean brightness of the card, from 0 to 255. */
  brightness: number;
  /** How strongly the brightness changes from pixel to pixel, in parts of the whole contrast. */
  sharpness: number;
  /** The share of the card that is purely white. */
  glareShare: number;
  /** Whether the edges of a card were found in the picture. */
  hasEdges: boolean;
};

/** From where a field is believed. It was set on other cards than it is judged on (`npm run bench:ocr`). */
export const LEAST_CONFIDENCE = 0.9;

/** When a picture that could not be read is called too dark, too bright or blurred. */
const LIMITS = { darkest: 70, bluntest: 0.02, glareShare: 0.04 } as const;
const WORDS_OF_A_SIDE = 2;
const LABELS_OF_A_FRONT = 3;
const WORDS_OF_A_CARD = 4;
const MUST_BE_READ = ['idNumber', 'lastName', 'firstName', 'birthDate'] as const;

export type Side = 'front' | 'back' | 'unknown';

/** Which side of a card these words stand on. */
export function sideOf(words: readonly ReadWord[], fields: FoundFields): Side {
  const front = countOf(words, FRONT_WORDS);
  const back = countOf(words, BACK_WORDS);
  if (fields.idNumber || labelsIn(words) >= LABELS_OF_A_FRONT) return 'front';
  if (back >= WORDS_OF_A_SIDE && back > front) return 'back';
  return front >= WORDS_OF_A_SIDE ? 'front' : 'unknown';
}

/** What is told of the picture of a front. The light and the blur of a picture that was read do not matter. */
export function frontVerdict(picture: {
  words: readonly ReadWord[];
  fields: FoundFields;
  quality: PictureQuality;
}): PictureVerdict {
  const { words, fields, quality } = picture;
  if (MUST_BE_READ.some((name) => isSure(fields[name]))) return 'read';
  const side = sideOf(words, fields);
  if (side === 'back') return 'wrong_side';
  if (quality.brightness < LIMITS.darkest) return 'dark';
  if (quality.glareShare > LIMITS.glareShare) return 'glare';
  if (side === 'unknown' && !quality.hasEdges && clearLetters(words) < WORDS_OF_A_CARD) return 'not_a_card';
  if (quality.sharpness < LIMITS.bluntest) return 'blurred';
  if (side === 'front' && !quality.hasEdges) return 'cut_off';
  return side === 'unknown' ? 'not_a_card' : 'unread';
}

/** Whether every field that an identity needs was read. */
export function isReadWhole(fields: Partial<Record<CardFieldName, { confidence: number }>>): boolean {
  return MUST_BE_READ.every((name) => isSure(fields[name]));
}

/** Whether a field counts as read. */
export function isSure(field: { confidence: number } | undefined): boolean {
  return field !== undefined && field.confidence >= LEAST_CONFIDENCE;
}

function countOf(words: readonly ReadWord[], known: readonly string[]): number {
  const seen = known.filter((word) => words.some(({ text }) => isKnownWord(text, word)));
  return seen.length;
}

/** How many fields have a label of one word among these words. */
function labelsIn(words: readonly ReadWord[]): number {
  const labels = LABELS.filter(({ field }) => field !== 'other' && field !== 'idNumber');
  return labels.filter((label) => {
    const known = label.words.filter((word) => !word.includes(' '));
    return countOf(words, known) > 0;
  }).length;
}

function clearLetters(words: readonly ReadWord[]): number {
  return words.filter(({ text, confidence }) => confidence > 0.6 && /^\p{L}{3,}$/u.test(text)).length;
}

function isKnownWord(text: string, word: string): boolean {
  const letters = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
  return isLike(letters, word);
}
