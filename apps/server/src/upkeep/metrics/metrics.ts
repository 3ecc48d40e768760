import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { HandOverReason } from '../../book/payment-attempt/attempt-statements.ts';
import type { SecurityLog } from '../../book/security-log/security-log.ts';
import type { OpenedValues } from '../../book/security-log/watched-sealing.ts';
import { codesOfThisHour } from '../../people/borrower/code-budget.ts';
import type { AdmissionFigures } from '../../platform/admission.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { serveMetrics } from '../../platform/metrics.ts';
import type { PostgresFigures } from '../../platform/postgres/postgres-keeper.ts';
import { type BackupTimes, watchBackups, watchFollowedLog } from './backup-metrics.ts';
import { watchSecurity } from './security-metrics.ts';

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 256, 1024];

const countOpenAttemptsStatement = statement<{ state: string; count: number }>(
  'metrics: open payment attempts',
  `select state, count(*) as count from payment_attempt
   where next_step_at is not null and state in ('created', 'sent', 'pending', 'unknown') group by state`,
);

const HAND_OVER_REASONS: readonly HandOverReason[] = [
  'route_gone',
  'route_unknown',
  'operator_forgets',
  'operator_denies',
];

const countHandedOverStatement = statement<{ reason: string; count: number }>(
  'metrics: payment attempts for a person',
  `select handed_over_for as reason, count(*) as count from payment_attempt
   where next_step_at is not null and state = 'unknown' and handed_over_for is not null group by handed_over_for`,
);

const readLongestWaitStatement = statement<{ seconds: number }, { now: Date }>(
  'metrics: longest wait of a due payment attempt',
  `select coalesce(extract(epoch from $now::timestamptz - min(next_step_at)), 0)::float8 as seconds from payment_attempt
   where next_step_at <= $now::timestamptz and state in ('created', 'sent', 'pending', 'unknown')`,
);

const countHoldsStatement = statement<{ count: number }>(
  'metrics: holds of payouts after a restore',
  `select count(*) as count from restored_book where held_until is null`,
);

const readLastEndedDayStatement = statement<{ seconds: number }>(
  'metrics: last ended day',
  `select extract(epoch from day_ended_through)::bigint as seconds from business_calendar`,
);

/**
 * Serves the metrics of the program: open payment attempts, the last ended day, the backups, the codes of this hour, the
 * events of the security log and the batch sizes of the posting line.
 * Answers the function that the posting line calls with the size of each batch.
 */
export function registerMetrics(
  app: FastifyInstance,
  {
    db,
    clock,
    mayRead,
    securityLog,
    opened,
    ownPostgres,
    nightlyBackups,
    admission,
  }: {
    db: Database;
    clock: Clock;
    mayRead: ((request: FastifyRequest) => boolean) | undefined;
    securityLog: SecurityLog;
    opened: OpenedValues;
    ownPostgres?: (() => PostgresFigures) | undefined;
    nightlyBackups?: (() => Promise<BackupTimes>) | undefined;
    admission: () => AdmissionFigures;
  },
): (loans: number) => void {
  if (!mayRead) return () => undefined;
  const registry = serveMetrics(app, mayRead);
  watchOpenAttempts(db, registry);
  watchHandedOver(db, registry);
  watchLongestWait(db, clock, registry);
  watchHolds(db, registry);
  watchEndedDay(db, registry);
  watchBackups(nightlyBackups, registry);
  watchFollowedLog(db, registry);
  watchCodes(db, clock, registry);
  watchSecurity(securityLog, opened, registry);
  watchOwnPostgres(ownPostgres, registry);
  watchAdmission(admission, registry);
  return watchBatches(registry);
}

function watchOpenAttempts(db: Database, registry: Registry): void {
  const gauge = new Gauge({
    name: 'thumba_open_payment_attempts',
    help: 'Payments and payouts that have not ended, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      gauge.reset();
      // While the database does not answer, the other figures are still served.
      const rows = await db.rows(countOpenAttemptsStatement, {}).catch(() => []);
      for (const { state, count } of rows) gauge.set({ state }, count);
    },
  });
}

function watchHandedOver(db: Database, registry: Registry): void {
  const gauge = new Gauge({
    name: 'thumba_payment_attempts_for_a_person',
    help: 'Payments and payouts whose outcome the operator cannot tell, by reason',
    labelNames: ['reason'],
    registers: [registry],
    async collect() {
      for (const reason of HAND_OVER_REASONS) gauge.set({ reason }, 0);
      const rows = await db.rows(countHandedOverStatement, {}).catch(() => []);
      for (const { reason, count } of rows) gauge.set({ reason }, count);
    },
  });
}

/** A process takes what is due within a second. So what waits for minutes is on a route that no running process serves. */
function watchLongestWait(db: Database, clock: Clock, registry: Registry): void {
  const gauge = new Gauge({
    name: 'thumba_payment_attempts_longest_wait_seconds',
    help: 'For how long the next step of an open payment or payout has been due without a process that takes it',
    registers: [registry],
    async collect() {
      const row = await db
        .row(readLongestWaitStatement, { now: toDate(clock.nowMs()) })
        .catch(() => undefined);
      if (row) gauge.set(row.seconds);
    },
  });
}

function watchHolds(db: Database, registry: Registry): void {
  const gauge = new Gauge({
    name: 'thumba_payouts_held_after_restore',
    help: 'Restores from a backup after which payouts are still held',
    registers: [registry],
    async collect() {
      const row = await db.row(countHoldsStatement, {}).catch(() => undefined);
      if (row) gauge.set(row.count);
    },
  });
}

function watchEndedDay(db: Database, registry: Registry): void {
  const gauge = new Gauge({
    name: 'thumba_last_ended_day_timestamp_seconds',
    help: 'The last business day that was ended, as the instant at which that date begins in UTC',
    registers: [registry],
    async collect() {
      const row = await db.row(readLastEndedDayStatement, {}).catch(() => undefined);
      if (row) gauge.set(row.seconds);
    },
  });
}

function watchCodes(db: Database, clock: Clock, registry: Registry): void {
  const codes = new Gauge({
    name: 'thumba_codes_this_hour',
    help: 'Codes that were sent by SMS in this hour, and codes that were entered rightly',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const row = await codesOfThisHour(db, clock).catch(() => undefined);
      if (!row) return;
      codes.set({ kind: 'sent' }, row.sent);
      codes.set({ kind: 'verified' }, row.verified);
    },
  });
  const alarms = new Gauge({
    name: 'thumba_code_alarms_this_hour',
    help: 'Budgets of codes that were reached in this hour, and one more where few codes are entered',
    registers: [registry],
    async collect() {
      const row = await codesOfThisHour(db, clock).catch(() => undefined);
      if (row) alarms.set(row.alarms);
    },
  });
}

function watchOwnPostgres(figures: (() => PostgresFigures) | undefined, registry: Registry): void {
  const starts = new Counter({
    name: 'thumba_own_database_restarts_total',
    help: 'How often the PostgreSQL that the program runs had ended and was started again, or could not be',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      const { started, failed } = figures?.() ?? { started: 0, failed: 0 };
      starts.reset();
      starts.inc({ outcome: 'started' }, started);
      starts.inc({ outcome: 'failed' }, failed);
    },
  });
}

function watchAdmission(figures: () => AdmissionFigures, registry: Registry): void {
  const inWork = new Gauge({
    name: 'thumba_requests_in_work',
    help: 'Requests that are let in and not answered yet',
    registers: [registry],
    collect() {
      inWork.set(figures().inWork);
    },
  });
  const limit = new Gauge({
    name: 'thumba_requests_in_work_limit',
    help: 'How many requests the measured latency allows in work at once',
    registers: [registry],
    collect() {
      limit.set(figures().limit);
    },
  });
  const refused = new Counter({
    name: 'thumba_requests_turned_away_total',
    help: 'Requests that were told to try again later because too many were in work, by class',
    labelNames: ['class'],
    registers: [registry],
    collect() {
      refused.reset();
      for (const [name, count] of Object.entries(figures().refused)) refused.inc({ class: name }, count);
    },
  });
}

function watchBatches(registry: Registry): (loans: number) => void {
  const sizes = new Histogram({
    name: 'thumba_posting_batch_size',
    help: 'Loans that the posting line decided at once',
    buckets: BATCH_SIZES,
    registers: [registry],
  });
  return (loans) => sizes.observe(loans);
}
