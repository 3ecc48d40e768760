import { EVIDENCE_KINDS } from '@thumba/lending/evidence-kind';
import { z } from 'zod';
import {
  day,
  id,
  idInPath,
  instant,
  kwacha,
  kwachaOut,
  nothing,
  operatorName,
  page,
  pageSize,
} from '../fields.ts';
import { reason } from './people.ts';

const onLoan = z.object({ loanId: idInPath });

/** What a decision rests on, as `getApplication` answered it. A decision on something else is refused. */
const shown = z.string().max(2000);

/** A code with a sentence for staff. */
const finding = z.object({ code: z.string(), title: z.string() });

/** Who has an application, and until when if no further call is made about it. */
const holder = z.object({ staffId: id, name: z.string(), isMine: z.boolean(), until: instant });

const picture = z.string().regex(/^(front|back|face|evidence-\d{1,9}-\d)$/);

const waiting = z.object({
  loanId: id,
  appliedAt: instant,
  amount: kwachaOut,
  productName: z.string(),
  termDays: z.int(),
  /** Why it waits. */
  reasons: z.array(finding),
  /** The borrower was declined and asked for another look. */
  isAnotherLook: z.boolean(),
  /** A request for a second person waits. */
  isWithChecker: z.boolean(),
  holder: holder.nullable(),
});

const compared = z.object({
  title: z.string(),
  read: z.object({ text: z.string(), confidence: z.number(), isSure: z.boolean() }).nullable(),
  entered: z.string().nullable(),
  differs: z.boolean(),
});

const faceCheck = z.object({
  checkedAt: instant,
  outcome: z.enum(['pass', 'again', 'refer']),
  reason: z.string().nullable(),
  isStill: z.boolean(),
});

const identity = z.object({
  name: z.string().nullable(),
  /** The fields that differ come first. */
  fields: z.array(compared),
  /** Undefined where the card was read. */
  unread: z.string().nullable(),
  isCheckedByPerson: z.boolean(),
  face: faceCheck
    .extend({
      similarity: z.number().nullable(),
      matchesFrom: z.number(),
      inDoubtFrom: z.number(),
      isOfOtherCard: z.boolean(),
    })
    .nullable(),
  otherFaceChecks: z.array(faceCheck.extend({ whyNot: z.string() })),
  account: z
    .object({
      mobile: z.string(),
      operator: operatorName,
      holderName: z.string().nullable(),
      isHolderAsked: z.boolean(),
      verdict: z.string().nullable(),
      distance: z.number().nullable(),
      isShared: z.boolean(),
      isFrozen: z.boolean(),
    })
    .nullable(),
});

const duplicate = z.object({
  borrowerId: id,
  shared: z.array(z.string()),
  /** The card or the face is the same: one person is likely. */
  isStrong: z.boolean(),
  isBlocked: z.boolean(),
  loans: z.array(z.object({ loanId: id, state: z.string() })),
});

const offered = z.object({
  amount: kwachaOut,
  termDays: z.int(),
  state: z.enum(['offered', 'signed', 'refused', 'lapsed', 'ended']),
  /** Whether the borrower can answer it now. */
  isStanding: z.boolean(),
  offeredAt: instant,
  endsAt: instant,
});

const instalment = z.object({ period: z.int(), dueOn: day, amount: kwachaOut });

const affordability = z.object({
  monthlyIncome: kwachaOut.nullable(),
  largestInstalment: kwachaOut,
  /** Of the income, as a fraction of 1. */
  share: z.number().nullable(),
  mostShare: z.number(),
  affordable: kwachaOut.nullable(),
  limit: kwachaOut,
  instalments: z.array(instalment),
  repays: kwachaOut,
  receives: kwachaOut,
});

/** What a credit bureau was asked about the application, and what it said of other lenders. */
const bureau = z.object({
  state: z.enum(['answered', 'not_known', 'no_answer', 'no_consent']),
  /** Null where the bureau was not asked. */
  askedAt: instant.nullable(),
  /** Whole days since the answer. */
  ageDays: z.int().nullable(),
  /** Why there is no answer, as a code. */
  cause: z.string().nullable(),
  elsewhere: z
    .object({
      asOn: day,
      openAccounts: z.int(),
      instalments: kwachaOut,
      balance: kwachaOut,
      overdue: kwachaOut,
      daysLate: z.int(),
    })
    .nullable(),
});

const score = z.object({
  points: z.int(),
  basePoints: z.int(),
  approveFrom: z.int(),
  referFrom: z.int(),
  version: z.int(),
  /** Empty where the scorecard was changed since. */
  parts: z.array(
    z.object({
      title: z.string(),
      value: z.string().nullable(),
      points: z.int(),
      mostPoints: z.int(),
    }),
  ),
});

const earlierLoan = z.object({
  loanId: id,
  appliedAt: instant,
  amount: kwachaOut,
  state: z.string(),
  worstDaysLate: z.int(),
});

const review = z.object({ at: instant, by: z.string(), title: z.string(), note: z.string() });

/** What the borrower reads after each decision. */
const borrowerReads = z.object({
  approve: z.string(),
  decline: z.array(z.object({ code: z.string(), title: z.string(), text: z.string() })),
  sendBack: z.object({ identity: z.string(), face: z.string() }),
  askEvidence: z.object({ payslip: z.string(), mobile_money_statement: z.string() }),
});

const application = waiting.omit({ holder: true }).extend({
  borrowerId: id,
  holder: holder.nullable(),
  shown,
  rulesSaid: z.enum(['approve', 'refer', 'decline']),
  /** The rules that decline it. Where there are any, an approval needs a second person. */
  against: z.array(finding),
  isBlocked: z.boolean(),
  /** Compliance has to look first. What a list says is theirs alone. */
  isForCompliance: z.boolean(),
  /** The borrower has to take a picture again first. */
  pictureAskedAgain: z.enum(['identity', 'face']).nullable(),
  pictures: z.array(picture),
  evidence: z.array(
    z.object({
      kind: z.enum(EVIDENCE_KINDS),
      state: z.enum(['asked', 'given', 'lapsed', 'ended']),
      askedAt: instant,
      endsAt: instant,
      pictures: z.array(picture),
    }),
  ),
  /** Counter-offers, the newest last. */
  offers: z.array(offered),
  /** The terms in which another amount can be offered. */
  offerTerms: z.array(z.object({ termId: id, days: z.int(), instalments: z.int() })),
  identity,
  duplicates: z.array(duplicate),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
  accountsOnDevice: z.int().nullable(),
  affordability,
  /** Null where this lender asks no bureau. */
  bureau: bureau.nullable(),
  score,
  earlier: z.array(earlierLoan),
  reviews: z.array(review),
  borrowerReads,
});

export const applications = {
  listApplications: {
    query: z.object({ page, pageSize }),
    /** `total` stops at 10,000; `isMore` says that there are more. */
    output: z.object({ total: z.int(), isMore: z.boolean(), items: z.array(waiting) }),
  },
  takeNextApplication: {
    body: z.object({ afterLoanId: id.optional() }),
    output: z.object({ loanId: id.nullable() }),
  },
  getApplication: { params: onLoan, output: application },
  getApplicationPicture: {
    params: onLoan.extend({ picture }),
    output: z.object({ mediaType: z.string(), base64: z.string() }),
  },
  takeApplication: { params: onLoan, output: z.object({ holder }) },
  leaveApplication: { params: onLoan, output: nothing },
  decideApplication: {
    params: onLoan,
    body: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('approve'), note: reason, shown }),
      z.object({ outcome: z.literal('decline'), reasonCode: z.string().max(60), note: reason, shown }),
      z.object({
        outcome: z.literal('send_back'),
        picture: z.enum(['identity', 'face']),
        note: reason,
        shown,
      }),
      z.object({
        outcome: z.literal('ask_evidence'),
        evidence: z.enum(EVIDENCE_KINDS),
        note: reason,
        shown,
      }),
    ]),
    output: z.object({ sentence: z.string() }),
  },
  quoteCounterOffer: {
    params: onLoan,
    body: z.object({ amount: kwacha, termId: id }),
    output: z.object({
      termDays: z.int(),
      receives: kwachaOut,
      repays: kwachaOut,
      instalments: z.array(instalment),
      message: z.string(),
    }),
  },
  makeCounterOffer: {
    params: onLoan,
    body: z.object({ amount: kwacha, termId: id, note: reason, shown }),
    output: z.object({ sentence: z.string() }),
  },
  requestOverride: {
    params: onLoan,
    body: z.object({ reason, shown }),
    output: z.object({ requestId: id }),
  },
};
