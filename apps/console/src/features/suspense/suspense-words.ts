import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type Piece = StaffAnswer<'getPiece'>;
export type PieceRow = StaffAnswer<'listSuspense'>['items'][number];

const SOURCES: Record<PieceRow['source'], string> = {
  reversal: 'a posting that was taken back',
  unexpected_payout: 'a payout that the program had not expected',
  late_wallet_payout: 'a payout of a wallet that succeeded late',
  late_return: 'money sent back that succeeded late',
  bank_row: 'a row of the bank',
  other: 'an entry of the books',
  missing: 'our payment, which the statement does not have',
  extra: 'a row of the statement without a payment',
  amount_differs: 'another amount on the statement',
  reversed: 'reversed by the operator',
  status_differs: 'another outcome on the statement',
  duplicate: 'twice on the statement',
};

/** How the money came to be in suspense. */
export function sourceText({ source }: Pick<PieceRow, 'source'>): string {
  return SOURCES[source];
}

const SIGNS: Record<Piece['owners'][number]['because'][number], string> = {
  was_theirs: 'it was posted for them before',
  number: 'it came from their number',
  claim: 'they say that they paid this reference',
  name: 'the row has their name',
  due: 'an instalment of this amount was due then',
  unsuccessful: 'a payment of this amount did not succeed then',
};

export function becauseText({ because }: Pick<Piece['owners'][number], 'because'>): string {
  return because.map((sign) => SIGNS[sign]).join('; ');
}

const TARGETS: Record<Piece['placements'][number]['target'], string> = {
  loan: 'paid on a loan',
  wallet: 'put into a wallet',
  payer: 'sent back to its payer',
  covered: 'is money that had left',
};

export function targetText({ target }: Pick<Piece['placements'][number], 'target'>): string {
  return TARGETS[target];
}

const STATES = { under_way: 'under way', done: 'done', failed: 'failed' } as const;

export function placementStateText({ state }: Pick<Piece['placements'][number], 'state'>): string {
  return STATES[state];
}
