import { cardDate } from './card-date.ts';
import { labelsAmong, type PlacedLabel, plain } from './card-labels.ts';
import { type CardFieldName, NOTE_WORDS } from './card-layout.ts';
import { findNumber, numberOf } from './find-number.ts';
import {
  type Box,
  boxAround,
  clearWords,
  type FoundField,
  inLetters,
  lettersApart,
  linesOf,
  type ReadWord,
} from './read-text.ts';

export type FoundFields = Partial<Record<CardFieldName, FoundField>>;

/** How far to the right of its label a value begins, in heights of the label. Farther away is the portrait. */
const HEIGHTS_TO_VALUE = 16;
/** How long a value is at most, in heights of its label. */
const LONGEST_VALUE = 26;
/** How far below its label a value begins, in heights of the label. */
const LINES_BELOW = 3;

/** The fields among the words of a card, wherever its layout has them. */
export function findFields(words: readonly ReadWord[]): FoundFields {
  const lines = linesOf(clearWords(words));
  const labels = labelsAmong(lines);
  const fields: FoundFields = {};
  const number = findNumber(lines);
  if (number) fields.idNumber = number;
  for (const label of labels) {
    if (label.field === 'other' || label.field === 'idNumber' || fields[label.field]) continue;
    const field = fieldAt(label.field, valueWords(label, lines, labels));
    if (field) fields[label.field] = { ...field, box: fromLabel(label.box, field.box) };
  }
  if (!fields.birthDate) {
    const date = onlyDate(lines);
    if (date) fields.birthDate = date;
  }
  return fields;
}

/**
 * Where a field must stand whose label was found and whose value was not: beside the label, as far as the next one. A
 * single letter, such as that of the sex, is often overlooked among scattered words.
 */
export function placesOfMissing(
  words: readonly ReadWord[],
  found: FoundFields,
): Partial<Record<CardFieldName, Box>> {
  const lines = linesOf(clearWords(words));
  const labels = labelsAmong(lines);
  const places: Partial<Record<CardFieldName, Box>> = {};
  for (const { field, box, line, to } of labels) {
    if (field === 'other' || field === 'idNumber' || found[field] || places[field]) continue;
    const values = Object.values(found).filter((value) => value.box.left > box.left + box.width);
    const left = Math.min(...values.map((value) => value.box.left), box.left + box.width + 12 * box.height);
    const next = labels.find((other) => other.line === line && other.from >= to);
    const right = Math.min(next?.box.left ?? Number.POSITIVE_INFINITY, left + LONGEST_VALUE * box.height);
    places[field] = {
      left: left - box.height,
      top: box.top - box.height * 0.3,
      width: right - left + box.height,
      height: box.height * 1.5,
    };
  }
  return places;
}

/** The value of a field in a text that holds nothing else, such as the second reading of one line. */
export function fieldValue(
  field: CardFieldName,
  text: string,
): { text: string; certainty: number } | undefined {
  switch (field) {
    case 'idNumber':
      return numberOf(text.replace(/\s/g, ''));
    case 'birthDate': {
      const date = cardDate(text);
      return date && { text: date.day, certainty: date.certainty };
    }
    case 'gender':
      return genderOf(text);
    default:
      return nameOf(text);
  }
}

/**
 * The whole place of a value: from its label on, and a little beyond its end. A word that was overlooked among scattered
 * words is then seen when the line is read by itself.
 */
function fromLabel(label: Box, value: Box): Box {
  const isBeside = value.left >= label.left + label.width;
  const left = Math.min(value.left, isBeside ? label.left + label.width + value.height : label.left);
  return { ...value, left, width: value.left + value.width + 1.5 * value.height - left };
}

function fieldAt(field: CardFieldName, words: readonly ReadWord[]): FoundField | undefined {
  if (words.length === 0) return undefined;
  const value = fieldValue(field, words.map((word) => word.text).join(' '));
  if (!value) return undefined;
  const confidence = value.certainty * Math.min(...words.map((word) => word.confidence));
  return { text: value.text, confidence, box: boxAround(words) };
}

/** The words to the right of a label, as far as the next label. If there are none, the words of the line below it. */
function valueWords(
  label: PlacedLabel,
  lines: readonly (readonly ReadWord[])[],
  labels: readonly PlacedLabel[],
): readonly ReadWord[] {
  const isOfLabel = (line: number, place: number) =>
    labels.some((other) => other.line === line && place >= other.from && place < other.to);
  const line = lines[label.line]!;
  const beside: ReadWord[] = [];
  for (let place = label.to; place < line.length && !isOfLabel(label.line, place); place += 1) {
    beside.push(line[place]!);
  }
  const labelEnd = label.box.left + label.box.width;
  const isNear = beside[0] && beside[0].left - labelEnd <= HEIGHTS_TO_VALUE * label.box.height;
  if (isNear) return connected(beside);
  const next = labels.find((other) => other.line === label.line && other.from >= label.to);
  const rightEnd = next?.box.left ?? Number.POSITIVE_INFINITY;
  for (let below = label.line + 1; below < lines.length; below += 1) {
    // What stands beside another label belongs to that one.
    if (labels.some((other) => other.line === below)) return [];
    const words = lines[below]!.filter(
      (word) => word.left >= label.box.left - label.box.height * 2 && word.left + word.width / 2 < rightEnd,
    );
    const top = Math.min(...words.map((word) => word.top));
    if (top > label.box.top + label.box.height * (1 + LINES_BELOW)) return [];
    const isBelow = words[0] && words[0].left - label.box.left <= HEIGHTS_TO_VALUE * label.box.height;
    if (isBelow) return connected(words);
  }
  return [];
}

/** The words up to the first wide gap: what comes after it belongs to something else. */
function connected(words: readonly ReadWord[]): readonly ReadWord[] {
  const end = words.findIndex((word, place) => {
    const before = words[place - 1];
    return before !== undefined && word.left - (before.left + before.width) > 3 * before.height;
  });
  const near = end < 0 ? words : words.slice(0, end);
  return near.filter((word) => !NOTE_WORDS.includes(plain(word.text)));
}

/** The date of a card that shows one date only. */
function onlyDate(lines: readonly (readonly ReadWord[])[]): FoundField | undefined {
  const dates: FoundField[] = [];
  for (const line of lines) {
    for (let from = 0; from < line.length; from += 1) {
      const lengths = [1, 3].filter((length) => from + length <= line.length);
      const field = lengths
        .map((length) => fieldAt('birthDate', line.slice(from, from + length)))
        .find(Boolean);
      if (field) dates.push(field);
    }
  }
  return dates.length === 1 ? dates[0] : undefined;
}

function genderOf(text: string): { text: string; certainty: number } | undefined {
  const letters = plain(inLetters(text));
  if (letters === 'M' || letters === 'MALE') return { text: 'M', certainty: 1 };
  if (letters === 'F' || letters === 'FEMALE') return { text: 'F', certainty: 1 };
  if (letters.length < 4) return undefined;
  const [male, female] = [lettersApart(letters, 'MALE'), lettersApart(letters, 'FEMALE')];
  if (Math.min(male, female) > 1) return undefined;
  return { text: male < female ? 'M' : 'F', certainty: 0.8 };
}

const CERTAINTY_OF_TAKEN_LETTER = 0.8;
const NAME = /^[\p{L}][\p{L}' -]*$/u;

/** A name in the form of the wire: `NG’ANDU` is `Ng'andu`, `MWANSA-BANDA` is `Mwansa-Banda`. */
function nameOf(text: string): { text: string; certainty: number } | undefined {
  const cleaned = text
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+'/g, "'")
    .replace(/[.,:;_~*"“”°]/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
  const letters = inLetters(cleaned);
  if (!NAME.test(letters)) return undefined;
  const taken = [...cleaned].filter((character, place) => [...letters][place] !== character).length;
  const words = letters
    .toLowerCase()
    .replace(/(^|[ -])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase());
  return { text: words, certainty: CERTAINTY_OF_TAKEN_LETTER ** taken };
}
