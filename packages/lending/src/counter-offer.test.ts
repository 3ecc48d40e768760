import { describe, expect, test } from 'vitest';
import { openLoan } from './application.ts';
import {
  type CounterOffer,
  type CounterOfferState,
  counterOfferEndsAtMs,
  lapseCounterOffer,
  makeCounterOffer,
  refuseCounterOffer,
  signCounterOffer,
} from './counter-offer.ts';
import { day } from './day.ts';
import { checkLoan } from './invariants.ts';
import type { Coupon, LoanTerms } from './loan.ts';
import { kwacha } from './money.ts';
import { paidOutLoan, referral, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';

const on = day('2026-11-21');
const asked = { loanId: 7, borrowerId: 3, terms: threeInstalments(), on, decision: referral };
const loan = openLoan(asked).loan;
const running = paidOutLoan(sampleTerms(), on);
const ENDS_AT = 1_000_000;
const smaller = sampleTerms({ principalNgwee: kwacha(600) });

const offerOf = (state: CounterOfferState = 'offered', terms: LoanTerms = smaller): CounterOffer => ({
  terms,
  state,
  endsAtMs: ENDS_AT,
});

const coupon = (minPlanNgwee: number | null): Coupon => ({
  userCouponId: 5,
  name: 'K20 off',
  worth: { kind: 'fixed', amountNgwee: kwacha(20) },
  minPlanNgwee: minPlanNgwee as Coupon['minPlanNgwee'],
  validFrom: on,
  validTo: day('2026-12-31'),
});

describe('a counter-offer', () => {
  test.each<[string, LoanTerms]>([
    ['a smaller amount', threeInstalments({ principalNgwee: kwacha(600) })],
    ['another term', sampleTerms()],
    ['both', smaller],
  ])('of %s changes nothing of the loan, and the borrower is told', (_what, terms) => {
    const { principalNgwee: amountNgwee, termDays } = terms;
    expect(makeCounterOffer(loan, { on, terms })).toMatchObject({
      ok: true,
      value: {
        loan,
        events: [{ kind: 'counter_offered', on, amountNgwee, termDays }],
        messages: [{ kind: 'counter_offer', amountNgwee, askedNgwee: kwacha(1000), hours: 48 }],
      },
    });
  });

  test.each<[string, typeof loan, LoanTerms, object]>([
    ['for a loan that runs', running, smaller, { kind: 'wrong_state', state: 'active' }],
    ['of another product', loan, sampleTerms({ productId: 2 }), { kind: 'other_product' }],
    ['of another version', loan, sampleTerms({ productVersion: 2 }), { kind: 'other_product' }],
    [
      'of more than was asked for',
      loan,
      sampleTerms({ principalNgwee: kwacha(1001) }),
      { kind: 'above_asked', askedNgwee: kwacha(1000) },
    ],
    ['of what was asked for', loan, threeInstalments(), { kind: 'same_as_asked' }],
  ])('%s is refused', (_what, ofLoan, terms, refusal) => {
    expect(makeCounterOffer(ofLoan, { on, terms })).toEqual({ ok: false, refusal });
  });

  test('may be signed for 48 hours', () => {
    expect(counterOfferEndsAtMs(0)).toBe(48 * 3_600_000);
  });

  test('that is signed is the loan from now on, approved and on its way', () => {
    const signed = signCounterOffer(loan, offerOf(), { on, nowMs: ENDS_AT - 1, attemptId: 'payout-1' });
    if (!signed.ok) throw new Error('a standing offer can be signed');
    const { loan: after, events, messages } = signed.value;
    expect(after).toMatchObject({ state: 'paying_out', terms: smaller, receivedNgwee: kwacha(600) });
    expect(after.instalments).toHaveLength(1);
    expect(after.instalments[0]).toMatchObject({ principalNgwee: kwacha(600), dueOn: '2026-12-21' });
    expect(checkLoan(after)).toEqual([]);
    expect(events).toEqual([
      { kind: 'counter_offer_signed', on, amountNgwee: kwacha(600), termDays: 30 },
      { kind: 'approved', on },
      { kind: 'payout_started', on, attemptId: 'payout-1' },
    ]);
    expect(messages).toEqual([{ kind: 'loan_approved', amountNgwee: kwacha(600) }]);
  });

  test.each([
    ['keeps', null, []],
    ['frees', kwacha(900), [{ kind: 'coupon_released', on, userCouponId: 5, reason: 'removed' }]],
  ])('%s a coupon that the first plan reaches or not', (_what, minPlanNgwee, released) => {
    const withCoupon = openLoan({ ...asked, terms: sampleTerms(), coupon: coupon(minPlanNgwee) }).loan;
    const signed = signCounterOffer(withCoupon, offerOf(), { on, nowMs: 0, attemptId: 'payout-1' });
    if (!signed.ok) throw new Error('a standing offer can be signed');
    expect(signed.value.events.filter(({ kind }) => kind === 'coupon_released')).toEqual(released);
    expect(signed.value.loan.coupon === null).toBe(released.length > 0);
  });

  test('that is not wanted ends the application without a decline', () => {
    const refused = refuseCounterOffer(loan, offerOf(), { on, nowMs: 0 });
    expect(refused).toMatchObject({
      ok: true,
      value: {
        loan: { state: 'cancelled', closedOn: on, terms: loan.terms },
        events: [
          { kind: 'counter_offer_refused', on },
          { kind: 'cancelled', on, reason: 'counter_offer_refused' },
        ],
        messages: [{ kind: 'counter_offer_refused', amountNgwee: kwacha(600) }],
      },
    });
  });

  test.each<[string, typeof loan, CounterOffer, number, object]>([
    ['after staff decided', running, offerOf(), 0, { kind: 'wrong_state', state: 'active' }],
    ['after its end', loan, offerOf(), ENDS_AT, { kind: 'offer_over' }],
    ['that was signed', loan, offerOf('signed'), 0, { kind: 'offer_over' }],
    ['that was refused', loan, offerOf('refused'), 0, { kind: 'offer_over' }],
    ['that lapsed', loan, offerOf('lapsed'), 0, { kind: 'offer_over' }],
    ['that staff ended', loan, offerOf('ended'), 0, { kind: 'offer_over' }],
  ])('%s is neither signed nor refused', (_what, ofLoan, offer, nowMs, refusal) => {
    expect(signCounterOffer(ofLoan, offer, { on, nowMs, attemptId: 'payout-1' })).toEqual({
      ok: false,
      refusal,
    });
    expect(refuseCounterOffer(ofLoan, offer, { on, nowMs })).toEqual({ ok: false, refusal });
  });

  test('lapses at its end, and the application ends without a decline', () => {
    expect(lapseCounterOffer(loan, offerOf(), { on, nowMs: ENDS_AT })).toMatchObject({
      loan: { state: 'cancelled' },
      events: [{ kind: 'counter_offer_lapsed', on }, { kind: 'cancelled' }],
      messages: [{ kind: 'counter_offer_lapsed', amountNgwee: kwacha(600) }],
    });
    expect(lapseCounterOffer(loan, offerOf(), { on, nowMs: ENDS_AT - 1 })).toBeNull();
    expect(lapseCounterOffer(loan, offerOf('signed'), { on, nowMs: ENDS_AT })).toBeNull();
    expect(lapseCounterOffer(running, offerOf(), { on, nowMs: ENDS_AT })).toBeNull();
  });
});
