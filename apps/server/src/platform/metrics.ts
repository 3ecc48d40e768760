import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Database, statement } from './database.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 256, 1024];
const BATCHED_STATEMENTS = ['posting line: read', 'posting line: read loans'];

const countOpenAttemptsStatement = statement<{ state: string; count: number }>(
  'metrics: open payment attempts',
  `select state, count(*) as count from payment_attempt
   where next_step_at is not null and state in ('created', 'sent', 'pending', 'unknown') group by state`,
);

const readLastEndedDayStatement = statement<{ seconds: number }>(
  'metrics: last ended day',
  `select extract(epoch from day_ended_through)::bigint as seconds from business_calendar`,
);

/**
 * `/metrics` in Prometheus' format: the process, the calls, the payments that wait for an operator, the last ended day
 * and how well the posting line fills its batches. Answers the database that the posting line is to use for that.
 */
export function registerMetrics(app: FastifyInstance, deps: { db: Database; isServed: boolean }): Database {
  const { db, isServed } = deps;
  if (!isServed) return db;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  watchRequests(app, registry);
  watchOpenAttempts(db, registry);
  watchEndedDay(db, registry);
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
  return watchBatches(db, registry);
}

function watchRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'thumba_request_seconds',
    help: 'Time to answer a request, by its route and the code of its answer',
    labelNames: ['route', 'code'],
    buckets: SECONDS,
    registers: [registry],
  });
  const known = new Map<string, { observe(value: number): void }>();

  app.addHook('onSend', (request, reply, payload, next) => {
    const route = request.routeOptions.url ?? '';
    const code = codeOf(payload) ?? String(reply.statusCode);
    const key = `${code} ${route}`;
    let series = known.get(key);
    if (!series) {
      // Pages and files are many and say little; every one of them would be a series of its own.
      series = seconds.labels({ route: /^\/(api|callback)\//.test(route) ? route : 'other', code });
      known.set(key, series);
    }
    series.observe(reply.elapsedTime / 1000);
    next(null, payload);
  });
}

/** The outcome stands first in an envelope, whose HTTP status is mostly 200. */
function codeOf(payload: unknown): string | undefined {
  return typeof payload === 'string' && payload.startsWith('{"code":') ? payload.slice(8, 11) : undefined;
}

function watchOpenAttempts(db: Database, registry: Registry): void {
  const gauge = new Gauge({
    name: 'thumba_open_payment_attempts',
    help: 'Payments and payouts that have not ended, by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      gauge.reset();
      // The other figures matter most when the database is away.
      const rows = await db.rows(countOpenAttemptsStatement, []).catch(() => []);
      for (const { state, count } of rows) gauge.set({ state }, count);
    },
  });
}

function watchEndedDay(db: Database, registry: Registry): void {
  const gauge = new Gauge({
    name: 'thumba_last_ended_day_timestamp_seconds',
    help: 'The last business day that was ended, as the instant at which that date begins in UTC',
    registers: [registry],
    async collect() {
      const row = await db.row(readLastEndedDayStatement, []).catch(() => undefined);
      if (row) gauge.set(row.seconds);
    },
  });
}

function watchBatches(db: Database, registry: Registry): Database {
  const sizes = new Histogram({
    name: 'thumba_posting_batch_size',
    help: 'Loans that the posting line decided at once',
    buckets: BATCH_SIZES,
    registers: [registry],
  });
  return {
    ...db,
    rows(wanted, values) {
      if (BATCHED_STATEMENTS.includes(wanted.name)) sizes.observe((values[0] as unknown[]).length);
      return db.rows(wanted, values);
    },
  };
}
