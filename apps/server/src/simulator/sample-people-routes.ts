import { randomInt } from 'node:crypto';
import { NUMBER_PATTERN } from '@thumba/identity/card-number';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { jsonOf } from './operator-answer.ts';
import { drawSamplePeople, drawSamplePerson } from './sample-people.ts';

const detailsBody = z.strictObject({
  idNumber: z.string().regex(NUMBER_PATTERN),
  firstName: z.string().min(1).max(40),
  lastName: z.string().min(1).max(40),
  birthDate: z.iso.date(),
  gender: z.enum(['M', 'F']),
});

/** Drawing takes a processor for about a second, so a few wait and the others are told to come again. */
const MOST_WAITING = 8;

/** Fresh people at each call, because a card number belongs to one borrower and no picture of a face counts twice. */
export function registerSamplePeople(app: FastifyInstance, now: () => number): void {
  const random = () => randomInt(2 ** 32) / 2 ** 32;
  const year = () => new Date(now()).getUTCFullYear();
  const inTurn = oneAfterAnother(MOST_WAITING);

  app.get(
    '/people',
    async (_request, reply) => inTurn(() => drawSamplePeople(year(), random)) ?? refuseBusy(reply),
  );

  app.post('/people', async (request, reply) => {
    const body = detailsBody.safeParse(jsonOf(request.body));
    if (!body.success) return reply.code(400).send({ error: z.prettifyError(body.error) });
    return inTurn(() => drawSamplePerson(body.data, year(), random)) ?? refuseBusy(reply);
  });
}

function refuseBusy(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', '5')
    .send({ error: 'The pictures of other sample people are being drawn. Please try again in a moment.' });
}

/** Undefined when as many wait as may wait. */
function oneAfterAnother(most: number) {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> | undefined => {
    if (waiting >= most) return undefined;
    waiting += 1;
    const mine = last.then(work).finally(() => {
      waiting -= 1;
    });
    // One that failed does not stop the next.
    last = mine.catch(() => undefined);
    return mine;
  };
}
