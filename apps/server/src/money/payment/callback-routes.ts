import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { receiveCallbacksStatement } from '../../book/payment-attempt/attempt-statements.ts';
import { createBatchLine } from '../../platform/batch-line.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { AttemptDriver } from './attempt-driver.ts';
import type { Operators } from './operators/operator.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_BATCH = 128;

type Report = { operator: string; attemptId: string | null; text: string };

/** The path of an operator's callbacks. Nobody who was not told it can guess it. */
export function callbackPath(operator: string, sealing: Sealing): string {
  return `/callback/${operator}/${sealing.lookupHash('callback_url', operator).toString('hex')}`;
}

/**
 * Where operators report. A report is a hint and never more: it is kept as it came and answered at once, and what
 * it is about is asked of the operator itself before anything is believed.
 */
export async function registerCallbackRoutes(
  app: FastifyInstance,
  deps: {
    db: Database;
    clock: Clock;
    sealing: Sealing;
    operators: Operators;
    /** What asks about attempts in this process; nothing where it only answers calls. */
    driver(): AttemptDriver | undefined;
  },
): Promise<void> {
  const reports = createBatchLine<Report, undefined>({
    maxSize: MAX_BATCH,
    run: (batch) => receive(deps, batch),
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, next) => next(null, text));

    for (const operator of Object.values(deps.operators)) {
      const expected = Buffer.from(callbackPath(operator.name, deps.sealing));
      scope.route({
        method: ['PUT', 'POST'],
        url: `/callback/${operator.name}/:secret`,
        bodyLimit: BODY_LIMIT_BYTES,
        // What helmet tells browsers it makes anew for every request, and only strangers are answered as a browser is.
        helmet: false,
        handler: async (request, reply) => {
          const path = Buffer.from(request.url.split('?')[0]!);
          if (path.length !== expected.length || !timingSafeEqual(path, expected)) {
            await reply.helmet();
            return reply.callNotFound();
          }
          const text = typeof request.body === 'string' ? request.body : '';
          const attemptId = operator.readCallback(text)?.attemptId ?? null;
          await reports.push({ operator: operator.name, attemptId, text });
          return reply.status(200).send();
        },
      });
    }
  });
}

/** Keeps what was reported and has it followed. Of equal reports one is kept, with how often it came. */
async function receive(
  { db, clock, sealing, driver }: Parameters<typeof registerCallbackRoutes>[1],
  batch: Report[],
): Promise<undefined[]> {
  const times = new Map<string, { report: Report; count: number }>();
  for (const report of batch) {
    const body = `${report.operator}:${report.text}`;
    const known = times.get(body);
    if (known) known.count += 1;
    else times.set(body, { report, count: 1 });
  }
  const bodies = [...times.keys()];
  const kept = [...times.values()];
  const works = driver();
  const attempts = await db.rows(receiveCallbacksStatement, {
    operators: kept.map(({ report }) => report.operator),
    attemptIds: kept.map(({ report }) => report.attemptId),
    hashes: bodies.map((body) => hash('sha256', body, 'buffer')),
    textsSealed: kept.map(({ report }) => sealing.seal(report.text)),
    counts: kept.map(({ count }) => count),
    now: toDate(clock.nowMs()),
    claimsUntil: works?.claimsUntil() ?? null,
  });
  works?.follow(attempts);
  return batch.map(() => undefined);
}
