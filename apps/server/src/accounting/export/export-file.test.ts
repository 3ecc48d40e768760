import type { Account } from '@thumba/accounting/account';
import { day } from '@thumba/lending/day';
import { expect, test } from 'vitest';
import { mappingOfChart, readMapping } from './account-mapping.ts';
import { exportFile } from './export-file.ts';
import type { GeneralLedgerJournal } from './general-ledger.ts';

const accounts: Account[] = [
  {
    ...{ account: 'bank', code: '1000', title: 'Bank', taxCode: '' },
    ...{ accountType: 'asset', normalSide: 'debit' },
  },
  {
    ...{ account: 'funding_expense', code: '5300', title: '=Interest, "paid"', taxCode: 'Exempt' },
    ...{ accountType: 'expense', normalSide: 'debit' },
  },
];
const [bank, expense] = accounts as [Account, Account];
const journal: GeneralLedgerJournal = {
  number: 'THUMBA-2026-12',
  postedOn: day('2026-12-31'),
  narration: 'Loans and wallets, 2026-12',
  lines: [
    { account: bank, debitNgwee: 0, creditNgwee: 123_456_789 },
    { account: expense, debitNgwee: 123_456_789, creditNgwee: 0 },
  ],
};
const mapping = (text: string) => readMapping(text, accounts);

test('a generic file has one line for each side of an account, and no formula', () => {
  expect(exportFile([journal], mappingOfChart(accounts), 'generic')).toEqual({
    ok: true,
    value: [
      'journal,date,account,title,debit,credit,tax_rate,narration',
      'THUMBA-2026-12,2026-12-31,1000,Bank,,1234567.89,,"Loans and wallets, 2026-12"',
      `THUMBA-2026-12,2026-12-31,5300,"'=Interest, ""paid""",1234567.89,,Exempt,"Loans and wallets, 2026-12"`,
      '',
    ].join('\r\n'),
  });
});

test('a file for Xero has the columns of its template, its days and signed amounts', () => {
  const mapped = mapping('account,target_account,tax_rate\n1000,090,Tax Exempt\nfunding_expense,437,\n');
  if (!mapped.ok) throw new Error('the mapping is refused');
  const file = exportFile([journal], mapped.value, 'xero');
  expect(file.ok && file.value.split('\r\n')).toEqual([
    '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
    '"THUMBA-2026-12 Loans and wallets, 2026-12",31/12/2026,Bank,090,Tax Exempt,-1234567.89,,,,',
    `"THUMBA-2026-12 Loans and wallets, 2026-12",31/12/2026,"'=Interest, ""paid""",437,Exempt,1234567.89,,,,`,
    '',
  ]);
});

test('Xero gets no account without a tax rate and not more lines than it takes', () => {
  expect(exportFile([journal], mappingOfChart(accounts), 'xero')).toEqual({
    ok: false,
    refusal: { kind: 'tax_rate_missing', codes: ['1000'] },
  });
  const lines = Array.from({ length: 301 }, () => journal.lines[1]!);
  expect(exportFile([{ ...journal, lines }], mappingOfChart(accounts), 'xero')).toEqual({
    ok: false,
    refusal: { kind: 'too_many_lines', lines: 301, most: 300 },
  });
});

test.each([
  ['no_such_column', 'account,target\n1000,090\n', { kind: 'unreadable_mapping' }],
  ['no CSV', 'account,target_account\n"1000,090\n', { kind: 'unreadable_mapping' }],
  [
    'an account that we do not have',
    'account,target_account\n9999,090\n',
    { kind: 'unknown_account_in_mapping', account: '9999' },
  ],
  [
    'an account by its code and by its name',
    'account,target_account\n1000,090\nbank,091\n',
    { kind: 'account_mapped_twice', account: 'bank' },
  ],
])('a mapping with %s is refused by name', (_what, text, refusal) => {
  expect(mapping(text)).toMatchObject({ ok: false, refusal });
});

test('an account with an amount that the mapping does not have is refused', () => {
  const mapped = mapping('account,target_account\n1000,090\n');
  if (!mapped.ok) throw new Error('the mapping is refused');
  expect(exportFile([journal], mapped.value, 'generic')).toEqual({
    ok: false,
    refusal: { kind: 'accounts_not_mapped', codes: ['5300'] },
  });
});
