import { z } from 'zod';
import { id, idInPath, instant, kwacha, kwachaOut, operatorName } from '../fields.ts';
import { reason, staffPerson } from './people.ts';
import { digest, filed, preview } from './preview.ts';

const params = z.object({ loanId: idInPath });

/** One of the borrower's accounts. Null: the number of the payout that failed. */
const retry = { accountId: id.nullable() };

/** Wallet credit that goes home: to the number of this payment, or to the default account where it is null. */
const refund = { amount: kwacha, paymentId: z.uuid('Choose the number that gets it').nullable() };

/** Payouts that are not sent since the book was restored from a backup. */
const hold = z.object({
  restoredAt: instant,
  /** Everything that happened before is in the book. */
  dataUntil: instant,
  /** The times of operators that no statement covers yet. */
  uncovered: z.array(
    z.object({
      operator: operatorName,
      from: instant,
      until: instant,
      /** False where the program reads no statement of this operator. */
      hasStatement: z.boolean(),
    }),
  ),
  openDifferences: z.int(),
  /** Who released these payouts at the terminal already. */
  releasedBy: z.array(z.string()),
});

export const payouts = {
  previewPayoutRetry: {
    params,
    body: z.object(retry),
    /** `isAlone` is false where it is sent only once a second person approves it. */
    output: preview.extend({ isAlone: z.boolean() }),
  },
  retryLoanPayout: {
    params,
    body: z.object({ ...retry, reason, digest }),
    /** `requestId` is null where it is done already. */
    output: z.object({ requestId: id.nullable(), sentence: z.string() }),
  },
  previewRefund: { params, body: z.object(refund), output: preview },
  askForRefund: { params, body: z.object({ ...refund, reason, digest }), output: filed },
  getHeldPayouts: {
    output: z.object({
      holds: z.array(hold),
      /** The payouts that wait for it. */
      count: z.int(),
      amount: kwachaOut,
      openRequest: z.object({ requestId: id, madeBy: staffPerson, madeAt: instant }).nullable(),
    }),
  },
  previewPayoutRelease: { output: preview },
  askForPayoutRelease: { body: z.object({ reason, digest }), output: filed },
};
