import { expect } from 'vitest';
import { daysPastDue, daysPastDueByOriginalDate } from './ageing.ts';
import { catchUp } from './catch-up.ts';
import { day } from './day.ts';
import { extensionSucceeded, quoteExtension } from './extension.ts';
import { agreeHardship, HARDSHIP_MAX_DAYS, HARDSHIP_MISS_AFTER_DAYS } from './hardship-plan.ts';
import type { Loan } from './loan.ts';
import { kwacha, ngwee, sum } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { penaltyPerDay } from './penalty.ts';
import { allowed } from './rule-examples.test-support.ts';
import { money, type Row } from './rule-page.test-support.ts';
import { entryStanding, paidOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';
import { succeed } from './sample-repayment.test-support.ts';

/** Checks the tables of docs/rules/hardship.md. */
export function checkHardshipPage(
  limits: Row[],
  dates: Row[],
  late: Row[],
  course: Row[],
  extended: Row[],
): void {
  const paidOutOn = day('2026-11-21');
  const reason = 'lost the job';
  const values = limits.map((row) => Number(row('days')));
  expect(values).toEqual([HARDSHIP_MISS_AFTER_DAYS, HARDSHIP_MAX_DAYS]);

  const three = paidOutLoan(threeInstalments(), paidOutOn);
  const dueDates = dates.map((row) => day(row('new date')));
  const moved = allowed(agreeHardship(three, { dueDates, reason, on: day('2026-12-28') })).loan;
  for (const [index, row] of dates.entries()) {
    expect(row('date before')).toBe(three.instalments[index]?.dueOn);
    expect(moved.instalments[index]?.dueOn).toBe(row('new date'));
    expect(moved.instalments[index]?.period).toBe(Number(row('plan')));
  }

  for (const row of late) {
    const on = day(row('confirmed'));
    const before = catchUp(moved, on).loan;
    const { loan, events } = succeed(before, ngwee(47_725), day(row('sent')), on);
    const waived = events.flatMap((event) => (event.kind === 'penalty_waived' ? [event.amountNgwee] : []));
    expect(row('freeze ended before')).toBe(before.hardship?.endedOn);
    expect(row('and after')).toBe(loan.hardship?.endedOn ?? 'no');
    expect(row('penalty taken back')).toBe(money(sum(waived)));
  }

  const single = paidOutLoan(sampleTerms(), paidOutOn);
  const agreed = allowed(
    agreeHardship(single, { dueDates: [day('2027-01-31')], reason, on: day('2026-12-28') }),
  ).loan;
  for (const row of course) {
    const on = day(row('day'));
    const loan = catchUp(row('plan') === 'no' ? single : agreed, on).loan;
    expect(row('owed')).toBe(money(owedOnLoan(loan).totalNgwee));
    expect(row('penalty of the next day')).toBe(money(penaltyPerDay(loan)));
    expect(row('days past due')).toBe(String(daysPastDue(loan, on)));
    expect(row('days by original date')).toBe(String(daysPastDueByOriginalDate(loan, on)));
    expect(row('state')).toBe(loan.state);
  }

  const early = allowed(
    agreeHardship(single, { dueDates: [day('2027-01-07')], reason, on: day('2026-12-28') }),
  ).loan;
  for (const row of extended) checkExtended(early, row);
}

function checkExtended(agreed: Loan, row: Row): void {
  const submittedOn = day('2027-01-20');
  const quoted = allowed(quoteExtension(catchUp(agreed, submittedOn).loan, submittedOn));
  const { amountNgwee } = quoted;
  const extendedOn = day(row('extension confirmed'));
  const extended = extensionSucceeded(catchUp(agreed, extendedOn).loan, {
    ...{ attemptId: 'e', operator: 'mtn', amountNgwee, ladder: entryStanding },
    ...{ submittedOn, on: extendedOn, quoted },
  }).loan;
  const on = day(row('K200 confirmed'));
  const paid = succeed(catchUp(extended, on).loan, kwacha(200), day('2027-01-25'), on).loan;
  const [plan] = catchUp(paid, day('2027-02-20')).loan.instalments;
  expect(row('due')).toBe(plan?.dueOn);
  expect(row('freeze ended')).toBe(paid.hardship?.endedOn);
  expect(row('penalty on 2027-02-20')).toBe(money(plan?.penaltyNgwee ?? 0));
}
