import type { Sealing } from './sealing.ts';

/** Sealed text in a column that holds clear text of earlier versions too. */
const PREFIX = 'sealed:';

/** An empty text stays empty, as an erased one is. */
export function sealText(sealing: Sealing, text: string): string {
  return text === '' ? '' : PREFIX + sealing.sealUnbound(text).toString('base64');
}

export function openText(sealing: Sealing, stored: string): string {
  return stored.startsWith(PREFIX)
    ? sealing.openUnbound(Buffer.from(stored.slice(PREFIX.length), 'base64'))
    : stored;
}
