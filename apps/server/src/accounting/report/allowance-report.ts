import type { LedgerAccount } from '@thumba/lending/ledger';
import { statement } from '../../platform/database.ts';
import { readAccounts } from '../chart/accounts.ts';
import { PAIRS_OF_DAYS, type PairDays, readPairedThrough } from '../daily-total/pair-totals.ts';
import { accountOf, balanceIn, bookingKindsOf, readSpanTotals } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { type Cells, linesOf, type Report } from './report.ts';
import { spanTitle } from './span-title.ts';

type MovementRow = { other_account: LedgerAccount; raised: number; lowered: number };

const readMovementStatement = statement<MovementRow, PairDays>(
  'report: read movement of allowance',
  `select case when t.credit_account = 'loss_allowance' then t.debit_account else t.credit_account end as other_account,
     coalesce(sum(t.amount_ngwee) filter (where t.credit_account = 'loss_allowance'), 0)::bigint as raised,
     coalesce(sum(t.amount_ngwee) filter (where t.debit_account = 'loss_allowance'), 0)::bigint as lowered
   from ${PAIRS_OF_DAYS} where t.debit_account = 'loss_allowance' or t.credit_account = 'loss_allowance'
   group by other_account`,
);

/** What raised and lowered the allowance for expected credit losses in a span, by the account on the other side. */
export async function allowanceReport(book: BookSnapshot, span: Span): Promise<Report> {
  const accounts = await readAccounts(book);
  const allowance = accountOf(accounts, 'loss_allowance');
  const { opening, closing } = await readSpanTotals(book, span);
  const { fromOn, throughOn } = span;
  const rows = await book.rows(readMovementStatement, {
    fromOn,
    throughOn,
    bookingKinds: bookingKindsOf(span),
    pairedThroughOn: await readPairedThrough(book),
  });
  const moved = accounts.flatMap(({ account, code, title }) =>
    rows
      .filter((row) => row.other_account === account)
      .map(({ raised, lowered }) => ({ code, title, raised, lowered })),
  );
  const openingNgwee = balanceIn(opening, allowance);
  const raisedNgwee = moved.reduce((sum, { raised }) => sum + raised, 0);
  const loweredNgwee = moved.reduce((sum, { lowered }) => sum + lowered, 0);
  const closingNgwee = openingNgwee + raisedNgwee - loweredNgwee;
  return {
    title: `Movement of the allowance, ${spanTitle(span)}`,
    columns: [
      { title: 'other account', kind: 'text' },
      { title: 'title', kind: 'text' },
      { title: 'raised', kind: 'money' },
      { title: 'lowered', kind: 'money' },
      { title: 'balance', kind: 'money' },
    ],
    lines: linesOf(
      [
        ['opening balance', null, null, null, openingNgwee],
        ...moved.map(({ code, title, raised, lowered }): Cells => [code, title, raised, lowered, null]),
      ],
      {
        totals: [['closing balance', null, raisedNgwee, loweredNgwee, closingNgwee]],
        ties: [
          {
            left: 'opening balance and movements',
            leftNgwee: closingNgwee,
            right: `account ${allowance.code}`,
            rightNgwee: balanceIn(closing, allowance),
          },
        ],
        notes: [],
      },
    ),
  };
}
