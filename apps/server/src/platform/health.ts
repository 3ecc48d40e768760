import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Database, statement } from './database.ts';

/** One condition for traffic. It answers undefined where it holds, otherwise one sentence that says why not. */
export type ReadinessCheck = { name: string; check(): Promise<string | undefined> };

const CHECK_MS = 600;
const PROBE = { config: { requestClass: 'always' } } as const;

/** `/healthz`: the process is alive. `/readyz`: it may be sent traffic, every check holding. */
export function registerHealth(
  app: FastifyInstance,
  deps: { isReady(): boolean; checks: readonly ReadinessCheck[] },
): void {
  const checks = deps.checks.map(oneAtATime);
  app.get('/healthz', PROBE, async () => ({ status: 'alive' }));
  app.get('/readyz', PROBE, async (_request, reply) => {
    if (!deps.isReady()) return reply.status(503).send({ status: 'starting' });
    const failed = (await Promise.all(checks.map(failureOf))).filter((one) => one !== undefined);
    if (failed.length === 0) return { status: 'ready' };
    return reply.status(503).send({ status: 'not ready', failed });
  });
}

/** Probes that come while a check is under way wait for it. A database that does not answer keeps one connection of a check. */
function oneAtATime({ name, check }: ReadinessCheck): ReadinessCheck {
  let underWay: Promise<string | undefined> | undefined;
  return {
    name,
    check() {
      underWay ??= check().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
  };
}

async function failureOf({
  name,
  check,
}: ReadinessCheck): Promise<{ name: string; why: string } | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('It did not answer in time.'), CHECK_MS);
  });
  const checked = check().catch(() => 'It failed.');
  const why = await Promise.race([checked, late]);
  clearTimeout(timer);
  return why === undefined ? undefined : { name, why };
}

const pingStatement = statement<{ ok: number }>('health: pingStatement', 'select 1 as ok');

/** The database through the connections that requests use. */
export function databaseCheck(db: Database): ReadinessCheck {
  return {
    name: 'database',
    async check() {
      await db.row(pingStatement, {});
      return undefined;
    },
  };
}

const tryWriteStatement = statement<{ is_read_only: boolean }>(
  'health: try to write',
  // A message in the write-ahead log that nothing reads. Its commit is as durable as one of money, and leaves no row.
  `select current_setting('transaction_read_only')::boolean as is_read_only,
     pg_logical_emit_message(true, 'thumba readiness', '')`,
);

/** Whether the database can make a change durable, which a standby and one with a full disk cannot. */
export function writeCheck(db: Database): ReadinessCheck {
  return {
    name: 'write',
    async check() {
      const tried = await db.row(tryWriteStatement, {});
      return tried?.is_read_only ? 'The database takes no changes.' : undefined;
    },
  };
}

/**
 * A check that held is not made again for a while. After that the probes do not wait for it: for twice as long again the
 * last yes holds while the check is made. One that failed is made again at the next probe, which waits for it.
 */
export function heldFor(
  heldMs: number,
  { name, check }: ReadinessCheck,
  nowMs: () => number = () => performance.now(),
): ReadinessCheck {
  let heldAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<string | undefined> | undefined;
  async function ask(): Promise<string | undefined> {
    const askedAt = nowMs();
    try {
      const why = await check();
      heldAt = why === undefined ? askedAt : Number.NEGATIVE_INFINITY;
      return why;
    } catch (error) {
      heldAt = Number.NEGATIVE_INFINITY;
      throw error;
    } finally {
      underWay = undefined;
    }
  }
  return {
    name,
    async check() {
      const age = nowMs() - heldAt;
      if (age < heldMs) return undefined;
      underWay ??= ask();
      if (age >= 3 * heldMs) return underWay;
      underWay.catch(() => undefined);
      return undefined;
    },
  };
}

export function freeDiskCheck(folder: string, leastFreeBytes: number): ReadinessCheck {
  return {
    name: 'disk',
    async check() {
      const { bavail, bsize } = await statfs(existingFolder(folder));
      return bavail * bsize < leastFreeBytes ? 'Too little disk space is free.' : undefined;
    },
  };
}

/** The data folder is made with the first file. Until then the folder around it tells the disk. */
function existingFolder(folder: string): string {
  const whole = path.resolve(folder);
  return existsSync(whole) ? whole : existingFolder(path.dirname(whole));
}
