import type { LedgerAccount } from '@thumba/lending/ledger';
import { expect, test } from 'vitest';
import type { AccountType } from './account.ts';
import { transfersOfJournal } from './journal.ts';
import { yearEndLines } from './year-end.ts';

const accounts: { account: LedgerAccount; accountType: AccountType }[] = [
  { account: 'bank', accountType: 'asset' },
  { account: 'retained_earnings', accountType: 'equity' },
  { account: 'interest_income', accountType: 'income' },
  { account: 'fee_income', accountType: 'income' },
  { account: 'write_off_expense', accountType: 'expense' },
];
const total = (account: LedgerAccount, debitNgwee: number, creditNgwee: number) => ({
  account,
  debitNgwee,
  creditNgwee,
});

test('income and expenses come to zero, and the profit goes to retained earnings', () => {
  const lines = yearEndLines(
    [
      total('bank', 900, 100),
      total('interest_income', 50, 1050),
      total('fee_income', 30, 30),
      total('write_off_expense', 400, 0),
    ],
    accounts,
  );
  expect(lines).toEqual([
    { account: 'interest_income', debitNgwee: 1000 },
    { account: 'write_off_expense', creditNgwee: 400 },
    { account: 'retained_earnings', creditNgwee: 600 },
  ]);
  expect(transfersOfJournal(lines, 'year_end')).toMatchObject({ ok: true });
});

test('a loss is debited to retained earnings', () => {
  expect(yearEndLines([total('write_off_expense', 400, 0)], accounts)).toEqual([
    { account: 'write_off_expense', creditNgwee: 400 },
    { account: 'retained_earnings', debitNgwee: 400 },
  ]);
});

test('a year in which income and expenses are equal leaves retained earnings as they are', () => {
  const lines = yearEndLines([total('interest_income', 0, 7), total('write_off_expense', 7, 0)], accounts);
  expect(lines.map(({ account }) => account)).toEqual(['interest_income', 'write_off_expense']);
});

test('a year without income and expenses has no lines', () => {
  expect(yearEndLines([total('bank', 5, 0), total('fee_income', 5, 5)], accounts)).toEqual([]);
});
