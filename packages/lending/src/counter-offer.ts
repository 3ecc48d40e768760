import {
  approveLoan,
  cancelLoan,
  type LoanStateRefusal,
  plannedInstalments,
  wrongState,
} from './application.ts';
import { followedBy, unchanged } from './change.ts';
import { checkCoupon, releaseCoupon } from './coupon.ts';
import type { Day } from './day.ts';
import { type Change, instalmentOf, type Loan, type LoanTerms } from './loan.ts';
import type { Ngwee } from './money.ts';
import { allow, type Outcome, refuse } from './outcome.ts';
import { priceLoan } from './pricing.ts';

/** How long a borrower has to sign a counter-offer. */
export const COUNTER_OFFER_HOURS = 48;

const HOUR_MS = 3_600_000;

/** `ended` by what staff did meanwhile, another offer among it; `lapsed` where the time passed without an answer. */
export type CounterOfferState = 'offered' | 'signed' | 'refused' | 'lapsed' | 'ended';

/** Other terms than those that the borrower asked for. */
export type CounterOffer = { terms: LoanTerms; state: CounterOfferState; endsAtMs: number };

export type CounterOfferRefusal =
  | LoanStateRefusal
  | { kind: 'other_product' }
  | { kind: 'above_asked'; askedNgwee: Ngwee }
  | { kind: 'same_as_asked' };

export type AnswerRefusal = LoanStateRefusal | { kind: 'offer_over' };

/** The instant until which an offer may be signed that is made at an instant. */
export function counterOfferEndsAtMs(offeredAtMs: number): number {
  return offeredAtMs + COUNTER_OFFER_HOURS * HOUR_MS;
}

/**
 * Staff offer other terms. The application waits for the borrower. Refuses, in this order: any state but `applied`;
 * another product or version of it; more than was asked for; the amount and the term that were asked for.
 */
export function makeCounterOffer(
  loan: Loan,
  { on, terms }: { on: Day; terms: LoanTerms },
): Outcome<Change, CounterOfferRefusal> {
  if (loan.state !== 'applied') return refuse(wrongState(loan));
  const asked = loan.terms;
  if (terms.productId !== asked.productId || terms.productVersion !== asked.productVersion)
    return refuse({ kind: 'other_product' });
  const { principalNgwee: amountNgwee } = terms;
  const { principalNgwee: askedNgwee } = asked;
  if (amountNgwee > askedNgwee) return refuse({ kind: 'above_asked', askedNgwee });
  if (amountNgwee === askedNgwee && terms.termId === asked.termId) return refuse({ kind: 'same_as_asked' });
  return allow({
    ...unchanged(loan),
    events: [{ kind: 'counter_offered', on, amountNgwee, termDays: terms.termDays }],
    messages: [{ kind: 'counter_offer', amountNgwee, askedNgwee, hours: COUNTER_OFFER_HOURS }],
  });
}

/**
 * The borrower signs: the loan has the terms of the offer from now on, is approved for them, and its payout starts. A
 * coupon whose least amount the first plan no longer reaches is free again. Refuses, in this order: any state but
 * `applied`; an offer that does not stand or whose time is over.
 */
export function signCounterOffer(
  loan: Loan,
  offer: CounterOffer,
  { on, nowMs, attemptId }: { on: Day; nowMs: number; attemptId: string },
): Outcome<Change, AnswerRefusal> {
  const standing = checkStanding(loan, offer, nowMs);
  if (!standing.ok) return standing;
  const { terms } = offer;
  const quote = priceLoan(terms, on);
  const offered: Loan = {
    ...loan,
    terms,
    receivedNgwee: quote.receivedNgwee,
    instalments: plannedInstalments(quote),
  };
  const signed: Change = {
    ...unchanged(offered),
    events: [
      { kind: 'counter_offer_signed', on, amountNgwee: terms.principalNgwee, termDays: terms.termDays },
    ],
  };
  const withCoupon = followedBy(signed, (before) => keepCoupon(before, on));
  const approved = approveLoan(withCoupon.loan, { on, attemptId });
  return approved.ok ? allow(followedBy(withCoupon, () => approved.value)) : approved;
}

/** The borrower says no. The application ends without a decline. Refuses what `signCounterOffer` refuses. */
export function refuseCounterOffer(
  loan: Loan,
  offer: CounterOffer,
  { on, nowMs }: { on: Day; nowMs: number },
): Outcome<Change, AnswerRefusal> {
  const standing = checkStanding(loan, offer, nowMs);
  return standing.ok ? endedBy(loan, offer, { on, kind: 'counter_offer_refused' }) : standing;
}

/**
 * The time to sign has passed, and the application ends without a decline. `null` where there is nothing to end: the
 * application was decided, the offer does not stand, or its time is not over.
 */
export function lapseCounterOffer(
  loan: Loan,
  offer: CounterOffer,
  { on, nowMs }: { on: Day; nowMs: number },
): Change | null {
  if (offer.state !== 'offered' || nowMs < offer.endsAtMs) return null;
  const ended = endedBy(loan, offer, { on, kind: 'counter_offer_lapsed' });
  return ended.ok && loan.state === 'applied' ? ended.value : null;
}

function endedBy(
  loan: Loan,
  { terms }: CounterOffer,
  { on, kind }: { on: Day; kind: 'counter_offer_refused' | 'counter_offer_lapsed' },
): Outcome<Change, LoanStateRefusal> {
  const ended: Change = {
    ...unchanged(loan),
    events: [{ kind, on }],
    messages: [{ kind, amountNgwee: terms.principalNgwee }],
  };
  const cancelled = cancelLoan(loan, { on, reason: kind });
  return cancelled.ok ? allow(followedBy(ended, () => cancelled.value)) : cancelled;
}

function checkStanding(loan: Loan, offer: CounterOffer, nowMs: number): Outcome<null, AnswerRefusal> {
  if (loan.state !== 'applied') return refuse(wrongState(loan));
  return offer.state === 'offered' && nowMs < offer.endsAtMs ? allow(null) : refuse({ kind: 'offer_over' });
}

function keepCoupon(loan: Loan, on: Day): Change {
  const { coupon } = loan;
  if (coupon === null) return unchanged(loan);
  const checked = checkCoupon(coupon, instalmentOf(loan, coupon.period), coupon.period, on);
  return checked.ok ? unchanged(loan) : releaseCoupon(loan, on, 'removed');
}
