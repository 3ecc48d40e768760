import type { StaffCallDefinition } from './definition.ts';

const subject = { kind: 'piece', parameter: 'pieceId' } as const;

/** Money in suspense: what has no place yet, whose it may be, and asking for a place or a way home. */
export const suspenseCalls = {
  listSuspense: {
    method: 'GET',
    path: '/suspense',
    access: 'seePayments',
    audit: 'none',
    summary: 'The pieces of money in suspense that have something left to place, oldest first',
  },
  getPiece: {
    method: 'GET',
    path: '/suspense/{pieceId}',
    access: 'seePayments',
    audit: 'look',
    subject,
    summary: 'One piece of money in suspense, with the borrowers whose it may be and why',
  },
  listUnusedCredit: {
    method: 'GET',
    path: '/unused-credit',
    access: 'seePayments',
    audit: 'none',
    summary: 'Wallet credit that was not used and could not be sent back, by borrower',
  },
  previewPlacement: {
    method: 'POST',
    path: '/suspense/{pieceId}/placements/preview',
    access: 'matchPayments',
    audit: 'look',
    subject,
    summary: 'What a place for money in suspense would do',
  },
  askPlacement: {
    method: 'POST',
    path: '/suspense/{pieceId}/placements',
    access: 'matchPayments',
    audit: 'change',
    subject,
    summary:
      'Ask a second person for a place for money in suspense: a loan, a wallet, its payer or money that left',
  },
} as const satisfies Record<string, StaffCallDefinition>;
