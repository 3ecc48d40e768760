import { type Account, balanceOf, isOfIncomeStatement } from '@thumba/accounting/account';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { toKwacha } from '@thumba/lending/money';
import { readAccounts } from '../../accounting/chart/accounts.ts';
import { type AccountDay, movementsByDay } from '../../accounting/daily-total/balances.ts';
import type { Transaction } from '../../platform/database.ts';
import { type InsightDays, type InsightPeriod, pointsOf } from './period.ts';

type IncomeAndCost = StaffAnswer<'getIncomeAndCost'>;

/** What the closing of a year moves is left out: it is neither income nor an expense. */
const BOOKING_KINDS = ['ordinary', 'adjustment'] as const;

/** Income and expenses by account, and in total for each point of the chart. */
export async function readIncomeAndCost(
  book: Transaction,
  { days, comparedDays }: InsightPeriod,
): Promise<IncomeAndCost> {
  const accounts = (await readAccounts(book)).filter(isOfIncomeStatement);
  const movements = await readDays(book, days);
  const before = comparedDays === null ? null : await readDays(book, comparedDays);
  const hasMoved = ({ account }: Account) =>
    [...movements, ...(before ?? [])].some((movement) => movement.account === account);
  return {
    days,
    comparedDays,
    lines: accounts.filter(hasMoved).map((account) => ({
      account: account.account,
      code: account.code,
      title: account.title,
      kind: kindOf(account),
      amount: toKwacha(sumOf(account, movements)),
      comparedAmount: before && toKwacha(sumOf(account, before)),
    })),
    points: pointsOf(days).map(({ from, through }) => {
      const ofPoint = movements.filter(({ on }) => on >= from && on <= through);
      const all = (kind: 'income' | 'expense') =>
        accounts
          .filter((account) => kindOf(account) === kind)
          .reduce((sum, account) => sum + sumOf(account, ofPoint), 0);
      return { from, through, income: toKwacha(all('income')), expense: toKwacha(all('expense')) };
    }),
  };
}

function readDays(book: Transaction, { from, through }: InsightDays): Promise<AccountDay[]> {
  return movementsByDay(book, from, through, { bookingKinds: BOOKING_KINDS });
}

function kindOf({ accountType }: Account): 'income' | 'expense' {
  return accountType === 'income' ? 'income' : 'expense';
}

/** What an account moved by, in ngwee, on the side on which its type grows. */
function sumOf(account: Account, movements: readonly AccountDay[]): number {
  return movements
    .filter((movement) => movement.account === account.account)
    .reduce((sum, movement) => sum + balanceOf(account, movement), 0);
}
