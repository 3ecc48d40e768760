import type { LedgerAccount } from '@thumba/lending/ledger';
import { bookRows, moneyIn, type Row, tablesOf } from '@thumba/lending/rule-page.test-support';
import { expect, test } from 'vitest';
import { type JournalKind, type JournalLine, mirrored, transfersOfJournal } from './journal.ts';

const [lines, rows, answers, reversal] = tablesOf('journals.md') as [Row[], Row[], Row[], Row[]];

test('the page of journals says what the program does', () => {
  expect(tablesOf('journals.md')).toHaveLength(4);
  const journal = lines.map((row): JournalLine => {
    const account = row('account') as LedgerAccount;
    return row('debit') === ''
      ? { account, creditNgwee: moneyIn(row('credit')) }
      : { account, debitNgwee: moneyIn(row('debit')) };
  });
  expect(rows.map(bookRow)).toEqual(rowsOf(journal, 'manual'));
  expect(reversal.map(bookRow)).toEqual(rowsOf(mirrored(journal), 'reversal'));
  for (const row of answers) {
    const answer = transfersOfJournal(
      [
        { account: row('debited') as LedgerAccount, debitNgwee: moneyIn(row('debit')) },
        { account: row('credited') as LedgerAccount, creditNgwee: moneyIn(row('credit')) },
      ],
      row('kind') as JournalKind,
    );
    expect(answer.ok ? 'posted' : answer.refusal.kind).toBe(row('answer'));
  }
});

function rowsOf(lines: readonly JournalLine[], kind: JournalKind): string[][] {
  const transfers = transfersOfJournal(lines, kind);
  if (!transfers.ok) throw new Error(transfers.refusal.kind);
  return bookRows(transfers.value);
}

function bookRow(row: Row): string[] {
  return [row('debit'), row('credit'), row('amount')];
}
