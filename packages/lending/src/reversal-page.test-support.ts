import { expect } from 'vitest';
import { daysPastDueByOriginalDate } from './ageing.ts';
import { catchUp } from './catch-up.ts';
import { addDays, type Day, day, daysBetween } from './day.ts';
import { costInTheEnd, lifeOf, pays, paysLate, reverses, walletOf } from './life.test-support.ts';
import type { Loan, ReversalCause } from './loan.ts';
import { kwacha, ngwee } from './money.ts';
import { instalmentTotal, owedOnInstalment, owedOnLoan } from './owed.ts';
import { collectionTakenBack } from './reversal.ts';
import { bookRow, bookRows, money, moneyIn, type Row } from './rule-page.test-support.ts';
import { entryStanding, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';
import { dueOn, kept, paidOutOn, pay, postedIn, reversed } from './sample-reversal.test-support.ts';

/** Loans that a reversal opens again, with each cause, and the ledger rows of a collection that was taken back. */
export function checkReopenedLoans(loan: Loan, reopened: Row[], takenBack: Row[]): void {
  for (const row of reopened) {
    const settled = pay(loan, kwacha(1150), day(row('settled on')));
    const on = day(row('reversed on'));
    const { loan: open } = reversed(kept(settled), postedIn(settled), {
      cause: row('cause') as ReversalCause,
      on,
      ladderPlace: settled.ladder ?? entryStanding.place,
    });
    const later = addDays(on, 2);
    expect(row('state')).toBe(open.state);
    expect(row('owed then')).toBe(money(owedOnLoan(open).totalNgwee));
    expect(row('owed two days later')).toBe(money(owedOnLoan(catchUp(open, later).loan).totalNgwee));
    expect(row('days late if paid then')).toBe(String(daysLateOfPaid(open, on)));
    expect(row('days late if paid two days later')).toBe(String(daysLateOfPaid(open, later)));
    expect(daysPastDueByOriginalDate(open, on)).toBe(daysBetween(dueOn, on));
  }
  const settled = pay(loan, kwacha(1150), dueOn);
  const change = collectionTakenBack(kept(settled), {
    event: postedIn(settled),
    reason: 'on the statement',
    on: day('2027-01-10'),
    walletNgwee: ngwee(0),
    ladderPlace: settled.ladder ?? entryStanding.place,
    hasOtherOpenLoan: false,
    ladderRule: entryStanding.rule,
    history: [],
    walletMovements: [],
  });
  if (!change.ok) throw new Error(change.refusal.kind);
  expect(takenBack.map((row) => [row('debit'), row('credit'), row('amount')])).toEqual(
    bookRows(change.value.transfers.filter(({ creditAccount }) => creditAccount.startsWith('float_'))),
  );
}

function daysLateOfPaid(open: Loan, on: Day): number {
  return pay(open, owedOnLoan(catchUp(open, on).loan).totalNgwee, on).loan.worstDaysLate;
}

/** What a reversal leads to on a rebate of another payment: what is owed, the cost in the end, and the rows. */
export function checkRebatesOfOthers(owed: Row[], rows: Row[]): void {
  const begun = () => {
    const life = lifeOf(threeInstalments({ interestMethod: 'declining' }), paidOutOn);
    const claimed = pays(life, kwacha(400), addDays(paidOutOn, 1));
    pays(life, ngwee(2635), addDays(paidOutOn, 1));
    return { life, claimed };
  };
  const after = begun();
  const { transfers } = reverses(after.life, after.claimed, { on: addDays(paidOutOn, 19) });
  const states = [
    { life: begun().life, falseNgwee: 0 },
    { life: after.life, falseNgwee: kwacha(400) },
  ];
  for (const [index, { life, falseNgwee }] of states.entries()) {
    const row = owed[index]!;
    const [first, second] = life.loan.instalments.map((plan) => money(owedOnInstalment(plan).totalNgwee));
    expect([row('plan 1 owes'), row('plan 2 owes')]).toEqual([first, second]);
    expect(row('cost in the end')).toBe(money(costInTheEnd(life, falseNgwee)));
  }
  expect(rows.map(bookRow)).toEqual(
    bookRows(transfers.filter(({ creditAccount }) => creditAccount === 'unearned_interest')),
  );
}

/** Wallet credit that pays a loan again after the payment that had closed it is reversed. */
export function checkOverpayments(rows: Row[]): void {
  for (const row of rows) {
    const life = lifeOf(sampleTerms(), paidOutOn);
    const mistaken = pays(life, kwacha(1150), dueOn);
    pays(life, moneyIn(row('own payment')), day(row('paid on')));
    life.wallet.push({ amountNgwee: -moneyIn(row('used since')), receiptNo: null });
    reverses(life, mistaken, { on: day('2027-01-10'), cause: row('cause') as ReversalCause });
    const { loan } = life;
    expect(row('wallet then')).toBe(money(walletOf(life)));
    expect(row('left to pay')).toBe(money(owedOnLoan(loan).totalNgwee));
    expect(row('closed on')).toBe(loan.closedOn ?? '');
    expect(row('days late')).toBe(String(loan.worstDaysLate));
  }
}

/** Two plans of which the first was paid in time, besides a payment that is reversed. */
export function checkPlansInOrder(rows: Row[]): void {
  for (const row of rows) {
    const life = lifeOf(sampleTerms({ termDays: 60, instalmentCount: 2 }), paidOutOn);
    const mistaken = pays(life, kwacha(640), dueOn);
    pays(life, kwacha(635), dueOn);
    reverses(life, mistaken, { on: addDays(dueOn, 1), cause: row('cause') as ReversalCause });
    const { loan } = catchUp(life.loan, day('2027-01-20'));
    const [first, second] = loan.instalments.map((plan) => money(owedOnInstalment(plan).totalNgwee));
    expect([row('plan 1 owes'), row('plan 2 owes')]).toEqual([first, second]);
    expect(row('penalty')).toBe(money(instalmentTotal(loan.instalments, 'penaltyNgwee')));
    expect(row('days late')).toBe(String(loan.worstDaysLate));
  }
}

/** Interest in the wallet that pays a loan again. */
export function checkGivenBack(rows: Row[]): void {
  const life = lifeOf(threeInstalments(), paidOutOn);
  const mistaken = pays(life, kwacha(450), day('2026-11-26'));
  pays(life, kwacha(1150), day('2026-12-01'));
  reverses(life, mistaken, { on: day('2026-12-06') });
  const { instalments } = life.loan;
  for (const row of rows) {
    expect(instalments.map(({ period }) => row(`plan ${period} owes`))).toEqual(
      instalments.map((plan) => money(owedOnInstalment(plan).totalNgwee)),
    );
    expect(row('wallet then')).toBe(money(walletOf(life)));
    expect(row('interest')).toBe(money(instalmentTotal(instalments, 'interestNgwee')));
  }
}

/** The day on which a loan is closed by money that came later and counts from an earlier day. */
export function checkClosings(rows: Row[]): void {
  for (const row of rows) {
    const life = lifeOf(sampleTerms(), paidOutOn);
    const mistaken = pays(life, kwacha(650), day('2026-12-20'));
    pays(life, kwacha(500), day(row('paid on')));
    const late = { sentOn: day(row('sent on')), confirmedOn: day(row('confirmed on')) };
    paysLate(life, kwacha(650), late);
    reverses(life, mistaken, { on: day('2027-01-05'), cause: row('cause') as ReversalCause });
    expect(row('closed on')).toBe(life.loan.closedOn);
    expect(row('days late')).toBe(String(life.loan.worstDaysLate));
  }
}
