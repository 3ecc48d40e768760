import { describe, expect, test } from 'vitest';
import { addDays, day } from './day.ts';
import { balanceOf } from './invariants.ts';
import {
  costInTheEnd,
  happens,
  type Life,
  lifeOf,
  pays,
  paysBill,
  reverses,
  settles,
  tryReversal,
  walletOf,
} from './life.test-support.ts';
import { REVERSAL_CAUSES } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { entryStanding, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';
import { waiveCharge } from './waiver.ts';

const paidOutOn = day('2026-11-21');
const declining = threeInstalments({ interestMethod: 'declining' });
const onDay = (days: number) => addDays(paidOutOn, days);

describe('a rebate that another payment gave', () => {
  test.each(REVERSAL_CAUSES)(
    'is taken back when it is not earned without the reversed payment (%s)',
    (cause) => {
      const life = lifeOf(declining, paidOutOn);
      const claimed = pays(life, kwacha(400), onDay(1));
      const real = pays(life, ngwee(2635), onDay(1));
      expect(life.events).toContainEqual(
        expect.objectContaining({ kind: 'rebate_given', period: 1, days: 29, amountNgwee: 3438 }),
      );
      const change = reverses(life, claimed, { on: onDay(19), cause });
      expect(change.events).toContainEqual(
        expect.objectContaining({
          kind: 'rebate_taken_back',
          amountNgwee: 3438,
          walletNgwee: 0,
          ofReceiptNo: real,
        }),
      );
      expect(change.transfers).toContainEqual({
        debitAccount: 'interest_receivable',
        creditAccount: 'unearned_interest',
        amountNgwee: ngwee(3438),
      });
      // The schedule: K249.05 of interest and K30 of fee.
      expect(costInTheEnd(life, kwacha(400))).toBe(27_905);
    },
  );

  test('stays when the other payments earn it alone', () => {
    const life = lifeOf(declining, paidOutOn);
    paysBill(life, onDay(1));
    const claimed = pays(life, kwacha(100), onDay(2));
    const change = reverses(life, claimed, { on: onDay(19) });
    expect(change.events.map(({ kind }) => kind)).not.toContain('rebate_taken_back');
    expect(costInTheEnd(life, kwacha(100))).toBe(27_905 - 3438);
  });

  test('leaves the wallet again, as far as it is still there', () => {
    for (const spentNgwee of [kwacha(0), kwacha(50)]) {
      const life = lifeOf(sampleTerms(), paidOutOn);
      const part = pays(life, kwacha(100), onDay(10));
      const rest = pays(life, kwacha(1050), onDay(10));
      expect(walletOf(life)).toBe(kwacha(80));
      spends(life, spentNgwee);
      const change = reverses(life, part, { on: onDay(12) });
      const walletNgwee = kwacha(80) - spentNgwee;
      expect(change.events).toContainEqual(
        expect.objectContaining({
          kind: 'rebate_taken_back',
          amountNgwee: kwacha(80),
          walletNgwee,
          ofReceiptNo: rest,
        }),
      );
      expect(walletOf(life)).toBe(0);
      // K1,150 less K1,050, and what was spent of the rebate.
      expect(owedOnLoan(life.loan).totalNgwee).toBe(kwacha(100) + spentNgwee);
      expect(life.loan.countedPayments.every(({ receiptNo }) => receiptNo === rest)).toBe(true);
    }
  });

  test('is charged once when the payment that gave it is reversed too', () => {
    const life = lifeOf(declining, paidOutOn);
    const first = pays(life, kwacha(400), onDay(1));
    const second = pays(life, ngwee(2635), onDay(1));
    reverses(life, first, { on: onDay(19) });
    reverses(life, second, { on: onDay(20) });
    expect(life.loan.instalments).toMatchObject([
      { interestNgwee: 12_000, rebateNgwee: 0 },
      { interestNgwee: expect.any(Number), rebateNgwee: 0 },
      { rebateNgwee: 0 },
    ]);
    expect(costInTheEnd(life, 42_635)).toBe(27_905);
  });

  test('goes when a waiver without which the plan was not paid is reversed', () => {
    const life = lifeOf(threeInstalments(), paidOutOn);
    const waiver = {
      period: 1,
      charge: 'fee',
      amountNgwee: kwacha(10),
      reason: 'typo',
      on: onDay(1),
    } as const;
    const waived = waiveCharge(life.loan, { ...waiver, ladder: entryStanding });
    if (!waived.ok) throw new Error(waived.refusal.kind);
    happens(life, waived.value);
    pays(life, ngwee(45_333), onDay(1));
    expect(life.loan.instalments[0]?.rebateNgwee).toBe(3867);
    reverses(life, '7-2', { on: onDay(2) });
    expect(life.loan.instalments[0]?.rebateNgwee).toBe(0);
    expect(costInTheEnd(life, 0)).toBe(39_000);
  });

  test('an early settlement that does not cover its price any more counts as a repayment', () => {
    const life = lifeOf(sampleTerms(), paidOutOn);
    const part = pays(life, kwacha(100), onDay(5));
    settles(life, onDay(10));
    expect(life.loan.state).toBe('settled');
    reverses(life, part, { on: onDay(12) });
    expect(owedOnLoan(life.loan).totalNgwee).toBe(kwacha(1150) - kwacha(970));
    expect(costInTheEnd(life, kwacha(100))).toBe(kwacha(150));
  });

  test('an early settlement that covers its price alone stays one', () => {
    const life = lifeOf(threeInstalments(), paidOutOn);
    settles(life, onDay(10));
    const other = pays(life, kwacha(100), onDay(11));
    const change = reverses(life, other, { on: onDay(12) });
    expect(change.events.map(({ kind }) => kind)).toEqual(['reversed']);
    expect(life.loan).toMatchObject({ state: 'settled', reversedPostings: [other] });
  });
});

describe('money that was more than a loan owed, because of a payment that is reversed', () => {
  test('pays the loan from its value day, and the loan is closed in time', () => {
    const life = lifeOf(sampleTerms(), paidOutOn);
    const mistaken = pays(life, kwacha(1150), onDay(30));
    const own = pays(life, kwacha(1150), onDay(30));
    expect(walletOf(life)).toBe(kwacha(1150));
    const change = reverses(life, mistaken, { on: onDay(50) });
    expect(change.events).toContainEqual(
      expect.objectContaining({
        kind: 'overpayment_allocated',
        on: onDay(50),
        valueOn: onDay(30),
        amountNgwee: kwacha(1150),
        ofReceiptNo: own,
      }),
    );
    expect(walletOf(life)).toBe(0);
    expect(life.loan).toMatchObject({ state: 'settled', closedOn: onDay(30), worstDaysLate: 0 });
    expect(life.loan.countedPayments).toEqual([
      { receiptNo: own, valueOn: onDay(30), amountNgwee: kwacha(1150), extension: null, isSettlement: true },
    ]);
    expect(life.ladderPlace).toEqual({ step: 1, onTimeLoans: 1 });
    expect(change.messages).toEqual([
      { kind: 'payment_reversed', amountNgwee: kwacha(1150), remainingNgwee: 0 },
    ]);
  });

  test.each([
    { cause: 'our_mistake', daysLate: 0 },
    { cause: 'payer_or_operator', daysLate: 5 },
  ] as const)(
    'counts the days to its value day as late only when it is not our mistake ($cause)',
    ({ cause, daysLate }) => {
      const life = lifeOf(sampleTerms(), paidOutOn);
      const mistaken = pays(life, kwacha(1150), onDay(30));
      pays(life, kwacha(1150), onDay(35));
      reverses(life, mistaken, { on: onDay(50), cause });
      expect(life.loan).toMatchObject({ state: 'settled', closedOn: onDay(35), worstDaysLate: daysLate });
      expect(walletOf(life)).toBe(0);
    },
  );

  test('pays what it can, and a coupon or a prize in the wallet stays there', () => {
    const life = lifeOf(sampleTerms(), paidOutOn);
    const mistaken = pays(life, kwacha(1150), onDay(30));
    pays(life, kwacha(700), onDay(31));
    spends(life, kwacha(200));
    life.wallet.push({ amountNgwee: kwacha(30), receiptNo: null });
    reverses(life, mistaken, { on: onDay(50) });
    expect(owedOnLoan(life.loan).totalNgwee).toBe(kwacha(1150) - kwacha(500));
    expect(walletOf(life)).toBe(kwacha(30));
  });

  test('goes no further than the loan owes', () => {
    const life = lifeOf(sampleTerms(), paidOutOn);
    const mistaken = pays(life, kwacha(150), onDay(30));
    pays(life, kwacha(1150), onDay(30));
    pays(life, kwacha(75), onDay(31));
    expect(walletOf(life)).toBe(kwacha(225));
    reverses(life, mistaken, { on: onDay(50) });
    expect(life.loan.state).toBe('settled');
    expect(walletOf(life)).toBe(kwacha(75));
  });

  test('can be reversed itself afterwards', () => {
    const life = lifeOf(sampleTerms(), paidOutOn);
    const first = pays(life, kwacha(1150), onDay(30));
    const second = pays(life, kwacha(1150), onDay(30));
    reverses(life, first, { on: onDay(50) });
    const change = reverses(life, second, { on: onDay(51) });
    expect(balanceOf(change.transfers, 'suspense')).toBe(-kwacha(1150));
    expect(owedOnLoan(life.loan).totalNgwee).toBe(kwacha(1150));
    expect(life.loan.countedPayments).toEqual([]);
    expect(walletOf(life)).toBe(0);
  });

  test('stays in the wallet when the reversal leaves nothing owed', () => {
    const life = lifeOf(sampleTerms(), paidOutOn);
    pays(life, kwacha(1150), onDay(30));
    const mistaken = pays(life, kwacha(70), onDay(31));
    pays(life, kwacha(50), onDay(31));
    reverses(life, mistaken, { on: onDay(50) });
    expect(life.loan.state).toBe('settled');
    expect(walletOf(life)).toBe(kwacha(50));
    expect(tryReversal(life, mistaken, { on: onDay(51) })).toMatchObject({
      refusal: { kind: 'already_reversed' },
    });
  });
});

/** The borrower takes credit out of the wallet. */
function spends(life: Life, amountNgwee: number): void {
  life.wallet.push({ amountNgwee: -amountNgwee, receiptNo: null });
}
