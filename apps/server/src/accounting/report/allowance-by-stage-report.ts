import {
  ALLOWANCE_LINES,
  type AllowanceLine,
  type AllowanceMovement,
} from '@thumba/accounting/allowance-movement';
import type { Month } from '@thumba/accounting/month';
import type { Day } from '@thumba/lending/day';
import { accountOf, balanceIn, readBalances } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { type Cells, type Column, linesOf, type Report, type Tie } from './report.ts';
import { spanTitle } from './span-title.ts';

/** The movement of the allowance that a month's impairment run found, in ngwee. */
export type MonthMovement = { month: Month; cutOn: Day; movement: AllowanceMovement };

const TITLES: Readonly<Record<AllowanceLine, string>> = {
  opening: 'opening',
  otherJournals: 'other journals',
  newLoans: 'new loans',
  movedToStage1: 'moved to stage 1',
  movedToStage2: 'moved to stage 2',
  movedToStage3: 'moved to stage 3',
  changedInStage: 'changed in their stage',
  repaid: 'repaid',
  shortAtWriteOff: 'missing at write-off',
  shortAtChargeOff: 'missing at charge-off',
  usedByWriteOff: 'used by write-offs',
  usedByChargeOff: 'used by charge-offs',
  closing: 'closing',
};

/** What moved the allowance by stage, for each month of a span that has a run. */
export async function allowanceByStageReport(
  book: BookSnapshot,
  span: Span,
  months: readonly MonthMovement[],
): Promise<Report> {
  const inSpan = months.filter(({ cutOn }) => cutOn >= span.fromOn && cutOn <= span.throughOn);
  return {
    title: `Allowance by stage, ${spanTitle(span)}`,
    columns: [
      { title: 'month', kind: 'text' },
      ...ALLOWANCE_LINES.map((line): Column => ({ title: TITLES[line], kind: 'money' })),
    ],
    lines: linesOf(
      inSpan.map(({ month, movement }): Cells => [month, ...ALLOWANCE_LINES.map((line) => movement[line])]),
      { totals: [], ties: await tiesOf(book, inSpan), notes: noteOf(inSpan) },
    ),
  };
}

async function tiesOf(book: BookSnapshot, months: readonly MonthMovement[]): Promise<Tie[]> {
  const ties: Tie[] = [];
  for (const { month, cutOn, movement } of months) {
    const { accounts, totals } = await readBalances(book, cutOn);
    const allowance = accountOf(accounts, 'loss_allowance');
    ties.push(
      {
        left: `opening and movements of ${month}`,
        leftNgwee: ALLOWANCE_LINES.reduce(
          (sum, line) => (line === 'closing' ? sum : sum + movement[line]),
          0,
        ),
        right: 'its closing',
        rightNgwee: movement.closing,
      },
      {
        left: `closing of ${month}`,
        leftNgwee: movement.closing,
        right: `account ${allowance.code}`,
        rightNgwee: balanceIn(totals, allowance),
      },
    );
  }
  return ties;
}

function noteOf(months: readonly MonthMovement[]): string[] {
  return months.length > 0 ? [] : ['No month of the span has an impairment run.'];
}
