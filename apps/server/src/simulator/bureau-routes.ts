import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { bureauReportOf } from './bureau-people.ts';
import { rejectedRecords } from './bureau-verdict.ts';
import { readBodiesAsBytes } from './operator-answer.ts';
import type { Simulator } from './settings.ts';
import { instant } from './store.ts';

const questionSchema = z.object({
  reference: z.string().min(1).max(40),
  purpose: z.literal('credit_application'),
  hasConsent: z.literal(true),
  nationalId: z.string().min(1).max(20),
  forename: z.string().min(1),
  surname: z.string().min(1),
  birthDate: z.iso.date(),
});

const onFile = z.object({ name: z.string().regex(/^[\w.-]{1,80}$/) });

/** A credit bureau: it answers questions about people, and takes the files of lenders. */
export async function registerBureau(
  app: FastifyInstance,
  { simulator }: { simulator: Simulator },
): Promise<void> {
  readBodiesAsBytes(app);
  app.addHook('onRequest', async (request, reply) => {
    if (!isKnown(simulator, request)) return reply.code(401).send({ error: 'unknown user' });
  });

  app.post('/enquiries', async (request, reply) => {
    const question = questionSchema.safeParse(readJson(request.body));
    if (!question.success) return reply.code(400).send({ error: 'not a question' });
    const today = instant(simulator.now()).toISOString().slice(0, 10);
    const answer = bureauReportOf({ ...question.data, today });
    // A call that hangs ends when the caller goes.
    if (answer === 'hangs') return reply.hijack();
    return reply.code(answer.status).send(answer.body);
  });

  app.post('/files/:name', async (request, reply) => {
    const { name } = onFile.parse(request.params);
    const { rowCount } = await simulator.pool.query(
      'insert into bureau_file (name, body, taken_at) values ($1, $2, $3) on conflict do nothing',
      [name, String(request.body ?? ''), instant(simulator.now())],
    );
    return reply.code(rowCount === 1 ? 202 : 409).send({ name });
  });

  app.get('/files/:name/verdict', async (request, reply) => sendVerdict(simulator, request, reply));
}

async function sendVerdict(simulator: Simulator, request: FastifyRequest, reply: FastifyReply) {
  const { name } = onFile.parse(request.params);
  const { rows } = await simulator.pool.query<{ body: string }>(
    'select body from bureau_file where name = $1',
    [name],
  );
  if (!rows[0]) return reply.code(404).send({ error: 'no such file' });
  const today = instant(simulator.now()).toISOString().slice(0, 10);
  const { records, rejected } = rejectedRecords(rows[0].body, today);
  return reply.send({ state: 'read', accepted: records - rejected.length, rejected });
}

function isKnown({ settings }: Simulator, request: FastifyRequest): boolean {
  const expected = Buffer.from(`${settings.bureauUser}:${settings.bureauPassword}`).toString('base64');
  return request.headers.authorization === `Basic ${expected}`;
}

function readJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
