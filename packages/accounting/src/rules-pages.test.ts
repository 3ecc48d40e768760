import { catchUp } from '@thumba/lending/catch-up';
import { addDays, day } from '@thumba/lending/day';
import { earnThrough, incomeOfDays } from '@thumba/lending/earning';
import type { LoanTerms } from '@thumba/lending/loan';
import { owedOnLoan } from '@thumba/lending/owed';
import { repaymentSucceeded } from '@thumba/lending/repayment';
import { money, type Row, tablesOf } from '@thumba/lending/rule-page.test-support';
import {
  entryStanding,
  paidOutLoan,
  sampleTerms,
  threeInstalments,
} from '@thumba/lending/sample-loan.test-support';
import { expect, test } from 'vitest';
import { bookByMonth, incomeOfEndedMonths } from './cut-off.ts';
import { incomeByPolicy } from './effective-interest.ts';
import { lastDayOf, type Month } from './month.ts';

const paidOutOn = day('2026-11-21');
const loan = paidOutLoan(threeInstalments(), paidOutOn);
const withoutRebate = paidOutLoan(threeInstalments({ settlementInterest: 'fixed' }), paidOutOn);
const INCOME = ['interest_income', 'fee_income'];

const loans: Record<string, LoanTerms> = {
  'three plans': threeInstalments(),
  'three plans, fee deducted': threeInstalments({ feeMode: 'deducted' }),
  'one plan': sampleTerms(),
};

const checks: Record<string, (...tables: Row[][]) => void> = {
  'accrual.md': (days, months) => {
    for (const row of days!) {
      const earned = incomeOfDays(loan, day(row('through')));
      expect(row('interest earned')).toBe(money(earned.interestNgwee));
      expect(row('fee earned')).toBe(money(earned.feeNgwee));
    }
    for (const row of months!) {
      const on = day(row('on'));
      const isRun = row('what happens').startsWith('the run');
      const transfers = isRun
        ? earnThrough(loan, day('2026-11-30')).transfers
        : repaymentSucceeded(withoutRebate, {
            attemptId: 'collection-1',
            operator: 'mtn',
            amountNgwee: owedOnLoan(catchUp(withoutRebate, on).loan).totalNgwee,
            submittedOn: on,
            on,
            ladder: entryStanding,
          }).transfers;
      const booked = bookByMonth(transfers, incomeOfEndedMonths(loan, on)).filter(({ creditAccount }) =>
        INCOME.includes(creditAccount),
      );
      const bookedOn = (cutOffOn: string | undefined) =>
        money(
          booked
            .filter((transfer) => transfer.cutOffOn === cutOffOn)
            .reduce((total, { amountNgwee }) => total + amountNgwee, 0),
        );
      expect(row('booked on 2026-11-30')).toBe(bookedOn('2026-11-30'));
      expect(row('booked on 2026-12-31')).toBe(bookedOn('2026-12-31'));
      expect(row('booked on the day')).toBe(bookedOn(undefined));
    }
  },

  'effective-interest.md': (days, months) => {
    for (const row of days!) {
      const income = incomeByPolicy(loans[row('loan')]!, paidOutOn, addDays(paidOutOn, Number(row('days'))));
      expect(row('straight line')).toBe(money(income.straightLineNgwee));
      expect(row('effective')).toBe(money(income.effectiveNgwee));
      expect(row('adjustment')).toBe(money(income.adjustmentNgwee));
    }
    let before = 0;
    for (const row of months!) {
      const { adjustmentNgwee } = incomeByPolicy(
        threeInstalments(),
        paidOutOn,
        lastDayOf(row('month') as Month),
      );
      const movement = adjustmentNgwee - before;
      before = adjustmentNgwee;
      expect(row('adjustment at its end')).toBe(money(adjustmentNgwee));
      expect(row('movement')).toBe(money(Math.abs(movement)));
      const [debit, credit] =
        movement > 0
          ? ['effective_interest_adjustment', 'effective_interest_income']
          : ['effective_interest_income', 'effective_interest_adjustment'];
      expect([row('debit'), row('credit')]).toEqual([debit, credit]);
    }
  },
};

test('the pages say what the program does', () => {
  checkPage('accrual.md', tablesOf('accrual.md'));
  checkPage('effective-interest.md', tablesOf('effective-interest.md'));
});

function checkPage(page: string, tables: Row[][]): void {
  const check = checks[page]!;
  expect(tables).toHaveLength(check.length);
  for (const table of tables) expect(table).not.toHaveLength(0);
  check(...tables);
}
