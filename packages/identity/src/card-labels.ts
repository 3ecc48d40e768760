import { BACK_WORDS, type CardLabel, FRONT_WORDS, LABELS, NOTE_WORDS } from './card-layout.ts';
import {
  type Box,
  boxAround,
  clearWords,
  inLetters,
  isLike,
  lettersApart,
  linesOf,
  type ReadWord,
} from './read-text.ts';

export type PlacedLabel = { field: CardLabel; box: Box; line: number; from: number; to: number };

/** A label that is read by itself, where one must stand, is recognised with two wrong letters in seven. */
const WRONG_LETTERS_IN_PLACE = 0.29;
const MOST_WORDS_OF_LABEL = 3;
/** The end of another label, such as that of "Surname", is often all that was seen of it. */
const ENDS_OF_LABELS: readonly string[] = ['NAME', 'NAMES'];
const LEAST_CONFIDENCE_OF_END = 0.7;

const LEAST_CONFIDENCE_OF_VALUE = 0.6;
/** A card has seven values. A page of print has many more words in capitals, and is not read for labels. */
const MOST_PLACES = 14;
/** How far a label reaches to the left of its value, and how wide it is above it, in heights of the value. */
const REACH = { beside: 16, above: 10 } as const;

/** The labels among these lines. Of one field the longest comes first: a short one can be a part of another. */
export function labelsAmong(lines: readonly (readonly ReadWord[])[]): PlacedLabel[] {
  return lines
    .flatMap((line, place) => labelsOf(line, place))
    .sort((one, other) => lengthOf(other, lines) - lengthOf(one, lines));
}

/** The place of a label that was not read, and where it would stand among the words. */
export type LabelPlace = { place: Box; asWord: Box };

/**
 * Where labels may stand that were not read: they are printed smaller than their values. Each value that belongs to no
 * label has one to the left of it or above it.
 */
export function placesOfLabels(words: readonly ReadWord[], found: readonly Box[]): LabelPlace[] {
  const lines = linesOf(clearWords(words));
  const labels = labelsAmong(lines);
  const all = lines.flatMap((line, at) => {
    const places: LabelPlace[] = [];
    for (const [place, word] of line.entries()) {
      const before = line[place - 1];
      const isOfLabel = labels.some(({ line: of, from, to }) => of === at && place >= from && place < to);
      if (isOfLabel || !isValue(word) || found.some((box) => isIn(word, box))) continue;
      // The further words of a value have the label of its first one.
      if (before && isValue(before) && word.left - (before.left + before.width) < word.height) continue;
      places.push(besideOf(word, before, labels), aboveOf(word));
    }
    return places;
  });
  return all.length > MOST_PLACES ? [] : all;
}

/** The words with a label that was read by itself. What was taken for a word in its place goes. */
export function withLabel(
  words: readonly ReadWord[],
  { asWord, place }: LabelPlace,
  label: string,
): ReadWord[] {
  const others = words.filter((word) => !isIn(word, place));
  return [...others, { text: label, confidence: 1, ...asWord }];
}

/**
 * The label in a text that was read in the place of one. A pattern or a portrait beside it can be taken for words.
 * Undefined where it is like none, or like those of two fields.
 */
export function labelIn(read: string): string | undefined {
  const words = inLetters(plain(read)).split(' ');
  const texts = words.flatMap((word, place) => [
    word,
    words.slice(place, place + 2).join(' '),
    words.slice(place, place + 3).join(' '),
  ]);
  const near = LABELS.flatMap(({ field, words: labels }) => labels.map((label) => ({ field, label })))
    .map((each) => ({ ...each, wrong: Math.min(...texts.map((text) => lettersApart(text, each.label))) }))
    .filter(
      ({ wrong, label }) =>
        wrong <= label.length * WRONG_LETTERS_IN_PLACE && (label.length > 5 || wrong === 0),
    )
    .sort((one, other) => other.label.length - other.wrong - (one.label.length - one.wrong));
  const [best] = near;
  const isAlone =
    best &&
    near.every(
      ({ field, label, wrong }) =>
        field === best.field || label.length - wrong < best.label.length - best.wrong,
    );
  return isAlone ? best.label : undefined;
}

export function plain(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .trim()
    .replace(/\s+/g, ' ');
}

/** As far to the left as the other labels that stand beside their values: farther away is the portrait. */
function besideOf(value: ReadWord, before: ReadWord | undefined, labels: readonly PlacedLabel[]): LabelPlace {
  const { height } = value;
  const right = value.left - height * 0.3;
  const column = labels.map(({ box }) => box).filter((box) => box.left + box.width < right);
  const edge = Math.min(...column.map((box) => box.left - height / 2));
  const end = before && isValue(before) ? before.left + before.width : 0;
  const left = Math.max(end, Number.isFinite(edge) ? edge : right - REACH.beside * height, 0);
  const width = Math.max(1, right - left);
  return {
    place: { left, top: value.top + height * 0.25, width, height: height * 0.75 },
    asWord: { left, top: value.top, width: Math.max(1, width - height), height },
  };
}

function aboveOf({ left, top, height }: ReadWord): LabelPlace {
  const width = REACH.above * height;
  const place = {
    left: Math.max(0, left - height * 0.3),
    top: top - height * 1.35,
    width,
    height: height * 0.85,
  };
  return { place, asWord: { ...place, left, width: 5 * height, height: height * 0.66 } };
}

/** Values are in capitals. Those of the title and the notes belong to no field. */
function isValue({ text, confidence }: ReadWord): boolean {
  const letters = inLetters(plain(text));
  const isOther = [...FRONT_WORDS, ...BACK_WORDS, ...NOTE_WORDS].some((word) => isLike(letters, word));
  return confidence >= LEAST_CONFIDENCE_OF_VALUE && /^[\p{Lu}'’-]{3,}$/u.test(text) && !isOther;
}

function isIn(word: Box, box: Box): boolean {
  const [middle, centre] = [word.left + word.width / 2, word.top + word.height / 2];
  return (
    middle >= box.left &&
    middle <= box.left + box.width &&
    centre >= box.top &&
    centre <= box.top + box.height
  );
}

function lengthOf({ line, from, to }: PlacedLabel, lines: readonly (readonly ReadWord[])[]): number {
  return lines[line]!.slice(from, to).reduce((sum, { text }) => sum + text.length, 0);
}

function labelsOf(line: readonly ReadWord[], place: number): PlacedLabel[] {
  const found: PlacedLabel[] = [];
  for (let from = 0; from < line.length; ) {
    const label = labelAt(line, from);
    if (label) found.push({ ...label, line: place });
    from = label?.to ?? from + 1;
  }
  return found;
}

/** The longest label that begins at this word. */
function labelAt(line: readonly ReadWord[], from: number): Omit<PlacedLabel, 'line'> | undefined {
  for (let to = Math.min(line.length, from + MOST_WORDS_OF_LABEL); to > from; to -= 1) {
    const words = line.slice(from, to);
    const text = plain(words.map((word) => word.text).join(' '));
    const letters = inLetters(text);
    const label = LABELS.find(({ words: known }) => known.some((label) => isLike(letters, label)));
    if (label && !isDoubtfulEnd(text, words)) return { field: label.field, box: boxAround(words), from, to };
  }
  return undefined;
}

function isDoubtfulEnd(text: string, words: readonly ReadWord[]): boolean {
  return (
    ENDS_OF_LABELS.includes(text) && words.some(({ confidence }) => confidence < LEAST_CONFIDENCE_OF_END)
  );
}
