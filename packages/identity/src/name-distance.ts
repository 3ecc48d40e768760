import { LETTERS, OTHER_NAMES, SAME_NAMES, SOUNDS, TITLES } from './name-spelling.ts';

export type NameVerdict = 'same' | 'similar' | 'different';

export type NameComparison = {
  verdict: NameVerdict;
  /** From 0, the same parts, to 1, no part in common. */
  distance: number;
};

/** A part of a name: as it is written, and as it sounds. */
type Part = { written: string; sound: string };

/** How far two parts of names are apart. */
const SAME_SOUND = 0.05;
const INITIAL = 0.5;
const ONE_LETTER = 0.5;
const NOTHING_IN_COMMON = 1;

/** What each part adds that one name has and the other has not, and the most that these parts add. */
const MISSING_PART = 0.05;
const MOST_OF_MISSING_PARTS = 0.15;
/** What one part alone says, where the other name has more. */
const ONE_PART_ALONE = 0.4;

const MOST_OF_SAME = 0.2;
const MOST_OF_SIMILAR = 0.45;
/** Longer names are compared by their first parts, so that a hostile list costs no time. */
const MOST_PARTS = 8;
const MOST_PART_LETTERS = 40;
/** A shorter part with another letter is another name. */
const LEAST_LETTERS_FOR_A_SLIP = 5;

const sameNames = new Map(
  SAME_NAMES.flatMap((names) => names.map((name) => [lettersOf(name), lettersOf(names[0]!)])),
);
const otherNames = new Set(OTHER_NAMES.map(([a, b]) => pairOf(soundOf(a), soundOf(b))));

/** A name taken apart. A name that is compared often is taken apart once. */
export type PreparedName = readonly Part[];

export function prepareName(name: string): PreparedName {
  return partsOf(name);
}

/** How far two names are apart, whatever the order of their parts. Rule: docs/rules/names.md. */
export function nameDistance(one: string, other: string): NameComparison {
  return preparedDistance(prepareName(one), prepareName(other));
}

export function preparedDistance(one: PreparedName, other: PreparedName): NameComparison {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (shorter.length === 0) return { verdict: 'different', distance: 1 };
  if (shorter.length < longer.length && joined(shorter) === joined(longer))
    return { verdict: 'same', distance: SAME_SOUND };
  const paired = leastTotal(shorter, longer);
  const missing = Math.min(MOST_OF_MISSING_PARTS, (longer.length - shorter.length) * MISSING_PART);
  const isAlone = shorter.length === 1 && longer.length > 1;
  const distance = Math.min(
    1,
    Math.max(paired.total / shorter.length + missing, isAlone ? ONE_PART_ALONE : 0),
  );
  // Initials alone, or one part in common of two, say nothing about a person.
  const isKnown = paired.full >= Math.min(2, shorter.length) || (paired.full === 1 && paired.total < 1);
  return { distance: rounded(distance), verdict: isKnown ? verdictOf(distance) : 'different' };
}

/**
 * Keys of a name. Two names with a part in common, up to one letter, and two that are written in one word and in several,
 * have a key in common, so that a list is looked through by keys in place of names.
 */
export function nameKeys(name: string): string[] {
  const parts = partsOf(name);
  return [
    ...new Set([
      joined(parts),
      ...parts
        .filter(({ sound }) => sound.length > 1)
        .flatMap(({ sound }) =>
          sound.length < LEAST_LETTERS_FOR_A_SLIP
            ? [sound]
            : [sound, ...Array.from(sound, (_letter, at) => sound.slice(0, at) + sound.slice(at + 1))],
        ),
    ]),
  ].filter((key) => key !== '');
}

/** The sounds of the parts of a name, each once, in the order of the alphabet. */
export function nameSounds(name: string): string[] {
  return [...new Set(partsOf(name).map(({ sound }) => sound))].filter((sound) => sound.length > 1).sort();
}

function verdictOf(distance: number): NameVerdict {
  if (distance <= MOST_OF_SAME) return 'same';
  return distance <= MOST_OF_SIMILAR ? 'similar' : 'different';
}

function rounded(distance: number): number {
  return Math.round(distance * 100) / 100;
}

/** The names of a text, as they are compared. Each sign that is no apostrophe ends a name. */
export function namesIn(text: string): string[] {
  return lettersOf(text)
    .split(' ')
    .filter((name) => name !== '');
}

function partsOf(name: string): Part[] {
  const names = namesIn(name.slice(0, MOST_PARTS * MOST_PART_LETTERS)).filter((part) => !TITLES.has(part));
  // A repeated name would push the others out.
  const compared = names.length > MOST_PARTS ? [...new Set(names)] : names;
  return compared
    .slice(0, MOST_PARTS)
    .map((part) => part.slice(0, MOST_PART_LETTERS))
    .map((written) => ({ written, sound: soundOf(written) }));
}

/** Small letters without accents. An apostrophe belongs to the part that it is in; a hyphen ends one. */
function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/['’‘`ʼ´′]/g, '')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
}

function soundOf(written: string): string {
  const name = sameNames.get(written) ?? written;
  return SOUNDS.reduce((text, [pattern, sound]) => text.replaceAll(pattern, sound), name);
}

function joined(parts: readonly Part[]): string {
  return parts.map(({ sound }) => sound).join('');
}

type Pairing = { total: number; full: number };

/** The pairing of every part of the shorter name with a part of the longer one that is nearest in all. */
function leastTotal(shorter: readonly Part[], longer: readonly Part[]): Pairing {
  const costs = shorter.map((part) => longer.map((other) => partDistance(part, other)));
  // What is reached, by the parts of the longer name that are used: one bit each.
  let reached = new Map<number, Pairing>([[0, { total: 0, full: 0 }]]);
  for (const row of costs) {
    const next = new Map<number, Pairing>();
    for (const [used, { total, full }] of reached) {
      for (const [at, cost] of row.entries()) {
        if (used & (1 << at)) continue;
        const key = used | (1 << at);
        const found = { total: total + cost.distance, full: full + (cost.isFull ? 1 : 0) };
        const known = next.get(key);
        if (!known || found.total < known.total) next.set(key, found);
      }
    }
    reached = next;
  }
  return [...reached.values()].reduce((least, one) => (one.total < least.total ? one : least));
}

/** An initial tells less than a part that is written out, however near it is. */
function partDistance(one: Part, other: Part): { distance: number; isFull: boolean } {
  if (one.written.length === 1 || other.written.length === 1) {
    return {
      distance: one.written[0] === other.written[0] ? INITIAL : NOTHING_IN_COMMON,
      isFull: false,
    };
  }
  const distance = distanceOfWords(one, other);
  return { distance, isFull: distance < NOTHING_IN_COMMON };
}

function distanceOfWords(one: Part, other: Part): number {
  if (one.written === other.written) return 0;
  if (one.sound === other.sound) return SAME_SOUND;
  if (!isOneSlipApart(one.sound, other.sound)) return NOTHING_IN_COMMON;
  return otherNames.has(pairOf(one.sound, other.sound)) ? NOTHING_IN_COMMON : ONE_LETTER;
}

function pairOf(one: string, other: string): string {
  return [one, other].sort().join(' ');
}

/** One letter more, less or other, or two neighbours exchanged, in names that are long enough for a slip. */
function isOneSlipApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < LEAST_LETTERS_FOR_A_SLIP || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const restOfShort = short.slice(start);
  const restOfLong = long.slice(start);
  if (short.length < long.length) return restOfShort === restOfLong.slice(1);
  const isExchanged = restOfShort[0] === restOfLong[1] && restOfShort[1] === restOfLong[0];
  return (
    restOfShort.slice(1) === restOfLong.slice(1) ||
    (isExchanged && restOfShort.slice(2) === restOfLong.slice(2))
  );
}
