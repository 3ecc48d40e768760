/** A piece of an SMS. `from` is where it begins. */
export type MessagePart = { kind: 'text' | 'code' | 'link'; from: number; words: string };

/**
 * The lender's codes, as in "4831 is your Thumba code": any other number of a message is no code. And addresses: a full
 * stop after an address ends the sentence and is no part of it.
 */
const PIECES = /^\d{4,6}(?= is your \w+ code\b)|https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g;

export function messageParts(text: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const { index, 0: words } of text.matchAll(PIECES)) {
    if (index > end) parts.push({ kind: 'text', from: end, words: text.slice(end, index) });
    parts.push({ kind: words.startsWith('http') ? 'link' : 'code', from: index, words });
    end = index + words.length;
  }
  if (end < text.length) parts.push({ kind: 'text', from: end, words: text.slice(end) });
  return parts;
}
