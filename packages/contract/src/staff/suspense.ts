import { z } from 'zod';
import { day, id, idInPath, instant, kwacha, kwachaOut, operatorName, page, pageSize } from '../fields.ts';
import { reason, staffPerson } from './people.ts';
import { digest, filed, preview } from './preview.ts';

const params = z.object({ pieceId: idInPath });

/** How the money of a piece came to be in suspense. */
const source = z.enum([
  'reversal',
  'unexpected_payout',
  'late_wallet_payout',
  'late_return',
  'bank_row',
  'other',
  'missing',
  'extra',
  'amount_differs',
  'reversed',
  'status_differs',
  'duplicate',
]);

const piece = z.object({
  pieceId: id,
  source,
  /** `came`: money without a place. `left`: money that went out, which money that comes back covers. */
  direction: z.enum(['came', 'left']),
  amount: kwachaOut,
  /** What has no place yet. */
  left: kwachaOut,
  movedOn: day,
  operator: operatorName.nullable(),
  borrowerId: id.nullable(),
  loanId: id.nullable(),
});

/** Why a borrower may be the owner of a piece. */
export const OWNER_SIGNS = [
  /** The posting that was taken back was theirs. */
  'was_theirs',
  /** The money came from a number of theirs. */
  'number',
  /** They say that they paid this reference. */
  'claim',
  /** The operator's row has their name. */
  'name',
  /** An instalment of this amount was due around that day. */
  'due',
  /** A payment of this amount did not succeed around that day. */
  'unsuccessful',
] as const;

const owner = z.object({
  borrowerId: id,
  maskedName: z.string().nullable(),
  maskedMobile: z.string(),
  /** The loan that runs. */
  loanId: id.nullable(),
  because: z.array(z.enum(OWNER_SIGNS)),
});

const target = z.enum(['loan', 'wallet', 'payer', 'covered'], 'Choose where the money goes');
const MOST_FURTHER_PIECES = 20;
const part = {
  amount: kwacha.nullable(),
  /** Pieces that go the same way with it, with all that is left of each. */
  furtherPieceIds: z
    .array(z.int('Write the numbers of pieces').positive())
    .max(MOST_FURTHER_PIECES, `At most ${MOST_FURTHER_PIECES} further pieces`)
    .optional(),
};
/** `amount` null: all that is left of the piece. */
const placement = z.discriminatedUnion('target', [
  z.object({ target: z.literal('loan'), ...part, loanId: z.int('Write the number of a loan').positive() }),
  z.object({
    target: z.literal('wallet'),
    ...part,
    borrowerId: z.int('Write the number of a borrower').positive(),
  }),
  z.object({ target: z.literal('payer'), ...part }),
  z.object({ target: z.literal('covered'), leftPieceId: z.int('Choose the money that left').positive() }),
]);

export const suspense = {
  listSuspense: {
    query: z.object({ direction: z.enum(['came', 'left']).default('came'), page, pageSize }),
    output: z.object({
      total: z.int(),
      items: z.array(piece),
      /** The sums over all pieces. The first three and the last, with signs, are what the ledger has in suspense. */
      came: kwachaOut,
      left: kwachaOut,
      /** Being sent back to its payers. */
      underWay: kwachaOut,
      /** Being paid out of wallets. */
      walletPayouts: kwachaOut,
      ledger: kwachaOut,
    }),
  },
  getPiece: {
    params,
    output: piece.extend({
      bookedOn: day,
      /** The number that it came from; null where it is not known. */
      payer: z.object({ maskedMobile: z.string(), operator: operatorName }).nullable(),
      statement: z.object({ statementId: id, line: z.int() }).nullable(),
      /** Why it cannot go back to its payer. Null: it can. */
      whyNotPayer: z.string().nullable(),
      owners: z.array(owner),
      /** Money that left, which this piece may be. */
      covers: z.array(z.object({ pieceId: id, left: kwachaOut, movedOn: day })),
      /** What the operator gave back of it. While one waits, the piece can only cover what left. */
      givenBack: z.array(
        z.object({ differenceId: id, amount: kwachaOut, at: instant, isWaiting: z.boolean() }),
      ),
      placements: z.array(
        z.object({
          target,
          amount: kwachaOut,
          state: z.enum(['under_way', 'done', 'failed']),
          loanId: id.nullable(),
          payment: z.object({ payerId: id, paymentId: z.string() }).nullable(),
          reason: z.string(),
          by: z.string(),
          approvedBy: z.string().nullable(),
          requestId: id.nullable(),
          at: instant,
        }),
      ),
      /** Requests for a place that are not done yet. */
      openRequests: z.array(
        z.object({ requestId: id, title: z.string(), madeBy: staffPerson, madeAt: instant }),
      ),
    }),
  },
  listUnusedCredit: {
    query: z.object({
      /** The borrower of the last row of the page before. */
      after: z.coerce.number().int().positive().optional(),
    }),
    output: z.object({
      /** After so many days without use, credit is sent back. 0: it is never sent back by itself. */
      unusedDays: z.int(),
      items: z.array(
        z.object({
          borrowerId: id,
          /** The day of the oldest credit among it. */
          givenOn: day,
          daysOld: z.int(),
          amount: kwachaOut,
          /** Why it is still in the wallet. */
          why: z.string(),
        }),
      ),
      /** `after` of the next page; null where there is none. */
      next: id.nullable(),
    }),
  },
  previewPlacement: { params, body: z.object({ placement }), output: preview },
  askPlacement: { params, body: z.object({ placement, reason, digest }), output: filed },
};
