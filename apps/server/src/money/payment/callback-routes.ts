import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  isEarlierCallbackTaken,
  receiveCallbacksStatement,
} from '../../book/payment-attempt/attempt-statements.ts';
import type { SecurityLog } from '../../book/security-log/security-log.ts';
import { createBatchLine } from '../../platform/batch-line.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { referenceOf } from '../../platform/refused-request.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { AttemptDriver } from './attempt-driver.ts';
import type { CallbackHint, ConnectedOperator, Operators } from './operators/operator.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_BATCH = 128;

type Callback = { operator: string; attemptId: string | null; text: string };

/** The path of an operator's callbacks. Its last part is secret, so only the operator knows it. */
export function callbackPath(operator: string, callbackSecret: Buffer): string {
  return pathOf(operator, createHmac('sha256', callbackSecret).update(operator).digest());
}

/** The paths of versions without CALLBACK_SECRET. Payments that began under them are reported there. */
export function earlierCallbackPaths(operator: string, sealing: Sealing): string[] {
  return sealing.lookupHashes('callback_url', operator).map((last) => pathOf(operator, last));
}

const pathOf = (operator: string, last: Buffer) => `/callback/${operator}/${last.toString('hex')}`;

const isPath = (path: Buffer, expected: Buffer) =>
  path.length === expected.length && timingSafeEqual(path, expected);

/**
 * The routes that operators send callbacks to. A callback proves nothing: it is kept as it came and answered at once,
 * and the operator is asked for the state of the payment.
 */
export async function registerCallbackRoutes(
  app: FastifyInstance,
  deps: {
    db: Database;
    clock: Clock;
    sealing: Sealing;
    callbackSecret: Buffer;
    operators: Operators;
    earlierOperators: readonly ConnectedOperator[];
    securityLog: SecurityLog;
    /** Undefined in a process that does not call operators. */
    driver(): AttemptDriver | undefined;
  },
): Promise<void> {
  const callbacks = createBatchLine<Callback, undefined>({
    maxSize: MAX_BATCH,
    run: (batch) => receive(deps, batch),
  });
  const recordRefused = (request: FastifyRequest, operator: string, reason: string) =>
    deps.securityLog.record({
      kind: 'callback_refused',
      outcome: 'refused',
      address: request.ip,
      reference: referenceOf(request),
      detail: { route: `/callback/${operator}`, reason },
    });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, next) => next(null, text));

    const connections = [...Object.values(deps.operators), ...deps.earlierOperators];
    for (const name of new Set(connections.map((connection) => connection.name))) {
      const expected = Buffer.from(callbackPath(name, deps.callbackSecret));
      const earlier = earlierCallbackPaths(name, deps.sealing).map((path) => Buffer.from(path));
      scope.route({
        method: ['PUT', 'POST'],
        url: `/callback/${name}/:secret`,
        bodyLimit: BODY_LIMIT_BYTES,
        config: { requestClass: 'callback' },
        // Helmet builds its headers for every request. Only an answer to a wrong path needs them.
        helmet: false,
        handler: async (request, reply) => {
          const path = Buffer.from(request.url.split('?')[0]!);
          const isTaken =
            isPath(path, expected) ||
            (earlier.some((one) => isPath(path, one)) && (await isEarlierCallbackTaken(deps.db, name)));
          if (!isTaken) {
            recordRefused(request, name, 'wrong_address');
            await reply.helmet();
            return reply.callNotFound();
          }
          const text = typeof request.body === 'string' ? request.body : '';
          const attemptId = readCallback(connections, name, text)?.attemptId ?? null;
          if (attemptId === null) recordRefused(request, name, 'unsigned_or_unreadable');
          await callbacks.push({ operator: name, attemptId, text });
          return reply.status(200).send();
        },
      });
    }
  });
}

/** A callback of an earlier platform or account may be signed with another key. */
function readCallback(
  connections: ConnectedOperator[],
  name: string,
  text: string,
): CallbackHint | undefined {
  for (const connection of connections) {
    const hint = connection.name === name ? connection.readCallback(text) : undefined;
    if (hint) return hint;
  }
  return undefined;
}

/** Keeps callbacks and has their attempts continued. Equal callbacks are kept once, with their number. */
async function receive(
  { db, clock, sealing, driver }: Parameters<typeof registerCallbackRoutes>[1],
  batch: Callback[],
): Promise<undefined[]> {
  const counted = new Map<string, { callback: Callback; count: number }>();
  for (const callback of batch) {
    const body = `${callback.operator}:${callback.text}`;
    const known = counted.get(body);
    if (known) known.count += 1;
    else counted.set(body, { callback, count: 1 });
  }
  const bodies = [...counted.keys()];
  const bodyHashes = bodies.map((body) => hash('sha256', body, 'buffer'));
  const kept = [...counted.values()];
  const running = driver();
  const attempts = await db.rows(receiveCallbacksStatement, {
    operators: kept.map(({ callback }) => callback.operator),
    attemptIds: kept.map(({ callback }) => callback.attemptId),
    bodyHashes,
    bodiesSealed: kept.map(({ callback }, index) =>
      sealing.seal('operator_callback.body_sealed', { body_hash: bodyHashes[index]! }, callback.text),
    ),
    counts: kept.map(({ count }) => count),
    now: toDate(clock.nowMs()),
    claimedUntil: running?.claimedUntil() ?? null,
  });
  running?.follow(attempts);
  return batch.map(() => undefined);
}
