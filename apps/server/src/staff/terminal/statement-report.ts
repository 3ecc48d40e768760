import { formatDay } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import type { Difference, DifferenceKind, StatementSummary } from '../../money/reconciliation/differences.ts';
import type { StatementOperator } from '../../money/reconciliation/statement-formats.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';
import { lusakaDay } from '../../platform/clock.ts';

export type Reconciliation = {
  operator: StatementOperator;
  isNew: boolean;
  summary: StatementSummary;
  /** Those of this statement. */
  differences: readonly Difference[];
  /** Those of its days that other statements showed and that are open. */
  openBefore: readonly Difference[];
};

const TITLES: Record<DifferenceKind, string> = {
  missing: 'missing at the operator',
  extra: 'extra at the operator',
  amount_differs: 'amount differs',
  reversed: 'reversed by the operator',
  status_differs: 'status differs',
  duplicate: 'duplicate at the operator',
};

/** What an import found, for a person at a terminal. It shows no name and no mobile number. */
export function reportOf({ operator, isNew, summary, differences, openBefore }: Reconciliation): string {
  const lastInstant = summary.covers_until.getTime() - 1;
  const days = [summary.covers_from.getTime(), lastInstant].map((at) => formatDay(lusakaDay(at)));
  return [
    `${OPERATOR_TITLES[operator]} statement, ${days.join(' to ')}${isNew ? '' : ' (imported before)'}`,
    '',
    ...table([
      ['rows', String(summary.rows)],
      ['  known from other statements', String(summary.known)],
      ['  matched to our payments', String(summary.matched)],
      ['  failed or pending', String(summary.failed)],
      ['  other movements of the account', String(summary.otherMovements)],
      ...(summary.other_charges === 0
        ? []
        : [['  another charge than an earlier statement, which stands', String(summary.other_charges)]]),
    ]),
    '',
    ...differencesFound(differences, openBefore.length > 0),
    ...(openBefore.length === 0
      ? []
      : ['', openBeforeText(openBefore.length), ...differenceLines(openBefore)]),
  ].join('\n');
}

function differencesFound(differences: readonly Difference[], isOpenBefore: boolean): string[] {
  if (differences.length === 0) return [isOpenBefore ? 'No new difference.' : 'No difference.'];
  const unresolved = differences.filter(({ state }) => state !== 'resolved');
  return [
    ...table([['difference', 'count', 'open', 'operator', 'us'], ...totals(differences)]),
    '',
    ...differenceLines(differences),
    '',
    unresolved.length === 0
      ? 'Every difference is resolved.'
      : `${unresolved.length} of ${differences.length} differences wait for a person.`,
  ];
}

function openBeforeText(count: number): string {
  const differences =
    count === 1 ? '1 difference of these days is' : `${count} differences of these days are`;
  return `${differences} open from earlier statements:`;
}

/** A line for each difference, below their titles. */
export function differenceLines(differences: readonly Difference[]): string[] {
  return table([
    ['no.', 'difference', 'direction', 'line', 'reference', 'payment', 'operator', 'us', 'what is done'],
    ...differences.map(lineOf),
  ]);
}

function totals(differences: readonly Difference[]): string[][] {
  return (Object.keys(TITLES) as DifferenceKind[]).flatMap((kind) => {
    const ofKind = differences.filter((difference) => difference.kind === kind);
    if (ofKind.length === 0) return [];
    return [
      [
        TITLES[kind],
        String(ofKind.length),
        String(ofKind.filter(({ state }) => state !== 'resolved').length),
        money(total(ofKind.map((difference) => difference.statement_ngwee))),
        money(total(ofKind.map((difference) => difference.attempt_ngwee))),
      ],
    ];
  });
}

function lineOf(difference: Difference): string[] {
  return [
    String(difference.difference_id),
    TITLES[difference.kind],
    difference.direction,
    difference.line === null ? '' : String(difference.line),
    difference.operator_reference ?? '',
    difference.attempt_id ?? '',
    money(difference.statement_ngwee),
    money(difference.attempt_ngwee),
    whatIsDone(difference),
  ];
}

function whatIsDone(difference: Difference): string {
  const tickets = difference.ticket_ids.map((ticket) => `claimed by ticket ${ticket}`);
  if (difference.state === 'resolved')
    return `${difference.resolution?.replaceAll('_', ' ')}: ${difference.reason}`;
  if (difference.state === 'posting')
    return [`being posted to order ${difference.posting_loan_id}`, ...tickets].join(', ');
  if (difference.kind === 'status_differs')
    return ['the operator is being asked', `we say ${difference.attempt_state}`, ...tickets].join(', ');
  return tickets.join(', ');
}

function total(amounts: readonly (number | null)[]): number {
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

function money(amountNgwee: number | null): string {
  return amountNgwee === null ? '' : formatKwacha(amountNgwee);
}

function table(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
