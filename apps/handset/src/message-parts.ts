/** A piece of an SMS. `from` is where it begins. */
export type MessagePart = { kind: 'text' | 'code' | 'link'; from: number; words: string };

/**
 * The codes of Thumba, in any language: the message begins with the code and names Thumba, as "4831 is your Thumba
 * code". Any other number is no code. And addresses: a full stop after an address ends the sentence.
 */
const PIECES = /^\d{4,6}(?= \p{L}[^\d.]*\bThumba\b)|https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/gu;

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
