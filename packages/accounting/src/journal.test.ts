import { kwacha, ngwee } from '@thumba/lending/money';
import { expect, test } from 'vitest';
import {
  ACCOUNTS_OF_BORROWERS,
  ACCOUNTS_OF_PIECES,
  isForJournals,
  type JournalLine,
  transfersOfJournal,
} from './journal.ts';

const rent: JournalLine[] = [
  { account: 'bank_charge_expense', debitNgwee: kwacha(30) },
  { account: 'funding_expense', debitNgwee: kwacha(70) },
  { account: 'bank', creditNgwee: kwacha(100) },
];

test('a journal of several lines is paired into rows that move the same amounts', () => {
  expect(transfersOfJournal(rent, 'manual')).toEqual({
    ok: true,
    value: [
      { debitAccount: 'bank_charge_expense', creditAccount: 'bank', amountNgwee: 3000 },
      { debitAccount: 'funding_expense', creditAccount: 'bank', amountNgwee: 7000 },
    ],
  });
});

test('both sides of one account are set off', () => {
  const lines = [...rent, { account: 'bank', debitNgwee: kwacha(5), creditNgwee: kwacha(5) } as const];
  expect(transfersOfJournal(lines, 'manual')).toEqual(transfersOfJournal(rent, 'manual'));
});

test('a journal that does not balance is refused with both totals', () => {
  const lines = [...rent, { account: 'bank', debitNgwee: ngwee(1) } as const];
  expect(transfersOfJournal(lines, 'manual')).toEqual({
    ok: false,
    refusal: { kind: 'does_not_balance', debitNgwee: 10_001, creditNgwee: 10_000 },
  });
});

test.each([
  ['no line', []],
  ['lines without an amount', [{ account: 'bank', debitNgwee: ngwee(0) }, { account: 'suspense' }]],
  ['an account against itself', [{ account: 'bank', debitNgwee: ngwee(5), creditNgwee: ngwee(5) }]],
] as [string, JournalLine[]][])('a journal of %s is empty', (_what, lines) => {
  expect(transfersOfJournal(lines, 'manual')).toEqual({ ok: false, refusal: { kind: 'empty' } });
});

test.each(ACCOUNTS_OF_BORROWERS)('no journal posts to %s, of whatever kind', (account) => {
  const lines: JournalLine[] = [
    { account, debitNgwee: ngwee(1) },
    { account: 'bank', creditNgwee: ngwee(1) },
  ];
  for (const kind of ['manual', 'take_on', 'impairment'] as const)
    expect(transfersOfJournal(lines, kind)).toEqual({
      ok: false,
      refusal: { kind: 'account_not_for_journals', account },
    });
});

test.each(ACCOUNTS_OF_PIECES)('a person posts no journal to %s, and the program does', (account) => {
  const lines: JournalLine[] = [
    { account, debitNgwee: ngwee(1) },
    { account: 'bank', creditNgwee: ngwee(1) },
  ];
  for (const kind of ['manual', 'take_on'] as const)
    expect(transfersOfJournal(lines, kind)).toEqual({
      ok: false,
      refusal: { kind: 'account_not_for_journals', account },
    });
  for (const kind of ['bank', 'effective_interest', 'charge_off', 'reversal'] as const)
    expect(transfersOfJournal(lines, kind)).toMatchObject({ ok: true });
});

test('opening balances are taken on and taken back, and nothing else posts to them', () => {
  expect(isForJournals('opening_balance', 'take_on')).toBe(true);
  expect(isForJournals('opening_balance', 'reversal')).toBe(true);
  expect(isForJournals('opening_balance', 'manual')).toBe(false);
  expect(isForJournals('retained_earnings', 'manual')).toBe(true);
});
