/** A word that was found in a picture, with how sure the reading is (0 to 1). Places are pixels. */
export type ReadWord = {
  text: string;
  confidence: number;
  left: number;
  top: number;
  width: number;
  height: number;
};

export type Box = Pick<ReadWord, 'left' | 'top' | 'width' | 'height'>;

/** A field of a card as it was read: its value in the form of the wire, how sure the reading is, and where it stands. */
export type FoundField = { text: string; confidence: number; box: Box };

/** The box around all of them. */
export function boxAround(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** The words as lines from top to bottom, each from left to right. */
export function linesOf(words: readonly ReadWord[]): ReadWord[][] {
  const lines: { centre: number; height: number; words: ReadWord[] }[] = [];
  // The largest words first: a small label belongs to the line of the large value beside it.
  for (const word of [...words].sort((a, b) => b.height - a.height)) {
    const centre = word.top + word.height / 2;
    const off = (line: { centre: number }) => Math.abs(line.centre - centre);
    const nearest = lines.reduce<(typeof lines)[number] | undefined>(
      (best, line) => (best === undefined || off(line) < off(best) ? line : best),
      undefined,
    );
    if (nearest && off(nearest) < nearest.height / 2) {
      nearest.words.push(word);
      // A part of the portrait beside a value must not pull the line away from its label.
      nearest.centre += (centre - nearest.centre) / nearest.words.length;
    } else lines.push({ centre, height: Math.max(word.height, 1), words: [word] });
  }
  return lines.sort((a, b) => a.centre - b.centre).map((line) => line.words.sort((a, b) => a.left - b.left));
}

const LEAST_CONFIDENCE = 0.3;
const HEIGHTS = { least: 0.4, most: 2.4, ofNumber: 1.8 } as const;

/** The words without what a portrait, a pattern or an edge of the card was taken for. */
export function clearWords(words: readonly ReadWord[]): ReadWord[] {
  const clear = words.filter(
    (word) => word.confidence >= LEAST_CONFIDENCE && /[\p{L}\p{N}]/u.test(word.text),
  );
  const heights = clear
    .filter((word) => word.text.length > 2)
    .map((word) => word.height)
    .sort((a, b) => a - b);
  const usual = heights[Math.floor(heights.length / 2)] ?? 0;
  return clear
    .map((word) =>
      isOfNumber(word) ? { ...word, height: Math.min(word.height, usual * HEIGHTS.ofNumber) } : word,
    )
    .filter(({ height }) => height >= usual * HEIGHTS.least && height <= usual * HEIGHTS.most);
}

/** The number of a card often stands close above the portrait, and its place is then taken to reach into it. */
function isOfNumber({ text }: ReadWord): boolean {
  return text.replace(/\D/g, '').length >= 4;
}

/** How many letters have to be put in, left out or changed to make one text of the other. */
export function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const changed = row[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(changed, row[to]! + 1, next[to - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}

/** A word is recognised with one wrong letter in five. */
const WRONG_LETTERS = 0.2;

export function isLike(text: string, word: string): boolean {
  const allowed = Math.floor(word.length * WRONG_LETTERS);
  return Math.abs(text.length - word.length) <= allowed && lettersApart(text, word) <= allowed;
}

/** Letters and signs that are taken for a digit, where a digit must stand. */
const DIGIT_OF: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  U: '0',
  C: '0',
  I: '1',
  l: '1',
  i: '1',
  '|': '1',
  '!': '1',
  Z: '2',
  z: '2',
  E: '3',
  A: '4',
  S: '5',
  s: '5',
  G: '6',
  b: '6',
  T: '7',
  B: '8',
  g: '9',
  q: '9',
};

/** How sure a text is for each digit that had to be taken for one. */
export const CERTAINTY_OF_TAKEN_DIGIT = 0.8;

/** The digit that a character stands for, and whether it had to be taken for one. */
export function digitOf(character: string): { digit: string; isTaken: boolean } | undefined {
  if (/^\d$/.test(character)) return { digit: character, isTaken: false };
  const digit = DIGIT_OF[character];
  return digit === undefined ? undefined : { digit, isTaken: true };
}

/** Digits that are taken for a letter, where a letter must stand. */
const LETTER_OF: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 5: 'S', 8: 'B', '|': 'I', '!': 'I' };

/** The text with letters in place of what is taken for one. */
export function inLetters(text: string): string {
  return [...text].map((character) => LETTER_OF[character] ?? character).join('');
}
