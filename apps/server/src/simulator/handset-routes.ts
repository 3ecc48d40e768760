import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { setHolder } from './account-holder.ts';
import { type DemoBorrowers, registerBorrowers } from './borrower-routes.ts';
import { changeFaults, faultChangeSchema, readFaults } from './faults.ts';
import { registerFloats } from './float-routes.ts';
import { readBook } from './instructions.ts';
import { kwachaOf } from './money.ts';
import { jsonOf, readBodiesAsBytes } from './operator-answer.ts';
import { promptText } from './operator-messages.ts';
import { isMobile, mobileFromMsisdn } from './phone-number.ts';
import { deliverMessage, ensurePhone, listPhones, markInboxRead, readPhone, setBalance } from './phones.ts';
import { answerPrompt, promptActions } from './prompts.ts';
import { registerRefunds } from './refunds.ts';
import { registerSamplePeople } from './sample-people-routes.ts';
import type { Simulator } from './settings.ts';
import { registerStatement } from './statement.ts';
import { inTransaction } from './store.ts';

export type BusinessDate = {
  move?: (businessDate: string) => Promise<{ businessDate: string }>;
  current?: () => Promise<string>;
};

type HandsetOptions = {
  simulator: Simulator;
  businessDate: BusinessDate;
  demo: DemoBorrowers | undefined;
  publicUrl: string;
};

const promptBody = z.strictObject({ action: z.enum(promptActions) });
const balanceBody = z.strictObject({ balance: z.number().min(0).max(1_000_000_000).multipleOf(0.01) });
const holderName = z.string().trim().min(1).max(60);
const holderBody = z.strictObject({ firstName: holderName, lastName: holderName });
const smsBody = z.strictObject({
  to: z.string(),
  from: z.string().min(1).max(40),
  text: z.string().min(1).max(1600),
  businessDate: z.iso.date().optional(),
});
const dateBody = z.strictObject({ businessDate: z.iso.date() });

export async function registerHandsetCalls(app: FastifyInstance, options: HandsetOptions): Promise<void> {
  const { simulator, publicUrl } = options;
  readBodiesAsBytes(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'There is no such call.'));

  app.get('/addresses', async () => ({
    mtn: `${publicUrl}/mtn`,
    mtnNew: `${publicUrl}/mtn-new`,
    airtel: `${publicUrl}/airtel`,
    zamtel: `${publicUrl}/zamtel`,
  }));
  registerPhones(app, simulator);
  registerFloats(app, simulator);
  registerBorrowers(app, options.demo);
  registerSamplePeople(app, simulator.now);

  app.get('/faults', async () => readFaults(simulator.pool));
  app.put('/faults', async (request, reply) => {
    const change = faultChangeSchema.safeParse(jsonOf(request.body));
    return change.success ? changeFaults(simulator.pool, change.data) : refuseInput(reply, change.error);
  });

  app.get<{ Querystring: { last?: string } }>('/book', async (request, reply) => {
    const last = z.coerce.number().int().min(1).optional().safeParse(request.query.last);
    if (!last.success) return refuseInput(reply, last.error);
    const entries = await readBook(simulator.pool, last.data);
    return {
      instructions: entries.map(({ amountNgwee, ...entry }) => ({ ...entry, amount: kwachaOf(amountNgwee) })),
    };
  });

  registerStatement(app, simulator);
  registerRefunds(app, simulator);

  app.post('/sms', async (request, reply) => {
    const sms = smsBody.safeParse(jsonOf(request.body));
    if (!sms.success) return refuseInput(reply, sms.error);
    const mobile = mobileFromMsisdn(sms.data.to);
    if (!mobile) return refuse(reply, 400, 'The number is no Zambian mobile number.');
    const id = await inTransaction(simulator.pool, async (client) => {
      await ensurePhone(simulator, client, mobile);
      const { from, text, businessDate } = sms.data;
      return deliverMessage(simulator, client, { mobile, from, text, businessOn: businessDate });
    });
    return { id };
  });

  registerDate(app, options.businessDate);
}

function registerPhones(app: FastifyInstance, simulator: Simulator): void {
  app.get('/phones', async () => {
    const phones = await listPhones(simulator);
    return {
      phones: phones.map(({ network, balanceNgwee, ...phone }) => ({
        ...phone,
        operator: network,
        balance: kwachaOf(balanceNgwee),
      })),
    };
  });

  app.register(async (phone) => {
    phone.addHook<{ Params: { mobile: string } }>('preHandler', async (request, reply) => {
      if (!isMobile(request.params.mobile)) {
        return refuse(reply, 400, 'A number looks like 0977123456: ten digits of a Zambian network.');
      }
    });

    phone.get<{ Params: { mobile: string } }>('/phones/:mobile', async (request) =>
      showPhone(simulator, request.params.mobile),
    );

    phone.put<{ Params: { mobile: string } }>('/phones/:mobile', async (request, reply) => {
      const body = balanceBody.safeParse(jsonOf(request.body));
      if (!body.success) return refuseInput(reply, body.error);
      await setBalance(simulator, request.params.mobile, Math.round(body.data.balance * 100));
      return showPhone(simulator, request.params.mobile);
    });

    phone.put<{ Params: { mobile: string } }>('/phones/:mobile/holder', async (request, reply) => {
      const body = holderBody.safeParse(jsonOf(request.body));
      if (!body.success) return refuseInput(reply, body.error);
      const { firstName: givenName, lastName: familyName } = body.data;
      await setHolder(simulator, request.params.mobile, { givenName, familyName });
      return { firstName: givenName, lastName: familyName };
    });

    phone.post<{ Params: { mobile: string } }>('/phones/:mobile/read', async (request) => {
      await markInboxRead(simulator, request.params.mobile);
      return showPhone(simulator, request.params.mobile);
    });

    phone.post<{ Params: { mobile: string; id: string } }>(
      '/phones/:mobile/prompts/:id',
      async (request, reply) => {
        const body = promptBody.safeParse(jsonOf(request.body));
        if (!body.success) return refuseInput(reply, body.error);
        const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).safeParse(request.params.id);
        if (!id.success) return refuse(reply, 404, 'There is no such prompt on this phone.');
        const answered = await answerPrompt(simulator, request.params.mobile, id.data, body.data.action);
        if (answered === 'unknown') return refuse(reply, 404, 'There is no such prompt on this phone.');
        if (answered === 'closed') return refuse(reply, 409, 'This prompt is no longer open.');
        return { outcome: answered.outcome, ...(answered.failure && { reason: answered.failure }) };
      },
    );
  });
}

async function showPhone(simulator: Simulator, mobile: string) {
  const { network, balanceNgwee, messages, prompts } = await readPhone(simulator, mobile);
  return {
    mobile,
    operator: network,
    balance: kwachaOf(balanceNgwee),
    messages,
    prompts: prompts.map((instruction) => ({
      id: instruction.id,
      at: instruction.createdAt,
      expiresAt: instruction.promptExpiresAt,
      amount: kwachaOf(instruction.amountNgwee),
      text: promptText(instruction, simulator.settings.lenderName),
    })),
  };
}

function registerDate(app: FastifyInstance, { move, current }: BusinessDate): void {
  const unavailable = 'The business date belongs to the lender’s server; this simulator runs without it.';
  app.get('/date', async (_request, reply) =>
    current ? { businessDate: await current() } : refuse(reply, 404, unavailable),
  );
  app.put('/date', async (request, reply) => {
    if (!move) return refuse(reply, 404, unavailable);
    const body = dateBody.safeParse(jsonOf(request.body));
    if (!body.success) return refuseInput(reply, body.error);
    return move(body.data.businessDate);
  });
}

function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).send({ error });
}

function refuseInput(reply: FastifyReply, error: z.ZodError): FastifyReply {
  return refuse(reply, 400, z.prettifyError(error));
}
