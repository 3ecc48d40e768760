import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Clock, toDate } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Sealing } from '../platform/sealing.ts';
import { receiveCallbackStatement } from './attempt-sql.ts';
import type { Operators } from './operators/operator.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

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
    /** Told when an attempt is to be asked about at once. */
    onHint(): void;
  },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, next) => next(null, text));

    for (const operator of Object.values(deps.operators)) {
      const expected = Buffer.from(callbackPath(operator.name, deps.sealing));
      scope.route({
        method: ['PUT', 'POST'],
        url: `/callback/${operator.name}/:secret`,
        bodyLimit: BODY_LIMIT_BYTES,
        handler: async (request, reply) => {
          const path = Buffer.from(request.url.split('?')[0]!);
          if (path.length !== expected.length || !timingSafeEqual(path, expected))
            return reply.callNotFound();
          const text = typeof request.body === 'string' ? request.body : '';
          const attemptId = operator.readCallback(text)?.attemptId ?? null;
          const event = await deps.db.row(receiveCallbackStatement, [
            operator.name,
            attemptId,
            createHash('sha256').update(`${operator.name}:${text}`).digest(),
            deps.sealing.seal(text),
            toDate(deps.clock.nowMs()),
          ]);
          if (event?.known) deps.onHint();
          return reply.status(200).send();
        },
      });
    }
  });
}
