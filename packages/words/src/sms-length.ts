/*
 * How long a text is as an SMS. 3GPP TS 23.038: a text of the 7-bit default alphabet has 160 septets, of which a
 * character of its extension table takes two; any other text is in UCS-2, with 70 units of 16 bits. A longer text is
 * sent in parts, each with a header (TS 23.040) that leaves 153 septets or 67 units.
 */

export type SmsLength = { encoding: 'gsm7' | 'ucs2'; units: number; parts: number };

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENSION = new Set('\f^{}\\[~]|€');

const ROOM = { gsm7: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } };

/** How a text is encoded, its septets or 16-bit units, and the number of messages that an operator charges for it. */
export function smsParts(text: string): SmsLength {
  const characters = [...text];
  const isGsm7 = characters.every((character) => BASIC.has(character) || EXTENSION.has(character));
  const encoding = isGsm7 ? 'gsm7' : 'ucs2';
  const widths = characters.map((character) => widthOf(character, encoding));
  const units = widths.reduce((sum, width) => sum + width, 0);
  const { alone, part } = ROOM[encoding];
  return { encoding, units, parts: units <= alone ? 1 : partsOf(widths, part) };
}

/** The letters for which a text is in UCS-2, each once. */
export function lettersBeyondGsm7(text: string): string[] {
  return [...new Set(text)].filter((letter) => !BASIC.has(letter) && !EXTENSION.has(letter));
}

function widthOf(character: string, encoding: SmsLength['encoding']): number {
  if (encoding === 'ucs2') return character.length;
  return EXTENSION.has(character) ? 2 : 1;
}

/** A character of two units is never split, so a part may have to leave its last unit empty. */
function partsOf(widths: readonly number[], room: number): number {
  let parts = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > room) {
      parts += 1;
      used = 0;
    }
    used += width;
  }
  return parts;
}
