import { type Day, day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import { bookRows, moneyIn, type Row, tablesOf } from '@thumba/lending/rule-page.test-support';
import { expect, test } from 'vitest';
import type { AccountType } from './account.ts';
import { transfersOfJournal } from './journal.ts';
import { monthOf } from './month.ts';
import { closePeriod, parsePeriod, reopenPeriod } from './period.ts';
import { yearEndLines } from './year-end.ts';

const [steps, totals, rows] = tablesOf('periods.md') as [Row[], Row[], Row[]];

const dayIn = (cell: string): Day | null => (cell === '' ? null : day(cell));
const yearIn = (cell: string): number | null => (cell === '' ? null : Number(cell));

test('the page of periods says which periods are closed and opened again', () => {
  expect(tablesOf('periods.md')).toHaveLength(3);
  for (const row of steps) {
    const [verb, text = ''] = row('asked').split(' ');
    const decide = verb === 'close' ? closePeriod : reopenPeriod;
    const answer = decide(
      {
        closedThroughOn: dayIn(row('closed through')),
        openAdjustmentYear: yearIn(row('open adjustments')),
        firstMonth: monthOf(day('2026-11-01')),
        today: day(row('on')),
      },
      parsePeriod(text)!,
    );
    expect(answer.ok ? 'done' : answer.refusal.kind, row('asked')).toBe(row('answer'));
    if (!answer.ok) continue;
    expect(answer.value, row('asked')).toEqual({
      closedThroughOn: dayIn(row('then closed through')),
      openAdjustmentYear: yearIn(row('then open adjustments')),
    });
  }
});

const TYPES: Partial<Record<LedgerAccount, AccountType>> = {
  bank: 'asset',
  interest_income: 'income',
  fee_income: 'income',
  write_off_expense: 'expense',
  funding_expense: 'expense',
};

test('the page of periods says how a year ends', () => {
  const accounts = Object.entries(TYPES).map(([account, accountType]) => ({
    account: account as LedgerAccount,
    accountType,
  }));
  const lines = yearEndLines(
    totals.map((row) => ({
      account: row('account') as LedgerAccount,
      debitNgwee: moneyIn(row('debits')),
      creditNgwee: moneyIn(row('credits')),
    })),
    accounts,
  );
  const transfers = transfersOfJournal(lines, 'year_end');
  expect(rows.map((row) => [row('debit'), row('credit'), row('amount')])).toEqual(
    bookRows(transfers.ok ? transfers.value : []),
  );
});
