import { describe, expect, test } from 'vitest';
import { catchUp } from './catch-up.ts';
import { day } from './day.ts';
import { type DueDay, dueDates } from './due-day.ts';
import { formatDueDay } from './due-day-text.ts';
import { quoteExtension } from './extension.ts';
import { kwacha, ngwee } from './money.ts';
import { owedOnLoan } from './owed.ts';
import { payoutSucceeded } from './payout.ts';
import { planRebates } from './rebate.ts';
import { paidOutLoan, payingOutLoan, sampleTerms, threeInstalments } from './sample-loan.test-support.ts';

const monthEnd: DueDay = { rule: 'month_end' };
const onDay = (ofMonth: number): DueDay => ({ rule: 'day_of_month', day: ofMonth });
const thirty = { termDays: 30, instalmentCount: 1 };
const ninety = { termDays: 90, instalmentCount: 3 };

describe('a due date', () => {
  test.each([
    ['2026-11-21', undefined, '2026-12-21'],
    ['2026-11-21', monthEnd, '2026-12-31'],
    ['2026-11-21', onDay(25), '2026-12-25'],
    ['2026-11-21', onDay(20), '2027-01-20'],
    ['2026-11-21', onDay(21), '2026-12-21'],
    ['2026-12-01', monthEnd, '2026-12-31'],
    ['2026-12-02', monthEnd, '2027-01-31'],
    ['2027-01-29', monthEnd, '2027-02-28'],
    ['2028-01-29', monthEnd, '2028-02-29'],
    ['2027-01-30', onDay(28), '2027-03-28'],
  ])(
    'of a loan paid out on %s moves to the next due day %j, never to an earlier day: %s',
    (startOn, dueDay, dueOn) => {
      expect(dueDates({ ...thirty, dueDay }, day(startOn))).toEqual([dueOn]);
    },
  );

  test('moves from the days of its own plan, so that what one plan gains is not added to the next', () => {
    const dates = dueDates({ ...ninety, dueDay: monthEnd }, day('2026-11-21'));
    expect(dates).toEqual(['2026-12-31', '2027-01-31', '2027-02-28']);
  });

  test('is never the date of another plan: the later plan takes the due day after it', () => {
    // The days end on 1 January, 31 January and 2 March.
    expect(dueDates({ ...ninety, dueDay: monthEnd }, day('2026-12-02'))).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
    ]);
  });
});

test('a due day is named as borrowers and staff read it', () => {
  expect(formatDueDay(monthEnd)).toBe('the last day of the month');
  expect(formatDueDay(onDay(25))).toBe('day 25 of the month');
});

describe('a loan that is due at the end of a month', () => {
  const terms = sampleTerms({ dueDay: monthEnd });
  const loan = paidOutLoan(terms, day('2026-11-21'));

  test('has the dates of the day on which the money came, not of the application', () => {
    const applied = payingOutLoan(terms, day('2026-12-01'));
    expect(applied.instalments[0]?.dueOn).toBe('2026-12-31');
    const paid = payoutSucceeded(applied, { attemptId: 'payout-1', operator: 'mtn', on: day('2026-12-02') });
    expect(paid.loan.instalments[0]).toMatchObject({ startsOn: '2026-12-02', dueOn: '2027-01-31' });
    expect(paid.loan.nextEventOn).toBe('2027-01-31');
    expect(paid.messages).toMatchObject([{ kind: 'loan_paid_out', firstDueOn: '2027-01-31' }]);
  });

  test('is late, and costs a penalty after the grace days, by its real due date', () => {
    expect(catchUp(loan, day('2026-12-31')).loan).toMatchObject({ state: 'active', worstDaysLate: 0 });
    const late = catchUp(loan, day('2027-01-02')).loan;
    expect(late).toMatchObject({ state: 'overdue', worstDaysLate: 2 });
    expect(owedOnLoan(late).penaltyNgwee).toBe(575);
  });

  test('is extended from its due date by the days of the extension', () => {
    const quote = quoteExtension(loan, day('2026-12-30'));
    expect(quote).toMatchObject({ ok: true, value: { beforeDueOn: '2026-12-31', afterDueOn: '2027-01-07' } });
  });

  test('gives back for a plan that is paid early the days of its period, and none for the days after them', () => {
    // The days of plan 1 end on 21 December; it is due on 31 December.
    const inParts = paidOutLoan(threeInstalments({ dueDay: monthEnd }), day('2026-11-21'));
    const rebateOn = (on: string) => {
      const { amountNgwee = 0 } = planRebates(inParts, ngwee(46_333), day(on)).rebates[0] ?? {};
      return amountNgwee;
    };
    expect(rebateOn('2026-12-06')).toBe(kwacha(20));
    expect(rebateOn('2026-12-21')).toBe(0);
    expect(rebateOn('2026-12-25')).toBe(0);
  });

  test('keeps the last day of its days where its terms name no due day, as those signed earlier do', () => {
    const { dueDay: _, ...earlier } = terms;
    expect(paidOutLoan(earlier, day('2026-11-21')).instalments[0]?.dueOn).toBe('2026-12-21');
  });
});
