import { APPLICATION_STAGES, REGISTRATION_STAGES } from '@thumba/contract/staff/monitoring-kinds';
import type { Day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import type { StaffServer } from '../../platform/serve-staff.ts';
import { serveStaffReport } from '../../platform/serve-staff-report.ts';
import { listApplications, readApprovalFunnel, readScorecard } from './applications.ts';
import { BEFORE_ALL, pageOf, sumOf, sumsBy } from './counts.ts';
import { listRegistered, readChannelNames, readRegistrationFunnel } from './registrations.ts';
import type { Reports } from './reports.ts';

const REGISTRATION_COUNTS = ['opened', ...REGISTRATION_STAGES] as const;

export function registerFunnelRoutes(server: StaffServer, reports: Reports): void {
  const { report, today } = reports;
  serveStaffReport(server, 'getRegistrationFunnel', ({ query }) =>
    report(query, async (book, days) => {
      const { from, through, step: by } = days;
      const rows = await readRegistrationFunnel(book, { from, through, by, channel: query.channel ?? null });
      return { days, ...funnelOf(REGISTRATION_COUNTS, rows, await readChannelNames(book)) };
    }),
  );

  serveStaffReport(server, 'getApprovalFunnel', ({ query }) =>
    report(query, async (book, days) => {
      const { from, through, step: by } = days;
      const wanted = { from, through, by, channel: query.channel ?? null, today: today() };
      const rows = await readApprovalFunnel(book, wanted);
      return { days, ...funnelOf(APPLICATION_STAGES, rows, await readChannelNames(book)) };
    }),
  );

  serveStaffReport(server, 'getScorecardReport', ({ query }) =>
    report(query, async (book, days) => {
      const { from, through } = days;
      const wantedVersion = query.version ?? null;
      const rows = await readScorecard(book, { from, through, today: today(), wantedVersion });
      const versions = sumsBy(APPLICATION_STAGES, rows, (row) => row.version);
      const bands = sumsBy(APPLICATION_STAGES, rows, (row) => row.from_points);
      return {
        days,
        total: sumOf(APPLICATION_STAGES, rows),
        versions: versions.map(({ key, sums }) => ({ version: key, ...sums })),
        bands: bands.map(({ key, sums }) => ({ fromPoints: key, ...sums })),
      };
    }),
  );

  registerBorrowerList(server, reports);
  registerApplicationList(server, reports);
}

function registerBorrowerList(server: StaffServer, { rows: readRows }: Reports): void {
  serveStaffReport(server, 'listRegisteredBorrowers', ({ query }) =>
    readRows(query, async (book, days) => {
      const { stage, channel = null, pageSize } = query;
      const asked = { ...days, ...afterDay(query.after), limit: pageSize + 1, stage, channel };
      const rows = await listRegistered(book, asked);
      const nameOf = await readChannelNames(book);
      const { items, next } = pageOf(rows, pageSize, (row) => [row.registered_on, row.borrower_id]);
      return {
        next,
        items: items.map((row) => ({
          borrowerId: row.borrower_id,
          registeredOn: row.registered_on,
          channelName: nameOf(row.channel_code),
          stage: REGISTRATION_STAGES[row.reached]!,
        })),
      };
    }),
  );
}

function registerApplicationList(server: StaffServer, { rows: readRows, today }: Reports): void {
  serveStaffReport(server, 'listDecidedApplications', ({ query }) =>
    readRows(query, async (book, days) => {
      const { stage, channel = null, version = null, fromPoints = null, pageSize } = query;
      const asked = { ...days, ...afterDay(query.after), today: today(), limit: pageSize + 1 };
      const rows = await listApplications(book, { ...asked, stage, channel, version, fromPoints });
      const { items, next } = pageOf(rows, pageSize, (row) => [row.applied_on, row.loan_id]);
      return {
        next,
        items: items.map((row) => ({
          loanId: row.loan_id,
          borrowerId: row.borrower_id,
          appliedOn: row.applied_on,
          amount: toKwacha(row.principal_ngwee),
          state: row.state,
          points: row.points,
          version: row.version,
          rules: row.rules,
          person: row.person,
          isOverridden: row.is_overridden,
          worstDaysLate: row.worst_days_late,
        })),
      };
    }),
  );
}

function afterDay(after: string | undefined): { afterOn: Day; afterNumber: number } {
  const [on = BEFORE_ALL.on, number = BEFORE_ALL.number] = after?.split('_') ?? [];
  return { afterOn: on as Day, afterNumber: Number(number) };
}

function funnelOf<Name extends string, Row extends Readonly<Record<Name, number>>>(
  names: readonly Name[],
  rows: readonly (Row & { on_day: Day; channel_code: string })[],
  nameOf: (channelCode: string) => string,
) {
  return {
    total: sumOf(names, rows),
    channels: sumsBy(names, rows, (row) => row.channel_code).map(({ key, sums }) => ({
      channelCode: key,
      channelName: nameOf(key),
      ...sums,
    })),
    points: sumsBy(names, rows, (row) => row.on_day).map(({ key, sums }) => ({ on: key, ...sums })),
  };
}
