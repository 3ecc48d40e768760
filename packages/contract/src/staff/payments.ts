import { z } from 'zod';
import { id, idInPath, instant, kwachaOut, nothing, operatorName, page, pageSize } from '../fields.ts';
import { CLAIM_ANSWERS, type ClaimAnswer } from './claim-answers.ts';
import { reason, staffPerson } from './people.ts';
import { digest, filed, preview } from './preview.ts';

/** What stands in the history of a payment, in the order of time. */
export const PAYMENT_STEPS = [
  'made',
  'sent',
  'accepted',
  'known_already',
  'pending',
  'unknown',
  'amount_differs',
  'unanswered',
  'not_found',
  'to_be_sent_again',
  'held',
  'handed_over',
  'no_news',
  'asked_by_staff',
  'called_back',
  'ended_by_staff',
  'succeeded',
  'failed',
  'expired',
] as const;

const paymentId = z.uuid('This is no number of a payment.');
const payerId = idInPath;
const params = z.object({ payerId, paymentId });
const direction = z.enum(['collection', 'payout']);
const openRequest = z.object({ requestId: id, madeBy: staffPerson, madeAt: instant }).nullable();
const outcome = z.enum(['succeeded', 'failed'], 'Choose how it ended');

const unknownPayment = z.object({
  /** The borrower, or 0 for money whose owner is not known. */
  payerId: id,
  paymentId: z.string(),
  direction,
  purpose: z.string(),
  operator: operatorName,
  amount: kwachaOut,
  loanId: id.nullable(),
  since: instant,
  /** When the program asks the operator again. */
  nextStepAt: instant,
  enquiries: z.int(),
  /** Why a person has to find out the outcome. */
  handedOverFor: z.string().nullable(),
});

const claim = z.object({
  ticketId: id,
  borrowerId: id,
  /** `found`: the statement of an operator has it; `answered`: staff told that it is not found; `settled`: it is posted. */
  state: z.enum(['open', 'found', 'answered', 'settled']),
  claimedAt: instant,
  answeredAt: instant.nullable(),
  settledAt: instant.nullable(),
});

const claimAnswer = z.enum(
  Object.keys(CLAIM_ANSWERS) as [ClaimAnswer, ...ClaimAnswer[]],
  'Choose what became of the payment',
);

const sum = z.object({ count: z.int(), amount: kwachaOut });

export const payments = {
  listUnknownPayments: {
    query: z.object({ page, pageSize }),
    output: z.object({
      total: z.int(),
      /** Of all of them, on whichever page. */
      collections: sum,
      payouts: sum,
      items: z.array(unknownPayment),
    }),
  },
  getStaffPayment: {
    params,
    output: z.object({
      payerId: id,
      paymentId: z.string(),
      loanId: id.nullable(),
      direction,
      purpose: z.string(),
      state: z.string(),
      operator: operatorName,
      amount: kwachaOut,
      maskedMobile: z.string().nullable(),
      /** Who pays: an account of the borrower, their own number by the link of a reminder, or another number. */
      payer: z.enum(['account', 'own_number', 'other_number']),
      receiptNo: z.string().nullable(),
      operatorReference: z.string().nullable(),
      operatorCode: z.string().nullable(),
      failure: z.string().nullable(),
      madeAt: instant,
      sentAt: instant.nullable(),
      finishedAt: instant.nullable(),
      nextStepAt: instant.nullable(),
      enquiries: z.int(),
      notFound: z.int(),
      unanswered: z.int(),
      held: z.object({ reason: z.string(), since: instant }).nullable(),
      handedOver: z.object({ reason: z.string(), at: instant }).nullable(),
      /** Where it was sent. Roles that do not see the payments of all borrowers are not told the user of the API. */
      route: z
        .object({ platform: z.string(), environment: z.string(), apiUser: z.string().nullable() })
        .nullable(),
      history: z.array(
        z.object({
          at: instant,
          what: z.enum(PAYMENT_STEPS),
          /** The code of the operator, or why it is held, handed over or failed. */
          code: z.string().nullable(),
          by: z.string().nullable(),
          times: z.int(),
        }),
      ),
      statementRows: z.array(
        z.object({
          statementId: id,
          line: z.int(),
          outcome: z.enum(['succeeded', 'failed', 'pending', 'reversed']),
          amount: kwachaOut,
          operatorReference: z.string(),
          happenedAt: instant,
        }),
      ),
      differences: z.array(
        z.object({
          differenceId: id,
          kind: z.string(),
          state: z.enum(['open', 'posting', 'resolved']),
          resolution: z.string().nullable(),
        }),
      ),
      /** How staff ended it. */
      end: z
        .object({
          outcome,
          reason: z.string(),
          by: z.string(),
          approvedBy: z.string().nullable(),
          at: instant,
        })
        .nullable(),
      /** The request for its end that is not done yet. */
      openRequest,
      /** Why the operator cannot be asked now. Null: it can. */
      whyNotAsk: z.string().nullable(),
      /** Why no person ends it now. Null: a person may. */
      whyNotEnd: z.string().nullable(),
    }),
  },
  askOperatorNow: { params, output: z.null() },
  previewPaymentEnd: { params, body: z.object({ outcome }), output: preview },
  askPaymentEnd: { params, body: z.object({ outcome, reason, digest }), output: filed },
  listClaims: {
    query: z.object({ state: z.enum(['waiting', 'answered', 'settled']).default('waiting'), page, pageSize }),
    output: z.object({ total: z.int(), items: z.array(claim) }),
  },
  getClaim: {
    params: z.object({ ticketId: idInPath }),
    output: claim.extend({
      /** What the borrower typed. */
      reference: z.string(),
      /** What staff told the borrower, until the payment is found after all. */
      answer: z.object({ answer: claimAnswer, text: z.string(), by: z.string() }).nullable(),
      /** What staff can tell the borrower now, in the words that the borrower reads. None while the payment may be found. */
      possibleAnswers: z.array(z.object({ answer: claimAnswer, text: z.string() })),
      /** Why the ticket is not answered now. Null: it can be, or it has its end. */
      whyNotAnswer: z.string().nullable(),
      /** Payments of the borrower that it may be: the one that it names, and those of the days around it. */
      payments: z.array(
        z.object({
          paymentId: z.string(),
          state: z.string(),
          operator: operatorName,
          amount: kwachaOut,
          loanId: id.nullable(),
          operatorReference: z.string().nullable(),
          receiptNo: z.string().nullable(),
          madeAt: instant,
          isNamed: z.boolean(),
        }),
      ),
      /** Rows of operators' statements with this reference. */
      statementRows: z.array(
        z.object({
          statementId: id,
          line: z.int(),
          operator: operatorName,
          outcome: z.enum(['succeeded', 'failed', 'pending', 'reversed']),
          amount: kwachaOut,
          happenedAt: instant,
          differenceId: id.nullable(),
          /** The piece of suspense that its money is in. */
          pieceId: id.nullable(),
          isFromBorrower: z.boolean(),
        }),
      ),
    }),
  },
  answerClaim: {
    params: z.object({ ticketId: idInPath }),
    body: z.object({ answer: claimAnswer }),
    output: nothing,
  },
};
