import { describe, expect, test } from 'vitest';
import {
  approveLoan,
  cancelLoan,
  declineLoan,
  openLoan,
  reopenApplication,
  sendBack,
} from './application.ts';
import { day } from './day.ts';
import { checkLedgerAgainstLoan, checkLoan } from './invariants.ts';
import type { Loan } from './loan.ts';
import { kwacha } from './money.ts';
import { payoutFailed, payoutSucceeded, startPayout } from './payout.ts';
import { rate } from './rate.ts';
import {
  approval,
  paidOutLoan,
  payingOutLoan,
  referral,
  sampleTerms,
  threeInstalments,
} from './sample-loan.test-support.ts';

const on = day('2026-11-21');
const application = { loanId: 7, borrowerId: 3, terms: sampleTerms(), on };

function referredLoan(): Loan {
  return openLoan({ ...application, decision: referral }).loan;
}

describe('an application', () => {
  test('that is approved is paid out in the same change', () => {
    const change = openLoan({ ...application, decision: approval, payoutAttemptId: 'payout-1' });
    expect(change.loan).toMatchObject({
      state: 'paying_out',
      receivedNgwee: kwacha(1000),
      nextEventOn: null,
    });
    expect(change.events).toEqual([
      { kind: 'applied', on, amountNgwee: kwacha(1000) },
      { kind: 'approved', on },
      { kind: 'payout_started', on, attemptId: 'payout-1' },
    ]);
    expect(change.messages).toEqual([{ kind: 'loan_approved', amountNgwee: kwacha(1000) }]);
    expect(change.transfers).toEqual([]);
    expect(checkLoan(change.loan)).toEqual([]);
  });

  test('that is approved without a payout waits for one', () => {
    expect(openLoan({ ...application, decision: approval }).loan.state).toBe('approved');
  });

  test('that is referred waits for a person and carries the plan it would have', () => {
    const change = openLoan({ ...application, terms: threeInstalments(), decision: referral });
    expect(change.loan.state).toBe('applied');
    expect(change.loan.instalments.map((instalment) => instalment.dueOn)).toEqual([
      '2026-12-21',
      '2027-01-20',
      '2027-02-19',
    ]);
    expect(change.events.at(-1)).toEqual({ kind: 'referred', on, reasons: ['income_to_check'] });
    expect(change.messages).toEqual([{ kind: 'loan_referred', amountNgwee: kwacha(1000) }]);
  });

  test('that is declined is closed and says when to come back', () => {
    const change = openLoan({
      ...application,
      decision: {
        outcome: 'decline',
        reasons: ['income_too_low'],
        mayApplyAgainOn: day('2026-11-28'),
        points: 500,
        availableNgwee: kwacha(0),
        versions: { rules: 1, scorecard: 1 },
      },
    });
    expect(change.loan).toMatchObject({ state: 'declined', closedOn: on, nextEventOn: null });
    expect(change.events.at(-1)).toEqual({
      kind: 'declined',
      on,
      reasons: ['income_too_low'],
      mayApplyAgainOn: '2026-11-28',
    });
    expect(change.messages).toEqual([{ kind: 'loan_declined', mayApplyAgainOn: '2026-11-28' }]);
  });
});

describe('a person', () => {
  test('approves or declines what was referred', () => {
    const approved = approveLoan(referredLoan(), { on, attemptId: 'payout-1' });
    expect(approved).toMatchObject({ ok: true, value: { loan: { state: 'paying_out' } } });
    expect(approveLoan(referredLoan(), { on })).toMatchObject({
      ok: true,
      value: { loan: { state: 'approved' } },
    });
    const declined = declineLoan(referredLoan(), {
      on,
      reasons: ['staff_decision'],
      mayApplyAgainOn: day('2026-12-01'),
    });
    expect(declined).toMatchObject({ ok: true, value: { loan: { state: 'declined', closedOn: on } } });
  });

  test('asks for another picture, and the application goes on waiting', () => {
    const loan = referredLoan();
    for (const [picture, kind] of [
      ['identity', 'identity_asked_again'],
      ['face', 'face_asked_again'],
    ] as const) {
      const sentBack = sendBack(loan, { on, picture });
      const { principalNgwee: amountNgwee } = loan.terms;
      expect(sentBack).toMatchObject({
        ok: true,
        value: { loan, events: [{ kind: 'sent_back', on, picture }], messages: [{ kind, amountNgwee }] },
      });
    }
  });

  test('looks again at what was declined, and at nothing else', () => {
    const declined = declineLoan(referredLoan(), { on, reasons: ['not_reached'], mayApplyAgainOn: on });
    if (!declined.ok) throw new Error('a referred application can be declined');
    const reopened = reopenApplication(declined.value.loan, { on });
    expect(reopened).toMatchObject({
      ok: true,
      value: { loan: { state: 'applied', closedOn: null }, events: [{ kind: 'reopened', on }] },
    });
    expect(reopenApplication(referredLoan(), { on })).toEqual({
      ok: false,
      refusal: { kind: 'wrong_state', state: 'applied' },
    });
  });

  test('cannot decide what is decided', () => {
    const loan = payingOutLoan(sampleTerms(), on);
    const refusal = { ok: false, refusal: { kind: 'wrong_state', state: 'paying_out' } };
    expect(approveLoan(loan, { on })).toEqual(refusal);
    expect(declineLoan(loan, { on, reasons: ['staff_decision'], mayApplyAgainOn: on })).toEqual(refusal);
    expect(sendBack(loan, { on, picture: 'face' })).toEqual(refusal);
  });

  test.each(['applied', 'approved', 'payout_failed'] as const)('cancels a loan that is %s', (state) => {
    const change = cancelLoan({ ...referredLoan(), state }, { on, reason: 'asked by the borrower' });
    expect(change).toMatchObject({ ok: true, value: { loan: { state: 'cancelled', closedOn: on } } });
  });

  test.each(['paying_out', 'active', 'overdue', 'settled', 'declined', 'cancelled', 'written_off'] as const)(
    'cannot cancel a loan that is %s',
    (state) => {
      expect(cancelLoan({ ...referredLoan(), state }, { on, reason: 'late' })).toEqual({
        ok: false,
        refusal: { kind: 'wrong_state', state },
      });
    },
  );
});

describe('a payout', () => {
  const paidOn = day('2026-11-23');
  const success = { attemptId: 'payout-1', operator: 'airtel', on: paidOn } as const;

  test('makes the loan run from the day it succeeded', () => {
    const change = payoutSucceeded(payingOutLoan(threeInstalments(), on), success);
    expect(change.loan).toMatchObject({
      state: 'active',
      disbursedOn: paidOn,
      accruedThroughOn: paidOn,
      nextEventOn: '2026-12-23',
    });
    expect(change.loan.instalments[0]?.startsOn).toBe(paidOn);
    expect(change.transfers).toEqual([
      {
        debitAccount: 'principal_receivable',
        creditAccount: 'float_airtel_payout',
        amountNgwee: kwacha(1000),
      },
      { debitAccount: 'interest_receivable', creditAccount: 'unearned_interest', amountNgwee: kwacha(360) },
      { debitAccount: 'fee_receivable', creditAccount: 'unearned_fee', amountNgwee: kwacha(30) },
    ]);
    expect(change.events).toEqual([
      { kind: 'paid_out', on: paidOn, attemptId: 'payout-1', amountNgwee: kwacha(1000) },
    ]);
    expect(change.messages).toEqual([
      { kind: 'loan_paid_out', amountNgwee: kwacha(1000), firstDueOn: '2026-12-23', firstDueNgwee: 46_333 },
    ]);
    expect(checkLedgerAgainstLoan(change.loan, change.transfers)).toEqual([]);
  });

  test('with its fee deducted leaves the float less the fee, and the whole principal is owed', () => {
    const terms = sampleTerms({ feeMode: 'deducted', serviceFeeRate: rate('0.1') });
    const change = payoutSucceeded(payingOutLoan(terms, on), success);
    expect(change.transfers).toEqual([
      {
        debitAccount: 'principal_receivable',
        creditAccount: 'float_airtel_payout',
        amountNgwee: kwacha(900),
      },
      { debitAccount: 'principal_receivable', creditAccount: 'unearned_fee', amountNgwee: kwacha(100) },
      { debitAccount: 'interest_receivable', creditAccount: 'unearned_interest', amountNgwee: kwacha(120) },
    ]);
    expect(change.messages[0]).toMatchObject({ amountNgwee: kwacha(900), firstDueNgwee: kwacha(1120) });
    expect(checkLoan(change.loan)).toEqual([]);
    expect(checkLedgerAgainstLoan(change.loan, change.transfers)).toEqual([]);
  });

  test('that failed can be started again, and a late success of the first makes the loan run', () => {
    const failed = payoutFailed(payingOutLoan(sampleTerms(), on), {
      attemptId: 'payout-1',
      on,
      reason: 'EXPIRED',
    });
    expect(failed.loan.state).toBe('payout_failed');
    expect(failed.messages).toEqual([{ kind: 'payout_failed', amountNgwee: kwacha(1000) }]);
    const late = payoutSucceeded(failed.loan, success);
    expect(late.loan).toMatchObject({ state: 'active', disbursedOn: paidOn });

    const again = startPayout(failed.loan, { attemptId: 'payout-2', on: paidOn });
    expect(again).toMatchObject({ ok: true, value: { loan: { state: 'paying_out' } } });
    expect(startPayout(late.loan, { attemptId: 'payout-2', on: paidOn })).toEqual({
      ok: false,
      refusal: { kind: 'wrong_state', state: 'active' },
    });
  });

  test('for a loan that runs already, or was cancelled, owes nothing more and stands in suspense', () => {
    const running = paidOutLoan(sampleTerms(), on);
    const cancelled: Loan = { ...payingOutLoan(sampleTerms(), on), state: 'cancelled' };
    for (const loan of [running, cancelled]) {
      const change = payoutSucceeded(loan, success);
      expect(change.loan).toBe(loan);
      expect(change.transfers).toEqual([
        { debitAccount: 'suspense', creditAccount: 'float_airtel_payout', amountNgwee: kwacha(1000) },
      ]);
      expect(change.events).toEqual([
        { kind: 'paid_out_unexpectedly', on: paidOn, attemptId: 'payout-1', amountNgwee: kwacha(1000) },
      ]);
    }
  });

  test('that fails after the loan already runs changes nothing', () => {
    const running = paidOutLoan(sampleTerms(), on);
    const change = payoutFailed(running, { attemptId: 'payout-2', on, reason: 'EXPIRED' });
    expect(change).toMatchObject({ loan: running, events: [], messages: [], transfers: [] });
  });
});
