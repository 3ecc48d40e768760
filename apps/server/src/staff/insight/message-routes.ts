import type { OperatorName } from '@thumba/lending/ledger';
import { toKwacha } from '@thumba/lending/money';
import type { StaffServer } from '../../platform/serve-staff.ts';
import { serveStaffReport } from '../../platform/serve-staff-report.ts';
import { type CodesOfPrefix, readCodes, readCodesByHour } from './codes.ts';
import { pageOf, sumOf, sumsBy } from './counts.ts';
import { listSent, readSentMessages, type SentMessages } from './messages.ts';
import type { MonitoringDeps, Reports } from './reports.ts';

const CODES = ['sent', 'verified'] as const;
const MESSAGES = ['sms', 'notifications', 'parts', 'not_measured'] as const;

export function registerMessageRoutes(server: StaffServer, deps: MonitoringDeps, reports: Reports): void {
  registerCodesReport(server, deps, reports);
  registerCostReport(server, deps, reports);
  registerSentList(server, reports);
}

function registerCodesReport(
  server: StaffServer,
  { operatorOfPrefix }: MonitoringDeps,
  { report }: Reports,
): void {
  serveStaffReport(server, 'getCodesReport', ({ query: { operator, ...words } }) =>
    report(words, async (book, days) => {
      const rows = (await readCodes(book, days)).filter(isOf(operator, operatorOfPrefix));
      const hours = days.from === days.through ? await readCodesByHour(book, days) : [];
      return {
        days,
        total: sumOf(CODES, rows),
        prefixes: sumsBy(CODES, rows, (row) => row.prefix).map(({ key, sums }) => ({
          prefix: key,
          operator: operatorOfPrefix(key),
          ...sums,
        })),
        points: sumsBy(CODES, rows, (row) => row.on_day).map(({ key, sums }) => ({ on: key, ...sums })),
        hours: hours
          .filter(isOf(operator, operatorOfPrefix))
          .map(({ hour, ...row }) => ({ at: hour.toISOString(), ...row })),
      };
    }),
  );
}

function isOf(operator: OperatorName | undefined, operatorOfPrefix: MonitoringDeps['operatorOfPrefix']) {
  return ({ prefix }: { prefix: string }) => operator === undefined || operatorOfPrefix(prefix) === operator;
}

function registerCostReport(
  server: StaffServer,
  { smsPartNgwee }: MonitoringDeps,
  { report }: Reports,
): void {
  serveStaffReport(server, 'getMessageCost', ({ query }) =>
    report(query, async (book, days) => {
      const partNgwee = smsPartNgwee();
      const costOf = (parts: number) => (partNgwee === null ? null : toKwacha(parts * partNgwee));
      const codes = await readCodes(book, days);
      const rows = [...(await readSentMessages(book, days)), ...codes.map(codesAsMessages)];
      return {
        days,
        pricePerPart: costOf(1),
        kinds: sumsBy(MESSAGES, rows, (row) => row.kind).map(({ key, sums }) => {
          const { not_measured: notMeasured, ...counts } = sums;
          return { kind: key, ...counts, notMeasured, cost: costOf(counts.parts) };
        }),
        points: sumsBy(MESSAGES, rows, (row) => row.on_day).map(({ key, sums: { sms, parts } }) => ({
          on: key,
          ...{ sms, parts },
          cost: costOf(parts),
        })),
      };
    }),
  );
}

/** A code has one part. */
function codesAsMessages({ on_day, sent }: CodesOfPrefix): SentMessages {
  return { kind: 'code', on_day, sms: sent, notifications: 0, parts: sent, not_measured: 0 };
}

function registerSentList(server: StaffServer, { rows: readRows }: Reports): void {
  serveStaffReport(server, 'listSentMessages', ({ query }) =>
    readRows(query, async (book, days) => {
      const { kind = null, medium = null, after, pageSize } = query;
      const rows = await listSent(book, { ...days, kind, medium, after, limit: pageSize + 1 });
      const { items, next } = pageOf(rows, pageSize, (row) => [row.sent_exactly, row.message_id]);
      return {
        next,
        items: items.map((row) => ({
          messageId: row.message_id,
          borrowerId: row.borrower_id,
          loanId: row.loan_id,
          kind: row.kind,
          medium: row.medium,
          parts: row.parts,
          sentAt: row.sent_at.toISOString(),
        })),
      };
    }),
  );
}
