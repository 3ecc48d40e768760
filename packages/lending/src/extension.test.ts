import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { type Day, day } from './day.ts';
import { extensionSucceeded, quoteExtension, submitExtension } from './extension.ts';
import { balanceOf, checkLedgerAgainstLoan, checkLoan } from './invariants.ts';
import type { Transfer } from './ledger.ts';
import type { Loan } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { owedOnLoan, paidOnLoan } from './owed.ts';
import type { ExtensionQuote } from './quote.ts';
import { rate } from './rate.ts';
import { repaymentFailed, repaymentSucceeded } from './repayment.ts';
import {
  entryStanding,
  paidOutLoan,
  payingOutLoan,
  sampleTerms,
  threeInstalments,
} from './sample-loan.test-support.ts';

// Due on 1 and 31 December and on 30 January.
const paidOutOn = day('2026-11-01');
const threePlans = paidOutLoan(threeInstalments(), paidOutOn);

function quoteOf(loan: Loan, on: Day): ExtensionQuote {
  const quote = quoteExtension(loan, on);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  return quote.value;
}

function refusalOf(outcome: { ok: true } | { ok: false; refusal: { kind: string } }): string {
  return outcome.ok ? 'allowed' : outcome.refusal.kind;
}

function submit(loan: Loan, on: Day, attemptId = 'e') {
  const { amountNgwee } = quoteOf(loan, on);
  const submitted = submitExtension(loan, { attemptId, amountNgwee, on });
  if (!submitted.ok) throw new Error(submitted.refusal.kind);
  return submitted.value;
}

function succeed(loan: Loan, quoted: ExtensionQuote, submittedOn: Day, on = submittedOn, attemptId = 'e') {
  const { amountNgwee } = quoted;
  return extensionSucceeded(loan, {
    attemptId,
    operator: 'mtn',
    amountNgwee,
    submittedOn,
    on,
    ladder: entryStanding,
    quoted,
  });
}

function extendOn(loan: Loan, on: Day) {
  return succeed(submit(loan, on).loan, quoteOf(loan, on), on);
}

function dueDates(loan: Loan): Day[] {
  return loan.instalments.map((instalment) => instalment.dueOn);
}

describe('a quote', () => {
  test('K650 of principal due on 1 December costs K65 for 8 December', () => {
    const loan = paidOutLoan(sampleTerms({ principalNgwee: kwacha(650) }), paidOutOn);
    expect(quoteOf(loan, day('2026-12-01'))).toEqual({
      period: 1,
      beforeDueOn: '2026-12-01',
      afterDueOn: '2026-12-08',
      feeNgwee: kwacha(65),
      penaltyNgwee: 0,
      amountNgwee: kwacha(65),
      feesPaidSoFarNgwee: 0,
      timesLeft: 3,
    });
  });

  test('takes the penalty so far with it, and counts from today once the plan is past due', () => {
    expect(quoteOf(threePlans, day('2026-12-07'))).toMatchObject({
      beforeDueOn: '2026-12-01',
      afterDueOn: '2026-12-14',
      feeNgwee: 3333,
      penaltyNgwee: 5 * 232,
      amountNgwee: 3333 + 5 * 232,
    });
  });

  test('shows what was paid for extensions so far and how many are left', () => {
    const once = extendOn(threePlans, day('2026-12-01')).loan;
    expect(quoteOf(once, day('2026-12-08'))).toMatchObject({ feesPaidSoFarNgwee: 3333, timesLeft: 2 });
  });

  const waiting = submit(threePlans, day('2026-12-01')).loan;
  const [first, second, third] = ['2026-12-01', '2026-12-08', '2026-12-15'].map(day) as [Day, Day, Day];
  const thrice = [first, second, third].reduce((loan, on) => extendOn(loan, on).loan, threePlans);
  const capped = paidOutLoan(sampleTerms({ chargeCapRate: rate('0.24') }), paidOutOn);
  test.each([
    ['no_extension_offered', paidOutLoan(sampleTerms({ extension: null }), paidOutOn)],
    ['not_extendable', payingOutLoan(sampleTerms(), paidOutOn)],
    ['not_extendable', { ...threePlans, state: 'settled' as const }],
    ['not_extendable', { ...threePlans, state: 'written_off' as const }],
    ['payment_pending', waiting],
    ['no_extensions_left', thrice],
    ['extension_above_charge_cap', capped],
  ])('is refused as %s', (kind, loan) => {
    expect(refusalOf(quoteExtension(loan, first))).toBe(kind);
  });

  test('is refused while a later plan is past due too', () => {
    expect(quoteExtension(threePlans, day('2027-01-01'))).toEqual({
      ok: false,
      refusal: { kind: 'later_plan_past_due', period: 2 },
    });
    expect(quoteExtension(threePlans, day('2026-12-31')).ok).toBe(true);
  });
});

describe('an extension', () => {
  const on = day('2026-12-07');

  test('moves the plan, and the later plans by the same days, and leaves balance and amounts', () => {
    const late = catchUp(threePlans, on).loan;
    const change = extendOn(threePlans, on);
    expect(dueDates(threePlans)).toEqual(['2026-12-01', '2026-12-31', '2027-01-30']);
    expect(dueDates(change.loan)).toEqual(['2026-12-14', '2027-01-13', '2027-02-12']);
    expect(owedOnLoan(change.loan)).toEqual({
      ...owedOnLoan(late),
      penaltyNgwee: 0,
      totalNgwee: owedOnLoan(late).totalNgwee - 5 * 232,
    });
    expect(change.loan).toMatchObject({ state: 'active', extensionsUsed: 1, extensionFeesNgwee: 3333 });
    expect(change.transfers).toEqual([
      { debitAccount: 'float_mtn_collection', creditAccount: 'penalty_receivable', amountNgwee: 5 * 232 },
      { debitAccount: 'float_mtn_collection', creditAccount: 'extension_income', amountNgwee: 3333 },
    ]);
    expect(change.messages).toEqual([
      { kind: 'loan_extended', amountNgwee: 3333 + 5 * 232, dueOn: '2026-12-14', receiptNo: '7-1' },
    ]);
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('stops the penalty and starts a new grace', () => {
    const extended = extendOn(threePlans, on).loan;
    const penaltyOn = (day: Day) => owedOnLoan(catchUp(extended, day).loan).penaltyNgwee;
    expect([14, 15, 16, 17].map((date) => penaltyOn(day(`2026-12-${date}`)))).toEqual([0, 0, 232, 464]);
    expect(catchUp(extended, day('2026-12-15')).loan.state).toBe('overdue');
  });

  test('remembers that the plan was late before it', () => {
    const extended = extendOn(threePlans, on).loan;
    expect(extended.worstDaysLate).toBe(6);
    expect(catchUp(extended, day('2026-12-17')).loan.worstDaysLate).toBe(6);
    expect(catchUp(extended, day('2026-12-23')).loan.worstDaysLate).toBe(9);
  });

  test('before the due date counts from that date', () => {
    const extended = extendOn(threePlans, day('2026-11-20')).loan;
    expect(dueDates(extended)).toEqual(['2026-12-08', '2027-01-07', '2027-02-06']);
    expect(extended.worstDaysLate).toBe(0);
  });

  test('earns each plan over the days it was priced for, wherever its dates went', () => {
    const extended = extendOn(threePlans, day('2026-12-01')).loan;
    expect(catchUp(extended, day('2026-12-08')).loan.interestEarnedNgwee).toBe(kwacha(120));
    expect(catchUp(extended, day('2026-12-18')).loan.interestEarnedNgwee).toBe(kwacha(160));
  });

  test('is refused for any other amount than the one just quoted, which it names', () => {
    const { amountNgwee } = quoteOf(threePlans, day('2026-12-06'));
    expect(submitExtension(threePlans, { attemptId: 'e', amountNgwee, on })).toEqual({
      ok: false,
      refusal: { kind: 'stale_quote', amountNgwee: 3333 + 5 * 232 },
    });
  });

  test('keeps what was quoted with the payment that waits', () => {
    expect(submit(threePlans, on).loan.pending).toEqual({
      attemptId: 'e',
      period: 1,
      amountNgwee: 3333 + 5 * 232,
      submittedOn: on,
      purpose: 'extension',
      quoted: quoteOf(threePlans, on),
    });
  });

  test('that costs nothing moves the dates at once', () => {
    const free = paidOutLoan(
      threeInstalments({ extension: { days: 7, rate: rate('0'), max: 1 } }),
      paidOutOn,
    );
    const change = submit(free, day('2026-12-01'));
    expect(change.loan).toMatchObject({ pending: null, extensionsUsed: 1 });
    expect(dueDates(change.loan)[0]).toBe('2026-12-08');
    expect(change.events.some((event) => event.kind === 'extended')).toBe(true);
  });
});

describe('an extension payment that comes after we had given up', () => {
  const sentOn = day('2026-12-02');
  const waiting = submit(threePlans, sentOn);
  const quoted = quoteOf(threePlans, sentOn);
  const givenUp = repaymentFailed(waiting.loan, { attemptId: 'e', on: sentOn, reason: 'TIMEOUT' });

  test('buys the dates it quoted, and the penalties since then are taken back', () => {
    const on = day('2026-12-06');
    const late = catchUp(givenUp.loan, on);
    expect(owedOnLoan(late.loan).penaltyNgwee).toBe(4 * 232);
    const change = succeed(late.loan, quoted, sentOn, on);
    expect(dueDates(change.loan)).toEqual(['2026-12-09', '2027-01-08', '2027-02-07']);
    expect(owedOnLoan(change.loan).penaltyNgwee).toBe(0);
    expect(change.loan).toMatchObject({ state: 'active', worstDaysLate: 1 });
    expect(change.events[0]).toEqual({
      kind: 'penalty_waived',
      on,
      period: 1,
      amountNgwee: 4 * 232,
      reason: 'extended_on_value_day',
    });
    expect(asOwed(change.loan)).toEqual(asOwed(succeed(waiting.loan, quoted, sentOn, on).loan));
    const book: Transfer[] = [...late.transfers, ...change.transfers];
    expect(balanceOf(book, 'penalty_income')).toBe(0);
    expect(balanceOf(book, 'extension_income')).toBe(-3333);
  });

  test('keeps the penalty days that come after the dates it bought', () => {
    const on = day('2026-12-20');
    const change = succeed(catchUp(givenUp.loan, on).loan, quoted, sentOn, on);
    // Due on 9 December now, with one grace day: the eleventh to the twentieth are charged.
    expect(owedOnLoan(change.loan).penaltyNgwee).toBe(10 * 232);
    expect(asOwed(change.loan)).toEqual(asOwed(succeed(waiting.loan, quoted, sentOn, on).loan));
  });

  test('is a repayment when the plan was paid or extended further meanwhile', () => {
    const paidOn = day('2026-12-03');
    const paid = repaymentSucceeded(givenUp.loan, {
      attemptId: 'r',
      operator: 'mtn',
      amountNgwee: ngwee(46_333 + 232),
      submittedOn: paidOn,
      on: paidOn,
      ladder: entryStanding,
    }).loan;
    const further = extendOn(givenUp.loan, paidOn).loan;
    for (const loan of [paid, further]) {
      const change = succeed(loan, quoted, sentOn, paidOn);
      expect(dueDates(change.loan)).toEqual(dueDates(loan));
      expect(change.events.map((event) => event.kind)).toContain('repaid');
      expect(owedOnLoan(loan).totalNgwee - owedOnLoan(change.loan).totalNgwee).toBeGreaterThanOrEqual(3333);
    }
  });

  test('pays the same loan with the penalties since then that were paid meanwhile', () => {
    const paidOn = day('2026-12-07');
    const late = catchUp(givenUp.loan, paidOn).loan;
    const paid = repaymentSucceeded(late, {
      attemptId: 'r',
      operator: 'mtn',
      amountNgwee: kwacha(100),
      submittedOn: paidOn,
      on: paidOn,
      ladder: entryStanding,
    });
    expect(paidOnLoan(paid.loan).penaltyNgwee).toBe(5 * 232);
    const change = succeed(paid.loan, quoted, sentOn, paidOn);
    expect(change.walletNgwee).toBe(0);
    expect(balanceOf(change.transfers, 'interest_receivable')).toBe(-5 * 232);
    expect(paidOnLoan(change.loan)).toMatchObject({ penaltyNgwee: 0, totalNgwee: kwacha(100) });
  });

  test('is wallet credit when the loan is closed', () => {
    const settled: Loan = repaymentSucceeded(givenUp.loan, {
      attemptId: 'r',
      operator: 'mtn',
      amountNgwee: kwacha(1390),
      submittedOn: sentOn,
      on: sentOn,
      ladder: entryStanding,
    }).loan;
    expect(settled.state).toBe('settled');
    const change = succeed(settled, quoted, sentOn, day('2026-12-05'));
    expect(change.walletNgwee).toBe(quoted.amountNgwee);
    expect(change.loan.state).toBe('settled');
  });

  test('charges no more than the cap, and what does not fit is laid on the loan', () => {
    const terms = threeInstalments({ chargeCapRate: rate('0.43') });
    const loan = paidOutLoan(terms, paidOutOn);
    const sent = submit(loan, sentOn);
    const failed = repaymentFailed(sent.loan, { attemptId: 'e', on: sentOn, reason: 'TIMEOUT' }).loan;
    const on = day('2027-01-20');
    const late = catchUp(failed, on);
    const change = succeed(late.loan, quoteOf(loan, sentOn), sentOn, on);
    expect(checkLoan(change.loan)).toEqual([]);
    expect(change.loan.extensionFeesNgwee).toBeLessThan(3333);
    const book = [...paidOutBook(terms), ...sent.transfers, ...late.transfers, ...change.transfers];
    expect(checkLedgerAgainstLoan(change.loan, book)).toEqual([]);
  });
});

/** A loan without its earned income, because an extension never takes earned income back. */
function asOwed({ interestEarnedNgwee: _, feeEarnedNgwee: __, ...loan }: Loan) {
  return loan;
}

function paidOutBook(terms: Loan['terms']): readonly Transfer[] {
  const owed = owedOnLoan(paidOutLoan(terms, paidOutOn));
  return [
    {
      debitAccount: 'principal_receivable',
      creditAccount: 'float_mtn_payout',
      amountNgwee: owed.principalNgwee,
    },
    {
      debitAccount: 'interest_receivable',
      creditAccount: 'unearned_interest',
      amountNgwee: owed.interestNgwee,
    },
    { debitAccount: 'fee_receivable', creditAccount: 'unearned_fee', amountNgwee: owed.feeNgwee },
  ];
}
