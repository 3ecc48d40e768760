import { expect } from 'vitest';
import { addDays, day } from './day.ts';
import type { Change, Loan } from './loan.ts';
import { type Ngwee, ngwee } from './money.ts';
import { owedOnInstalment, owedOnLoan } from './owed.ts';
import { fractionOf, rate } from './rate.ts';
import { nextBill } from './repayment.ts';
import { bookRows, money, type Row } from './rule-page.test-support.ts';
import { entryStanding, paidOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';
import { succeed } from './sample-repayment.test-support.ts';
import { quoteSettlement, settlementSucceeded } from './settlement.ts';

const paidOutOn = day('2026-11-21');
const tenPercentAPeriod = { dailyRate: rate('0.0033333333'), serviceFeeRate: rate('0') };
const threePlans = paidOutLoan(threeInstalments(), paidOutOn);

/** Compares the page of early settlement and prepaying with the rules. */
export function checkEarlySettlementPage(
  flat: Row[],
  declining: Row[],
  prepaid: Row[],
  rows: Row[],
  ways: Row[],
): void {
  for (const row of flat) {
    const settlementInterest = row('product gives interest back') as 'daily' | 'fixed';
    const loan = paidOutLoan(sampleTerms({ settlementInterest }), paidOutOn);
    const quote = settlementOf(loan, Number(row('day')));
    expect(row('to pay')).toBe(money(quote.amountNgwee));
    expect(row('saving')).toBe(money(quote.savingNgwee));
  }
  const terms = threeInstalments({ interestMethod: 'declining', ...tenPercentAPeriod });
  for (const row of declining) {
    const quote = settlementOf(paidOutLoan(terms, paidOutOn), Number(row('day')));
    const kept = quote.keptInterest.reduce((total, plan) => total + plan.interestNgwee, 0);
    expect(row('interest of the days')).toBe(money(kept));
    expect(row('to pay')).toBe(money(quote.amountNgwee));
    expect(row('saving')).toBe(money(quote.savingNgwee));
  }
  for (const row of prepaid) {
    const change = payPlan(threePlans, Number(row('paid on day')));
    const rebate = change.events.find((event) => event.kind === 'rebate_given');
    const period = Number(row('plan'));
    expect(row('days early')).toBe(String(rebate?.days ?? 0));
    expect(row('rebate')).toBe(money(rebate?.amountNgwee ?? 0));
    const next = change.loan.instalments[period];
    expect(row('next plan owes')).toBe(money(next === undefined ? 0 : owedOnInstalment(next).totalNgwee));
  }
  const repaid = payPlan(threePlans, 1).events.find((event) => event.kind === 'repaid');
  expect(rows.map((row) => [row('debit'), row('credit'), row('amount')])).toEqual(
    bookRows(repaid?.posting.transfers ?? []),
  );
  for (const row of ways) {
    const { inAllNgwee, leastNgwee } = costOf(row('payments'));
    expect(row('in all')).toBe(money(inAllNgwee));
    expect(row('fee and principal day by day')).toBe(money(leastNgwee));
  }
}

/** The cost of a way of paying, as "plan 1 on day 1, settled on day 31" names it, and the least that the days cost. */
function costOf(payments: string): { inAllNgwee: number; leastNgwee: number } {
  let loan = threePlans;
  let inAllNgwee = 0;
  let principalDays = 0;
  let untilDay = 0;
  for (const payment of payments.split(', ')) {
    const days = Number(payment.split(' on day ')[1]);
    principalDays += owedOnLoan(loan).principalNgwee * (days - untilDay);
    untilDay = days;
    const change = payment.startsWith('settled') ? settle(loan, days) : payPlan(loan, days);
    inAllNgwee += amountOf(change) - change.walletNgwee;
    loan = change.loan;
  }
  expect(loan.state).toBe('settled');
  const { numerator, denominator } = fractionOf(loan.terms.dailyRate);
  const interestNgwee = Math.round((principalDays * Number(numerator)) / Number(denominator));
  return { inAllNgwee, leastNgwee: loan.terms.principalNgwee + 3000 + interestNgwee };
}

function payPlan(loan: Loan, days: number): Change {
  const on = addDays(paidOutOn, days);
  return succeed(loan, nextBill(loan, on)?.payoffNgwee ?? ngwee(0), on);
}

function settle(loan: Loan, days: number): Change {
  const quoted = settlementOf(loan, days);
  const on = addDays(paidOutOn, days);
  return settlementSucceeded(loan, {
    attemptId: 's',
    operator: 'mtn',
    amountNgwee: quoted.amountNgwee,
    submittedOn: on,
    on,
    ladder: entryStanding,
    quoted,
  });
}

function settlementOf(loan: Loan, days: number) {
  const quote = quoteSettlement(loan, addDays(paidOutOn, days));
  if (!quote.ok) throw new Error(quote.refusal.kind);
  return quote.value;
}

function amountOf({ events }: Change): Ngwee {
  return events.find((event) => event.kind === 'repaid')?.amountNgwee ?? ngwee(0);
}
