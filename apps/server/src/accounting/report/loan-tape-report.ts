import type { Account } from '@thumba/accounting/account';
import type { LedgerAccount } from '@thumba/lending/ledger';
import { accountOf, balanceIn, readBalances, type Totals } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { readTape, type TapeLoan } from './loan-tape-rows.ts';
import type { Cell, Cells, Closing, Column, Report, Tie } from './report.ts';

/** A column of the tape with an amount, and the account to which its total ties. */
type AmountColumn = { title: string; amountOf(loan: TapeLoan): number; account?: LedgerAccount };

const AMOUNTS: readonly AmountColumn[] = [
  { title: 'contract principal', amountOf: (loan) => loan.contractPrincipalNgwee },
  { title: 'contract interest', amountOf: (loan) => loan.contractInterestNgwee },
  { title: 'contract fee', amountOf: (loan) => loan.contractFeeNgwee },
  { title: 'received by borrower', amountOf: (loan) => loan.receivedNgwee },
  { title: 'paid by borrower', amountOf: (loan) => loan.paidNgwee },
  { title: 'principal', amountOf: (loan) => loan.owed.principalNgwee, account: 'principal_receivable' },
  { title: 'interest', amountOf: (loan) => loan.owed.interestNgwee, account: 'interest_receivable' },
  { title: 'fee', amountOf: (loan) => loan.owed.feeNgwee, account: 'fee_receivable' },
  { title: 'penalty', amountOf: (loan) => loan.owed.penaltyNgwee, account: 'penalty_receivable' },
  { title: 'owed in all', amountOf: totalOwedOf },
  {
    title: 'unearned interest',
    amountOf: (loan) => loan.unearnedInterestNgwee,
    account: 'unearned_interest',
  },
  { title: 'unearned fee', amountOf: (loan) => loan.unearnedFeeNgwee, account: 'unearned_fee' },
  { title: 'written off', amountOf: (loan) => loan.writtenOffNgwee },
];

const COLUMNS: readonly Column[] = [
  { title: 'loan', kind: 'text' },
  { title: 'earlier number', kind: 'text' },
  { title: 'product', kind: 'text' },
  { title: 'state', kind: 'text' },
  { title: 'paid out on', kind: 'day' },
  { title: 'original due date', kind: 'day' },
  { title: 'due date', kind: 'day' },
  { title: 'days past due', kind: 'count' },
  { title: 'days by original date', kind: 'count' },
  { title: 'class', kind: 'text' },
  { title: 'stage', kind: 'count' },
  ...AMOUNTS.map(({ title }): Column => ({ title, kind: 'money' })),
];

/** The loan-book tape: one line for each loan that was paid out by the end of a day. */
export async function loanTapeReport(book: BookSnapshot, { throughOn }: Span): Promise<Report> {
  const { accounts, totals } = await readBalances(book, throughOn);
  return {
    title: `Loan tape as of ${throughOn}`,
    columns: COLUMNS,
    lines: tapeLines(readTape(book, throughOn), { accounts, totals }),
  };
}

type Ledger = { accounts: readonly Account[]; totals: Totals };

async function* tapeLines(loans: AsyncIterable<TapeLoan>, ledger: Ledger): AsyncGenerator<Cells, Closing> {
  const sums = AMOUNTS.map(() => 0);
  let count = 0;
  let allocated = 0;
  for await (const loan of loans) {
    const amounts = AMOUNTS.map(({ amountOf }) => amountOf(loan));
    amounts.forEach((amount, index) => {
      sums[index]! += amount;
    });
    count += 1;
    if (!loan.isRecomputed) allocated += 1;
    yield [...factsOf(loan), ...amounts];
  }
  return closingOf(sums, { count, allocated }, ledger);
}

function factsOf(loan: TapeLoan): Cell[] {
  return [
    String(loan.loanId),
    loan.earlierLoanNo,
    loan.productName,
    loan.state.replaceAll('_', ' '),
    loan.paidOutOn,
    loan.originalDueOn,
    loan.dueOn,
    loan.daysPastDue,
    loan.daysPastDueByOriginalDate,
    loan.loanClass,
    loan.stage,
  ];
}

function closingOf(
  sums: readonly number[],
  { count, allocated }: { count: number; allocated: number },
  { accounts, totals }: Ledger,
): Closing {
  const ties = AMOUNTS.flatMap(({ title, account: name }, index): Tie[] => {
    if (name === undefined) return [];
    const account = accountOf(accounts, name);
    const right = `account ${account.code}`;
    const rightNgwee = balanceIn(totals, account);
    return [{ left: `${title} in the tape`, leftNgwee: sums[index]!, right, rightNgwee }];
  });
  const noFacts = Array<null>(COLUMNS.length - AMOUNTS.length - 1).fill(null);
  return {
    totals: [[`all (${count})`, ...noFacts, ...sums]],
    ties,
    notes:
      allocated === 0
        ? []
        : [
            `The plans of ${allocated} loans do not follow from their events on this day: their days past due are by the principal in the ledger.`,
          ],
  };
}

export function totalOwedOf({ owed }: TapeLoan): number {
  return owed.principalNgwee + owed.interestNgwee + owed.feeNgwee + owed.penaltyNgwee;
}
