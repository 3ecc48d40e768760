import type { Sealing } from '../../platform/sealing.ts';

/*
 * The link of a reminder. With its code a person who is not signed in sees what is owed on one loan and can pay it. The
 * code is a keyed hash of the numbers of borrower and loan. Only a hash of the code is stored (table `repay_link`), so a
 * copy of the database shows no code.
 */

const CODE_BYTES = 16;
const CODE_PATTERN = /^[\w-]{22}$/;

export type LinkedLoan = { borrowerId: number; loanId: number };

export function repayCode(sealing: Sealing, { borrowerId, loanId }: LinkedLoan): string {
  return sealing
    .lookupHashes('repay_code', `${borrowerId}:${loanId}`)[0]!
    .subarray(0, CODE_BYTES)
    .toString('base64url');
}

/** The hashes of a code under each live key. A new link is stored under the first. */
export function repayCodeHashes(sealing: Sealing, code: string): Buffer[] {
  return sealing.lookupHashes('repay_link', code);
}

export function isRepayCode(text: string): boolean {
  return CODE_PATTERN.test(text);
}

export function repayLink(publicUrl: string, sealing: Sealing, loan: LinkedLoan): string {
  return linkWith(publicUrl, repayCode(sealing, loan));
}

/** The link as staff read it in messages. The code is for the borrower, and for whom they give it to. */
export function repayLinkWithoutCode(publicUrl: string): string {
  return linkWith(publicUrl, '…');
}

function linkWith(publicUrl: string, code: string): string {
  return `${publicUrl.replace(/\/$/, '')}/qp?code=${code}`;
}
