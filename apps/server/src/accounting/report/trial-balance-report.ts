import type { Account } from '@thumba/accounting/account';
import { readAccounts } from '../chart/accounts.ts';
import { netDebitIn, readSpanTotals, type Totals } from './account-balances.ts';
import { accruedNote } from './accrued-note.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { type Cell, type Cells, linesOf, type Report } from './report.ts';
import { endTitle, spanTitle } from './span-title.ts';

/** Each account with its balance before a span, its debits and credits in it, and its balance after it. */
export async function trialBalanceReport(book: BookSnapshot, span: Span): Promise<Report> {
  const accounts = await readAccounts(book);
  const { opening, movement, closing } = await readSpanTotals(book, span);
  const figures = accounts.map((account) => figuresOf(account, { opening, movement, closing }));
  const total = (index: number) => figures.reduce((sum, amounts) => sum + (amounts[index] ?? 0), 0);
  const [openingNgwee, debits, credits, closingDebits, closingCredits] = [0, 1, 2, 3, 4].map(total) as Five;
  return {
    title: `Trial balance as of ${endTitle(span)}, with ${spanTitle(span)}`,
    columns: [
      { title: 'code', kind: 'text' },
      { title: 'account', kind: 'text' },
      { title: 'opening balance (credit is negative)', kind: 'money' },
      { title: 'debits', kind: 'money' },
      { title: 'credits', kind: 'money' },
      { title: 'closing debit', kind: 'money' },
      { title: 'closing credit', kind: 'money' },
    ],
    lines: linesOf(
      accounts.map(({ code, title }, index): Cells => [code, title, ...figures[index]!]),
      {
        totals: [['all accounts', null, openingNgwee, debits, credits, closingDebits, closingCredits]],
        ties: [
          tie('closing debits', closingDebits, 'closing credits', closingCredits),
          tie('debits of the span', debits, 'credits of the span', credits),
          tie(
            'opening balances, debits and credits',
            sumOfSizes(accounts, opening, movement),
            'closing balances',
            closingDebits + closingCredits,
          ),
        ],
        notes: await accruedNote(book, span),
      },
    ),
  };
}

type Five = [number, number, number, number, number];
type SpanTotals = { opening: Totals; movement: Totals; closing: Totals };

function tie(left: string, leftNgwee: number, right: string, rightNgwee: number) {
  return { left, leftNgwee, right, rightNgwee };
}

function figuresOf(
  { account }: Account,
  { opening, movement, closing }: SpanTotals,
): Cell[] & (number | null)[] {
  const balance = netDebitIn(closing, account);
  const { debitNgwee, creditNgwee } = movement.get(account) ?? { debitNgwee: 0, creditNgwee: 0 };
  return [
    netDebitIn(opening, account),
    debitNgwee,
    creditNgwee,
    balance > 0 ? balance : null,
    balance < 0 ? -balance : null,
  ];
}

/** The sizes of the balances that follow from the opening balances and the movements, account by account. */
function sumOfSizes(accounts: readonly Account[], opening: Totals, movement: Totals): number {
  return accounts.reduce(
    (sum, { account }) => sum + Math.abs(netDebitIn(opening, account) + netDebitIn(movement, account)),
    0,
  );
}
