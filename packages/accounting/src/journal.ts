import { type LedgerAccount, matched, type Transfer } from '@thumba/lending/ledger';
import { add, type Ngwee, sum, ZERO } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';

/** What a journal is for. A manual one, a reversal and a take-on are proposed by one person and approved by another. */
export type JournalKind =
  | 'manual'
  | 'reversal'
  | 'accrual'
  | 'effective_interest'
  | 'impairment'
  | 'credit_risk_reserve'
  | 'charge_off'
  | 'year_end'
  | 'take_on'
  | 'bank';

/** One line of a journal: an amount in ngwee on the debit side or on the credit side of an account. */
export type JournalLine = { account: LedgerAccount; debitNgwee?: Ngwee; creditNgwee?: Ngwee };

export type JournalLineRefusal =
  | { kind: 'empty' }
  | { kind: 'does_not_balance'; debitNgwee: Ngwee; creditNgwee: Ngwee }
  | { kind: 'account_not_for_journals'; account: LedgerAccount };

/**
 * What borrowers owe and own. Only a loan or a wallet posts to these accounts, because each balance must be the sum of
 * what the loans and wallets say.
 */
export const ACCOUNTS_OF_BORROWERS = [
  'principal_receivable',
  'interest_receivable',
  'fee_receivable',
  'penalty_receivable',
  'unearned_interest',
  'unearned_fee',
  'wallet_credit',
] as const satisfies readonly LedgerAccount[];

/**
 * Balances that the program counts piece by piece: transfers between bank and operators, the adjustment of the last
 * month-end run, loans charged off. A journal that a person proposes would make the balance differ from the pieces.
 */
export const ACCOUNTS_OF_PIECES = [
  'in_transit',
  'effective_interest_adjustment',
  'charged_off_loans',
] as const satisfies readonly LedgerAccount[];

/**
 * True where a journal of this kind may post to the account. Opening balances are only taken on, and taken back. A
 * reversal may take back what an earlier version let a manual journal post.
 */
export function isForJournals(account: LedgerAccount, kind: JournalKind): boolean {
  if (ACCOUNTS_OF_BORROWERS.some((ofBorrowers) => ofBorrowers === account)) return false;
  if (ACCOUNTS_OF_PIECES.some((ofPieces) => ofPieces === account))
    return kind !== 'manual' && kind !== 'take_on';
  return account !== 'opening_balance' || kind === 'take_on' || kind === 'reversal';
}

/**
 * The ledger rows of a journal, with amounts in ngwee. Both sides of one account are set off against each other. Refuses
 * lines without an amount, totals that differ, and accounts that journals do not post to. Rule: docs/rules/journals.md.
 */
export function transfersOfJournal(
  lines: readonly JournalLine[],
  kind: JournalKind,
): Outcome<Transfer[], JournalLineRefusal> {
  const debits = sideOf(lines, 'debitNgwee');
  const credits = sideOf(lines, 'creditNgwee');
  for (const { account } of lines) {
    if (!isForJournals(account, kind)) return refuse({ kind: 'account_not_for_journals', account });
  }
  const debitNgwee = sum(debits.map(([, amountNgwee]) => amountNgwee));
  const creditNgwee = sum(credits.map(([, amountNgwee]) => amountNgwee));
  if (debitNgwee !== creditNgwee) return refuse({ kind: 'does_not_balance', debitNgwee, creditNgwee });
  const transfers = matched(debits, credits);
  return transfers.length === 0 ? refuse({ kind: 'empty' }) : allow(transfers);
}

/** The lines of the opposite journal: each with its sides exchanged. */
export function mirrored(lines: readonly JournalLine[]): JournalLine[] {
  return lines.map(({ account, debitNgwee, creditNgwee }) => ({
    account,
    ...(creditNgwee ? { debitNgwee: creditNgwee } : {}),
    ...(debitNgwee ? { creditNgwee: debitNgwee } : {}),
  }));
}

function sideOf(lines: readonly JournalLine[], side: 'debitNgwee' | 'creditNgwee'): [LedgerAccount, Ngwee][] {
  const totals = new Map<LedgerAccount, Ngwee>();
  for (const line of lines) {
    const amountNgwee = line[side] ?? ZERO;
    if (amountNgwee > 0) totals.set(line.account, add(totals.get(line.account) ?? ZERO, amountNgwee));
  }
  return [...totals];
}
