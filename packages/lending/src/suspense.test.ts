import { expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { day } from './day.ts';
import { balanceOf, checkLoan } from './invariants.ts';
import type { Change, Loan } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { reversePosting } from './reversal.ts';
import { entryStanding, paidOutLoan, payingOutLoan, sampleTerms } from './sample-loan.test-support.ts';
import { dueOn, paidOutOn, submit, succeed } from './sample-repayment.test-support.ts';
import { placeInWallet, placeOnLoan, returnedToPayer } from './suspense.ts';

const loan = paidOutLoan(sampleTerms(), paidOutOn);

function placed(subject: Loan, amount: number, cameOn: string, on: string): Change {
  const outcome = placeOnLoan(subject, {
    amountNgwee: ngwee(Math.round(amount * 100)),
    cameOn: day(cameOn),
    on: day(on),
    ladder: entryStanding,
  });
  if (!outcome.ok) throw new Error(outcome.refusal.kind);
  return outcome.value;
}

test('money in suspense pays a loan as of the day on which it came', () => {
  const late = catchUp(loan, day('2026-12-28')).loan;
  const change = placed(late, 1150, dueOn, '2026-12-28');
  expect(change.loan.state).toBe('settled');
  expect(change.loan.closedOn).toBe(dueOn);
  expect(change.loan.worstDaysLate).toBe(0);
  expect(balanceOf(change.transfers, 'suspense')).toBe(kwacha(1150));
  expect(change.walletNgwee).toBe(0);
  expect(checkLoan(change.loan)).toEqual([]);
});

test('what the loan does not owe becomes wallet credit', () => {
  const change = placed(loan, 1200, '2026-12-21', '2026-12-21');
  expect(change.walletNgwee).toBe(kwacha(50));
  expect(balanceOf(change.transfers, 'wallet_credit')).toBe(-kwacha(50));
});

test('money that came before the payout counts from the payout', () => {
  const change = placed(loan, 100, '2026-11-01', '2026-11-25');
  expect(change.events.find(({ kind }) => kind === 'repaid')?.on).toBe(paidOutOn);
});

test('a placement that was a mistake is reversed, and the money stands in suspense again', () => {
  const change = placed(loan, 650, dueOn, dueOn);
  const event = change.events.find(({ kind }) => kind === 'repaid')!;
  const reversed = reversePosting(change.loan, {
    event,
    cause: 'our_mistake',
    reason: 'wrong loan',
    on: dueOn,
    walletNgwee: kwacha(0),
    ladderPlace: entryStanding.place,
    hasOtherOpenLoan: false,
    ladderRule: entryStanding.rule,
    history: [],
    walletMovements: [],
  });
  if (!reversed.ok) throw new Error(reversed.refusal.kind);
  expect(balanceOf(reversed.value.transfers, 'suspense')).toBe(-kwacha(650));
  expect(owedOnLoan(reversed.value.loan).totalNgwee).toBe(kwacha(1150));
});

test('a loan that waits for a payment, and one that cannot be repaid, are refused', () => {
  const money = { amountNgwee: kwacha(10), cameOn: dueOn, on: dueOn, ladder: entryStanding };
  expect(placeOnLoan(submit(loan, kwacha(1150)), money)).toMatchObject({
    refusal: { kind: 'payment_pending' },
  });
  const settled = succeed(loan, kwacha(1150)).loan;
  expect(placeOnLoan(settled, money)).toEqual({
    ok: false,
    refusal: { kind: 'wrong_state', state: 'settled' },
  });
  expect(placeOnLoan(payingOutLoan(sampleTerms(), paidOutOn), money)).toMatchObject({
    refusal: { kind: 'wrong_state', state: 'paying_out' },
  });
});

test('money in suspense becomes wallet credit, or goes back to its payer from the payout float', () => {
  const credited = placeInWallet(kwacha(20));
  expect(credited.walletNgwee).toBe(kwacha(20));
  expect(balanceOf(credited.transfers, 'suspense')).toBe(kwacha(20));
  expect(balanceOf(credited.transfers, 'wallet_credit')).toBe(-kwacha(20));
  expect(returnedToPayer(kwacha(20), 'mtn')).toEqual([
    { debitAccount: 'suspense', creditAccount: 'float_mtn_payout', amountNgwee: kwacha(20) },
  ]);
});
