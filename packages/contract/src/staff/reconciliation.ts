import { OPERATOR_NAMES } from '@thumba/lending/ledger';
import { z } from 'zod';
import { day, id, idInPath, instant, kwachaOut, nothing, operatorName, pageSize } from '../fields.ts';
import { bookDay } from './book-day.ts';
import { DIFFERENCE_KINDS, ENDS_OF_MANY, MOST_AT_ONCE, PROBABLE_ENDS } from './difference-kinds.ts';
import { effectLine, reason, staffPerson } from './people.ts';

const differenceParams = z.object({ differenceId: idInPath });
const kind = z.enum(DIFFERENCE_KINDS as [(typeof DIFFERENCE_KINDS)[number]]);
const probable = z.enum(PROBABLE_ENDS as [(typeof PROBABLE_ENDS)[number]]);
const direction = z.enum(['collection', 'payout']);
const before = z.coerce.number().int().positive().optional();

/** The operators whose statements can be read. */
const statementOperator = z.enum(['mtn', 'airtel']);

const countAndSum = z.object({ count: z.int(), amount: kwachaOut });

/** The days that a person names, where the rows of the file do not show all of them. */
const namedDays = { from: bookDay.optional(), to: bookDay.optional() };

const statementFile = { operator: statementOperator, ...namedDays };

const difference = z.object({
  differenceId: id,
  statementId: id,
  operator: operatorName,
  kind,
  direction,
  state: z.enum(['open', 'posting', 'resolved']),
  /** The line of the file. Null where only we have the payment. */
  line: z.int().nullable(),
  operatorReference: z.string().nullable(),
  borrowerId: id.nullable(),
  /** What the operator's statement has, and what our payments have. */
  operatorAmount: kwachaOut.nullable(),
  ourAmount: kwachaOut.nullable(),
  happenedAt: instant,
  foundAt: instant,
  /** Null once it is resolved. */
  probable: probable.nullable(),
  probableLoanId: id.nullable(),
  /** A borrower wrote that they paid this. */
  isClaimed: z.boolean(),
});

/** What a person says a difference was. */
const match = z.discriminatedUnion('to', [
  z.object({ to: z.literal('loan'), loanId: id }),
  z.object({ to: z.literal('payout'), paymentId: z.uuid('Write the number of the payment') }),
  z.object({ to: z.literal('taken_back') }),
  z.object({ to: z.literal('suspense') }),
  z.object({ to: z.literal('leave') }),
]);

/** What was shown, so that something else is not asked for. */
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const preview = z.object({
  title: z.string(),
  effect: z.array(effectLine),
  message: z.string().nullable(),
  /** Whether one person may do it, without a request. */
  isAlone: z.boolean(),
  digest,
});

/** Many differences that are resolved in the same way. */
const many = {
  to: z.enum(ENDS_OF_MANY),
  differenceIds: z.array(id).min(1).max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} differences at once`),
};

const batch = z.object({
  batchId: id,
  to: z.enum(ENDS_OF_MANY),
  /** Null where one person may do it. */
  requestId: id.nullable(),
  reason: z.string(),
  by: z.string(),
  approvedBy: z.string().nullable(),
  total: z.int(),
  done: z.int(),
  refused: z.int(),
  begunAt: instant,
  /** Null while it goes on. */
  endedAt: instant.nullable(),
});

export const reconciliation = {
  listStatements: {
    query: z.object({ operator: operatorName.optional(), before, pageSize }),
    output: z.object({
      items: z.array(
        z.object({
          statementId: id,
          operator: operatorName,
          covers: z.object({ from: instant, until: instant }),
          rows: z.int(),
          importedAt: instant,
          importedBy: z.string(),
          differences: z.int(),
          open: z.int(),
          /** Rows for which an earlier statement has another charge. The earlier charge stands. */
          otherCharges: z.int(),
        }),
      ),
      isMore: z.boolean(),
    }),
  },
  readOperatorStatement: {
    query: z.object(statementFile),
    output: z.object({
      /** Why nothing of the file can be taken, at its lines. Empty where it can be read. */
      problems: z.array(z.object({ line: z.int(), problem: z.string() })),
      /** Whether there are more lines with problems. */
      isMore: z.boolean(),
      /** Null where the file cannot be read. */
      statement: z
        .object({
          digest,
          rows: z.int(),
          collections: countAndSum,
          payouts: countAndSum,
          reversals: countAndSum,
          failed: z.int(),
          otherMovements: z.int(),
          /** Null where the file has no rows, so that a person names its days. */
          days: z.object({ from: day, to: day }).nullable(),
          /** Payments of ours that the statement does not show. Null where neither it nor a person names days. */
          missing: z.int().nullable(),
        })
        .nullable(),
    }),
  },
  importOperatorStatement: {
    query: z.object({ ...statementFile, digest }),
    output: z.object({
      statementId: id,
      /** False where the same statement was imported before. */
      isNew: z.boolean(),
      rows: z.int(),
      /** Rows that an earlier statement had too. */
      known: z.int(),
      matched: z.int(),
      /** Rows for which an earlier statement has another charge. The earlier charge stands. */
      otherCharges: z.int(),
      differences: z.int(),
      open: z.int(),
    }),
  },
  listDifferences: {
    query: z.object({
      operator: z.enum(OPERATOR_NAMES).optional(),
      kind: kind.optional(),
      state: z.enum(['open', 'resolved']).default('open'),
      probable: probable.optional(),
      statementId: z.coerce.number().int().positive().optional(),
      /** The last difference of the page before. */
      after: z.coerce.number().int().positive().optional(),
      pageSize,
    }),
    output: z.object({
      items: z.array(difference),
      /** The last one that was looked at, where there may be more: the next page goes on after it. */
      next: id.nullable(),
      /** All open ones of the operator and the statement, a line for each kind. Empty in the list of resolved ones. */
      kinds: z.array(z.object({ kind, count: z.int(), operatorAmount: kwachaOut, ourAmount: kwachaOut })),
    }),
  },
  getDifference: {
    params: differenceParams,
    output: difference.extend({
      paymentId: z.string().nullable(),
      /** How the payment stands with us. */
      paymentState: z.string().nullable(),
      maskedMobile: z.string().nullable(),
      tickets: z.array(z.object({ ticketId: id, borrowerId: id })),
      /** Loans of borrowers whom the claim or the number names. */
      loans: z.array(
        z.object({
          loanId: id,
          borrowerId: id,
          state: z.string(),
          because: z.enum(['claim', 'number']),
        }),
      ),
      possible: z.array(z.enum(['loan', 'payout', 'taken_back', 'suspense', 'leave'])),
      probablePaymentId: z.string().nullable(),
      openRequest: z.object({ requestId: id, madeBy: staffPerson, madeAt: instant }).nullable(),
      end: z
        .object({
          resolution: z.enum([
            'posted_to_loan',
            'posted_to_payout',
            'put_into_suspense',
            'taken_back',
            'ignored',
            'agreed',
          ]),
          reason: z.string(),
          by: z.string(),
          approvedBy: z.string().nullable(),
          at: instant.nullable(),
          requestId: id.nullable(),
          loanId: id.nullable(),
        })
        .nullable(),
    }),
  },
  previewDifference: { params: differenceParams, body: z.object({ match }), output: preview },
  askDifference: {
    params: differenceParams,
    body: z.object({ match, reason, digest }),
    output: z.object({ requestId: id }),
  },
  leaveDifference: { params: differenceParams, body: z.object({ reason }), output: nothing },
  previewDifferences: {
    body: z.object(many),
    output: z.object({
      title: z.string(),
      effect: z.array(effectLine),
      count: z.int(),
      /** Those for which it cannot be done. */
      leftOut: z.array(z.object({ differenceId: id, sentence: z.string() })),
      /** Whether one person may do it, without a request. */
      isAlone: z.boolean(),
      digest,
    }),
  },
  resolveDifferences: {
    body: z.object({ ...many, reason, digest }),
    /** A request where a second person has to approve it, and a batch where one may do it. */
    output: z.object({ requestId: id.nullable(), batchId: id.nullable() }),
  },
  listDifferenceBatches: {
    query: z.object({ before, pageSize }),
    output: z.object({ items: z.array(batch), isMore: z.boolean() }),
  },
  readDifferenceBatch: {
    params: z.object({ batchId: idInPath }),
    output: batch.extend({
      items: z.array(
        z.object({
          differenceId: id,
          state: z.enum(['waiting', 'done', 'refused']),
          sentence: z.string().nullable(),
        }),
      ),
    }),
  },
};
