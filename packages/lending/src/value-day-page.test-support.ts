import { expect } from 'vitest';
import { catchUp } from './catch-up.ts';
import { type Day, day } from './day.ts';
import { extensionSucceeded, quoteExtension } from './extension.ts';
import type { Change, Loan } from './loan.ts';
import { kwacha, type Ngwee } from './money.ts';
import { instalmentTotal, owedOnLoan } from './owed.ts';
import type { ExtensionQuote } from './quote.ts';
import { rate } from './rate.ts';
import { repaymentFailed, repaymentSucceeded } from './repayment.ts';
import { bookRows, money, moneyIn, type Row } from './rule-page.test-support.ts';
import { entryStanding, paidOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';

const paidOutOn = day('2026-11-21');
const dueOn = day('2026-12-21');
const extendedOn = day('2026-12-27');
const loan = paidOutLoan(sampleTerms({ extension: { days: 7, rate: rate('0.10'), max: 3 } }), paidOutOn);

export function checkValueDayPage(
  payments: Row[],
  reordered: Row[],
  givenBack: Row[],
  penaltyLast: Row[],
  extendedSince: Row[],
): void {
  for (const row of payments) checkPayment(row);
  for (const row of reordered) checkReordered(row);
  for (const row of givenBack) checkGivenBack(row);
  for (const row of penaltyLast) checkPenaltyLast(row);
  for (const row of extendedSince) checkExtendedSince(row);
}

function checkPayment(row: Row): void {
  const amountNgwee = moneyIn(row('amount'));
  const submittedOn = day(row('sent'));
  const standing = waiting(loan, amountNgwee, submittedOn);
  const isGivenUp = row('given up') !== 'no';
  const before = isGivenUp ? givenUp(standing, day(row('given up'))) : standing;
  const change = arrives(before, amountNgwee, submittedOn, day(row('confirmed')));
  const waived = change.events.find((event) => event.kind === 'penalty_waived');
  expect(row('penalty taken back')).toBe(money(waived?.amountNgwee ?? 0));
  expect(row('owed after')).toBe(money(owedOnLoan(change.loan).totalNgwee));
  expect(row('days late')).toBe(String(change.loan.worstDaysLate));
  expect(row('wallet')).toBe(money(change.walletNgwee));
}

function checkReordered(row: Row): void {
  const amountNgwee = moneyIn(row('sent on 2026-12-21'));
  const paidOn = day(row('on'));
  const before = givenUp(waiting(loan, amountNgwee, dueOn), dueOn);
  const paid = arrives(before, moneyIn(row('paid')), paidOn, paidOn, 'b').loan;
  const change = arrives(paid, amountNgwee, dueOn, day(row('confirmed')));
  const [plan] = change.loan.instalments;
  expect(row('penalty charged')).toBe(money(plan?.penaltyNgwee ?? 0));
  expect(row('owed after')).toBe(money(owedOnLoan(change.loan).totalNgwee));
  expect(row('settled as of')).toBe(change.loan.closedOn ?? 'no');
  expect(row('days late')).toBe(String(change.loan.worstDaysLate));
  expect(row('wallet')).toBe(money(change.walletNgwee));
}

function checkGivenBack(row: Row): void {
  const sentOn = day('2026-12-01');
  const amountNgwee = moneyIn(row('sent on 2026-12-01'));
  const paidOn = day(row('on'));
  const before = givenUp(waiting(loan, amountNgwee, sentOn), sentOn);
  const paid = arrives(before, moneyIn(row('paid')), paidOn, paidOn, 'b');
  const change = arrives(paid.loan, amountNgwee, sentOn, day(row('confirmed')));
  const rebate = change.events.find((event) => event.kind === 'rebate_given');
  expect(row('days early')).toBe(String(rebate?.days ?? 0));
  expect(row('given back then')).toBe(money(rebate?.amountNgwee ?? 0));
  expect(row('interest')).toBe(money(change.loan.instalments[0]?.interestNgwee ?? 0));
  expect(row('owed after')).toBe(money(owedOnLoan(change.loan).totalNgwee));
  expect(row('settled as of')).toBe(change.loan.closedOn ?? 'no');
  expect(row('wallet')).toBe(money(paid.walletNgwee + change.walletNgwee));
}

function checkPenaltyLast(row: Row): void {
  const terms = sampleTerms({
    repaymentOrder: ['principal', 'interest', 'fee', 'penalty'],
    penaltyDailyRate: rate('0.01'),
    penaltyGraceDays: 0,
  });
  const paidOn = day(row('on'));
  const sentOn = day(row('sent'));
  const amountNgwee = moneyIn(row('amount'));
  const paid = arrives(paidOutLoan(terms, paidOutOn), moneyIn(row('paid')), paidOn, paidOn, 'b').loan;
  const before = givenUp(waiting(paid, amountNgwee, sentOn), sentOn);
  const change = arrives(before, amountNgwee, sentOn, day(row('confirmed')));
  expect(row('due')).toBe(change.loan.instalments[0]?.dueOn);
  expect(row('settled as of')).toBe(change.loan.closedOn);
  expect(row('days late')).toBe(String(change.loan.worstDaysLate));
}

function checkExtendedSince(row: Row): void {
  const three = paidOutLoan(threeInstalments(), paidOutOn);
  const quote = quoteExtension(three, extendedOn);
  if (!quote.ok) throw new Error(quote.refusal.kind);
  expect(money(quote.value.amountNgwee)).toBe('K44.93');
  const change = arrives(
    extended(three, quote.value),
    moneyIn(row('amount')),
    day(row('sent')),
    day(row('confirmed')),
  );
  const given = change.events.find((event) => event.kind === 'rebate_given' && event.period === 2);
  expect(row('given back for plan 2')).toBe(money(given?.kind === 'rebate_given' ? given.amountNgwee : 0));
  expect(row('interest')).toBe(money(instalmentTotal(change.loan.instalments, 'interestNgwee')));
  expect(row('owed after')).toBe(money(owedOnLoan(change.loan).totalNgwee));
  expect(row('settled as of')).toBe(change.loan.closedOn ?? 'no');
  expect(row('wallet')).toBe(money(change.walletNgwee));
}

/** The fees of extensions that a late payment gives back, and the ledger rows of the second one. */
export function checkReturnedFees(rows: Row[], ledgerRows: Row[]): void {
  for (const [index, row] of rows.entries()) {
    const amountNgwee = moneyIn(row('late payment'));
    const quote = quoteExtension(givenUp(waiting(loan, amountNgwee, dueOn), dueOn), extendedOn);
    if (!quote.ok) throw new Error(quote.refusal.kind);
    expect(money(quote.value.amountNgwee)).toBe('K128.75');
    const inTime = arrives(loan, amountNgwee, dueOn, dueOn).loan;
    expect(row('principal owed before the extension')).toBe(money(owedOnLoan(inTime).principalNgwee));
    const change = arrives(extended(loan, quote.value), amountNgwee, dueOn, day('2026-12-28'));
    const returned = change.events.find((event) => event.kind === 'extension_fee_returned');
    expect(row('fee')).toBe(money(change.loan.extensionFeesNgwee));
    expect(row('given back')).toBe(money(returned?.amountNgwee ?? 0));
    expect(change.loan.extensionFeesNgwee + (returned?.amountNgwee ?? 0)).toBe(kwacha(100));
    expect(row('owed after')).toBe(money(owedOnLoan(change.loan).totalNgwee));
    expect(row('due')).toBe(change.loan.instalments[0]?.dueOn);
    expect(row('wallet')).toBe(money(change.walletNgwee));
    if (index !== 1) continue;
    expect(ledgerRows.map((cells) => [cells('debit'), cells('credit'), cells('amount')])).toEqual(
      bookRows(change.transfers),
    );
  }
}

/** The loan with an extension that is paid on its day. */
function extended(subject: Loan, quoted: ExtensionQuote): Loan {
  const { amountNgwee } = quoted;
  return extensionSucceeded(subject, {
    attemptId: 'e',
    operator: 'mtn',
    amountNgwee,
    submittedOn: extendedOn,
    on: extendedOn,
    ladder: entryStanding,
    quoted,
  }).loan;
}

function waiting(subject: Loan, amountNgwee: Ngwee, submittedOn: Day): Loan {
  const sent = { attemptId: 'a', period: 1, amountNgwee, submittedOn } as const;
  return { ...catchUp(subject, submittedOn).loan, pending: { ...sent, purpose: 'repayment', quoted: null } };
}

function givenUp(subject: Loan, on: Day): Loan {
  return repaymentFailed(subject, { attemptId: 'a', on, reason: 'TIMEOUT' }).loan;
}

function arrives(subject: Loan, amountNgwee: Ngwee, submittedOn: Day, on: Day, attemptId = 'a'): Change {
  return repaymentSucceeded(catchUp(subject, on).loan, {
    attemptId,
    operator: 'mtn',
    amountNgwee,
    submittedOn,
    on,
    ladder: entryStanding,
  });
}
