import type { Sealing } from '../../platform/sealing.ts';

/*
 * The link that a reminder carries: whoever holds its code sees what is owed on one loan, masked, and may pay it. A
 * loan has one code, made from it under our own key, so that it can be written into a message at any time and stands
 * in no table; a copy of the database neither shows it nor lets it be guessed.
 */

const CODE_BYTES = 16;
const CODE_PATTERN = /^[\w-]{22}$/;

export type LinkedLoan = { borrowerId: number; loanId: number };

export function repayCode(sealing: Sealing, { borrowerId, loanId }: LinkedLoan): string {
  return sealing
    .lookupHash('repay_code', `${borrowerId}:${loanId}`)
    .subarray(0, CODE_BYTES)
    .toString('base64url');
}

export function repayCodeHash(sealing: Sealing, code: string): Buffer {
  return sealing.lookupHash('repay_link', code);
}

export function isRepayCode(text: string): boolean {
  return CODE_PATTERN.test(text);
}

export function repayLink(publicUrl: string, sealing: Sealing, loan: LinkedLoan): string {
  return `${publicUrl.replace(/\/$/, '')}/qp?code=${repayCode(sealing, loan)}`;
}
