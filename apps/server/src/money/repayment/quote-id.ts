import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import type { Sealing } from '../../platform/sealing.ts';

export type QuoteKind = 'settlement' | 'cooling_off';
export type Quoted = { kind: QuoteKind; loanId: number; amountNgwee: Ngwee; on: Day };

const PREFIX: Record<QuoteKind, string> = { settlement: 's', cooling_off: 'c' };
const MAC_BYTES = 16;

/**
 * A quote is kept in no table: its id is a keyed hash of the quoted figures, and the quote is computed again when it is
 * submitted. A quote of another day, loan or amount has another id.
 */
export function quoteIdOf(sealing: Sealing, quoted: Quoted): string {
  return quoteIds(sealing, quoted)[0]!;
}

/** The ids of a quote under each live key. */
function quoteIds(sealing: Sealing, { kind, loanId, amountNgwee, on }: Quoted): string[] {
  return sealing
    .lookupHashes('quote', `${kind}:${loanId}:${amountNgwee}:${on}`)
    .map((mac) => `${PREFIX[kind]}${mac.subarray(0, MAC_BYTES).toString('base64url')}`);
}

export function isQuote(sealing: Sealing, quoteId: string, quoted: Quoted): boolean {
  return quoteIds(sealing, quoted).includes(quoteId);
}

/** The kind of quote that an id is of, or `null` where it is none of ours. */
export function quoteKindOf(quoteId: string): QuoteKind | null {
  if (quoteId.startsWith(PREFIX.settlement)) return 'settlement';
  return quoteId.startsWith(PREFIX.cooling_off) ? 'cooling_off' : null;
}
