import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { toKwacha } from '@thumba/lending/money';
import type { StaffServer } from '../../platform/serve-staff.ts';
import { serveStaffReport } from '../../platform/serve-staff-report.ts';
import { pageOf } from './counts.ts';
import {
  listPayments,
  type OperatorFigures,
  type OperatorPayment,
  readHealth,
  readReasons,
} from './operators.ts';
import type { Reports } from './reports.ts';

export function registerOperatorRoutes(server: StaffServer, { report, rows: readRows }: Reports): void {
  serveStaffReport(
    server,
    'getOperatorsHealth',
    ({ query: { operator = null, direction = null, ...words } }) =>
      report(words, async (book, days) => {
        const asked = { from: days.from, through: days.through, operator, direction };
        const rows = await readHealth(book, asked);
        return {
          days,
          operators: rows.filter((row) => row.on_day === null).map(figuresShown),
          points: rows
            .filter((row) => row.on_day !== null)
            .map((row) => ({ on: row.on_day!, ...figuresShown(row) })),
          reasons: await readReasons(book, asked),
        };
      }),
  );

  serveStaffReport(server, 'listOperatorPayments', ({ query }) =>
    readRows(query, async (book, days) => {
      const { operator = null, direction = null, reason = null, outcome, after, pageSize } = query;
      const asked = { ...days, operator, direction, reason, outcome, after };
      const rows = await listPayments(book, { ...asked, limit: pageSize + 1 });
      const { items, next } = pageOf(rows, pageSize, (row) => [
        row.submitted_on,
        row.created_exactly,
        row.attempt_id,
      ]);
      return { next, items: items.map(paymentShown) };
    }),
  );
}

function paymentShown(row: OperatorPayment): StaffAnswer<'listOperatorPayments'>['items'][number] {
  return {
    paymentId: row.attempt_id,
    payerId: row.borrower_id,
    operator: row.operator,
    direction: row.direction,
    amount: toKwacha(row.amount_ngwee),
    state: row.state,
    reason: row.reason,
    submittedOn: row.submitted_on,
    createdAt: row.created_at.toISOString(),
    seconds: row.seconds,
  };
}

function figuresShown({
  on_day: _day,
  median_seconds: medianSeconds,
  p95_seconds: p95Seconds,
  ...counts
}: OperatorFigures): StaffAnswer<'getOperatorsHealth'>['operators'][number] {
  return { ...counts, medianSeconds, p95Seconds };
}
