import { AGEING_BUCKETS, bucketIndexOf, RISK_MEASURES } from '@thumba/accounting/portfolio-at-risk';
import { roundHalfUp } from '@thumba/lending/money';
import { readAgeingCells } from '../daily-total/report-days.ts';
import { accountOf, balanceIn, readBalances } from './account-balances.ts';
import type { Span } from './asked-for.ts';
import type { BookSnapshot } from './book-snapshot.ts';
import { measuredNote } from './measured-note.ts';
import { type Cells, type Column, linesOf, type Report, type Tie } from './report.ts';

type Bucket = { loans: number; principalNgwee: number; totalNgwee: number };
type Ageing = { byDueDate: Bucket[]; byOriginalDate: Bucket[] };

const COUNTS = ['byDueDate', 'byOriginalDate'] as const;
const COUNT_TITLES = { byDueDate: 'by due date', byOriginalDate: 'by original date' } as const;

/** The loans in the book by how late they are, by the due date that is valid and by the original one. */
export async function ageingReport(book: BookSnapshot, span: Span): Promise<Report> {
  const { throughOn } = span;
  const ageing = await readAgeing(book, span);
  const lines = AGEING_BUCKETS.map(
    ({ title }, index): Cells => [title, ...COUNTS.flatMap((count) => cellsOf(ageing[count][index]!))],
  );
  const totals = COUNTS.map((count) => sumOf(ageing[count]));
  return {
    title: `Ageing as of ${throughOn}`,
    columns: [
      { title: 'days past due', kind: 'text' },
      ...COUNTS.flatMap((count): Column[] => [
        { title: `loans ${COUNT_TITLES[count]}`, kind: 'count' },
        { title: `principal ${COUNT_TITLES[count]}`, kind: 'money' },
        { title: `owed in all ${COUNT_TITLES[count]}`, kind: 'money' },
      ]),
    ],
    lines: linesOf(lines, {
      totals: [['all', ...totals.flatMap(cellsOf)]],
      ties: await tiesOf(book, throughOn, ageing),
      notes: await measuredNote(book, throughOn),
    }),
  };
}

/** Portfolio at risk: the principal of late loans, and its share of all principal. */
export async function portfolioAtRiskReport(book: BookSnapshot, span: Span): Promise<Report> {
  const { throughOn } = span;
  const ageing = await readAgeing(book, span);
  const all = COUNTS.map((count) => sumOf(ageing[count]));
  const lines = RISK_MEASURES.map(
    ({ title, fromDays }): Cells => [
      title,
      ...COUNTS.flatMap((count, index) => {
        const late = sumOf(ageing[count].slice(bucketIndexOf(fromDays)));
        return [late.loans, late.principalNgwee, shareOf(late.principalNgwee, all[index]!.principalNgwee)];
      }),
    ],
  );
  return {
    title: `Portfolio at risk as of ${throughOn}`,
    columns: [
      { title: 'measure', kind: 'text' },
      ...COUNTS.flatMap((count): Column[] => [
        { title: `loans ${COUNT_TITLES[count]}`, kind: 'count' },
        { title: `principal ${COUNT_TITLES[count]}`, kind: 'money' },
        { title: `percent ${COUNT_TITLES[count]}`, kind: 'share' },
      ]),
    ],
    lines: linesOf(lines, {
      totals: [['all', ...all.flatMap(({ loans, principalNgwee }) => [loans, principalNgwee, null])]],
      ties: await tiesOf(book, throughOn, ageing),
      notes: await measuredNote(book, throughOn),
    }),
  };
}

async function readAgeing(book: BookSnapshot, { throughOn: on, isToday = false }: Span): Promise<Ageing> {
  const ageing: Ageing = { byDueDate: AGEING_BUCKETS.map(empty), byOriginalDate: AGEING_BUCKETS.map(empty) };
  for (const { bucket, originalBucket, loans, principalNgwee, owedNgwee } of await readAgeingCells(book, {
    on,
    isToday,
  })) {
    for (const sums of [ageing.byDueDate[bucket]!, ageing.byOriginalDate[originalBucket]!]) {
      sums.loans += loans;
      sums.principalNgwee += principalNgwee;
      sums.totalNgwee += owedNgwee;
    }
  }
  return ageing;
}

function empty(): Bucket {
  return { loans: 0, principalNgwee: 0, totalNgwee: 0 };
}

function sumOf(buckets: readonly Bucket[]): Bucket {
  const sum = empty();
  for (const bucket of buckets) {
    sum.loans += bucket.loans;
    sum.principalNgwee += bucket.principalNgwee;
    sum.totalNgwee += bucket.totalNgwee;
  }
  return sum;
}

function cellsOf({ loans, principalNgwee, totalNgwee }: Bucket): number[] {
  return [loans, principalNgwee, totalNgwee];
}

/** A share of all principal in hundredths of a percent, rounded half up; null where nothing is out. */
function shareOf(partNgwee: number, allNgwee: number): number | null {
  return allNgwee === 0 ? null : roundHalfUp(BigInt(partNgwee) * 10_000n, BigInt(allNgwee));
}

async function tiesOf(book: BookSnapshot, on: Span['throughOn'], ageing: Ageing): Promise<Tie[]> {
  const { accounts, totals } = await readBalances(book, on);
  const account = accountOf(accounts, 'principal_receivable');
  return COUNTS.map((count) => ({
    left: `principal ${COUNT_TITLES[count]}`,
    leftNgwee: sumOf(ageing[count]).principalNgwee,
    right: `account ${account.code}`,
    rightNgwee: balanceIn(totals, account),
  }));
}
