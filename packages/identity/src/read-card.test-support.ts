import type { ReadWord } from './read-text.ts';

/** A word of a made-up card. Its letters are 20 pixels wide and 30 high, as they are on a card that is read. */
export function word(text: string, left: number, top: number, confidence = 0.95): ReadWord {
  return { text, confidence, left, top, width: text.length * 20, height: 30 };
}

/** The words of a text that begins at a place. */
export function textAt(text: string, left: number, top: number, confidence = 0.95): ReadWord[] {
  let at = left;
  return text.split(' ').map((part) => {
    const placed = word(part, at, top, confidence);
    at += part.length * 20 + 15;
    return placed;
  });
}
