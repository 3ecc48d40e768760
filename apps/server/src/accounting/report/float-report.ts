import { type LedgerAccount, OPERATOR_NAMES } from '@thumba/lending/ledger';
import { statement } from '../../platform/database.ts';
import { sqlList } from '../../platform/sql-list.ts';
import { readAccounts } from '../chart/accounts.ts';
import { PAIRS_OF_DAYS, type PairDays, readPairedThrough } from '../daily-total/pair-totals.ts';
import { bookingKindsOf, netDebitIn, readSpanTotals } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { type Cells, linesOf, type Report, type Tie } from './report.ts';
import { spanTitle } from './span-title.ts';

const MONEY_ACCOUNTS: readonly LedgerAccount[] = [
  'bank',
  ...OPERATOR_NAMES.flatMap(
    (operator) => [`float_${operator}_collection`, `float_${operator}_payout`] as const,
  ),
  'in_transit',
];
const CHARGES = sqlList(['operator_charge_expense', 'bank_charge_expense'] satisfies LedgerAccount[]);

type MoneyRow = { account: LedgerAccount; money_in: number; money_out: number; charges: number };

const readMoneyStatement = statement<MoneyRow, PairDays>(
  'report: read float movements',
  `select side.account,
     coalesce(sum(side.amount) filter (where side.is_debit and side.other not in ${CHARGES}), 0)::bigint as money_in,
     coalesce(sum(side.amount) filter (where not side.is_debit and side.other not in ${CHARGES}), 0)::bigint as money_out,
     coalesce(sum(case when side.is_debit then -side.amount else side.amount end)
       filter (where side.other in ${CHARGES}), 0)::bigint as charges
   from ${PAIRS_OF_DAYS} cross join lateral (values
     (t.debit_account, t.credit_account, t.amount_ngwee, true),
     (t.credit_account, t.debit_account, t.amount_ngwee, false)) as side (account, other, amount, is_debit)
   where side.account in ${sqlList(MONEY_ACCOUNTS)}
   group by side.account`,
);

/** The bank, the wallets at the operators and the money between them: what lay there, what moved and what was charged. */
export async function floatReport(book: BookSnapshot, span: Span): Promise<Report> {
  const accounts = (await readAccounts(book)).filter(({ account }) => MONEY_ACCOUNTS.includes(account));
  const { opening, closing } = await readSpanTotals(book, span);
  const { fromOn, throughOn } = span;
  const pairedThroughOn = await readPairedThrough(book);
  const bookingKinds = bookingKindsOf(span);
  const rows = await book.rows(readMoneyStatement, { fromOn, throughOn, bookingKinds, pairedThroughOn });
  const figures = accounts.map(({ account, code, title }) => {
    const moved = rows.find((row) => row.account === account) ?? { money_in: 0, money_out: 0, charges: 0 };
    const openingNgwee = netDebitIn(opening, account);
    const closingNgwee = openingNgwee + moved.money_in - moved.money_out - moved.charges;
    const amounts = [openingNgwee, moved.money_in, moved.money_out, moved.charges, closingNgwee];
    return { account, code, title, closingNgwee, amounts };
  });
  const sums = [0, 1, 2, 3, 4].map((index) => figures.reduce((sum, { amounts }) => sum + amounts[index]!, 0));
  return {
    title: `Float, ${spanTitle(span)}`,
    columns: [
      { title: 'code', kind: 'text' },
      { title: 'account', kind: 'text' },
      { title: 'opening', kind: 'money' },
      { title: 'in', kind: 'money' },
      { title: 'out', kind: 'money' },
      { title: 'charges', kind: 'money' },
      { title: 'closing', kind: 'money' },
    ],
    lines: linesOf(
      figures.map(({ code, title, amounts }): Cells => [code, title, ...amounts]),
      {
        totals: [['all', null, ...sums]],
        ties: figures.map(({ account, code, closingNgwee }): Tie => {
          const left = `opening, movements and charges of ${code}`;
          const rightNgwee = netDebitIn(closing, account);
          return { left, leftNgwee: closingNgwee, right: `account ${code}`, rightNgwee };
        }),
        notes: [],
      },
    ),
  };
}
