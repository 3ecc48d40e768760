import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readHolder } from './account-holder.ts';
import { isAllowedCallbackUrl } from './callbacks.ts';
import { readFaults } from './faults.ts';
import type { NewInstruction } from './instruction.ts';
import { enquire } from './instructions.ts';
import { decimalKwacha, parseKwacha } from './money.ts';
import {
  badBody,
  badReference,
  createApiKey,
  createApiUser,
  currencies,
  duplicate,
  findCaller,
  grantToken,
  header,
  internalError,
  type Mtn,
  notFound,
  type Product,
  readApiUser,
  refusal,
  refuseCaller,
  uuid4,
} from './mtn-callers.ts';
import { mtnStatus } from './mtn-wire.ts';
import {
  type Answer,
  answerInstruction,
  isCallersFault,
  jsonOf,
  readBodiesAsBytes,
  send,
} from './operator-answer.ts';
import { mobileFromMsisdn } from './phone-number.ts';
import { readFloat } from './phones.ts';
import { isMtnSandboxNumber, scriptFor } from './scripted-numbers.ts';
import type { Simulator } from './settings.ts';

/** MTN names the apostrophe as one of the characters that it refuses, and its callers found the ampersand. */
const note = z
  .string()
  .max(160)
  .regex(/^[^'"&<>]*$/)
  .optional();
const party = z.object({ partyIdType: z.literal('MSISDN'), partyId: z.string().regex(/^\d{6,15}$/) });
const instructionBody = z.object({
  amount: z.string(),
  currency: z.string(),
  externalId: z.string().max(200).optional(),
  payer: party.optional(),
  payee: party.optional(),
  payerMessage: note,
  payeeNote: note,
});

const badCurrency = refusal(500, 'INVALID_CURRENCY', 'Currency not supported.');

const products: Product[] = [
  { name: 'collection', verb: 'requesttopay', direction: 'collect', partyKey: 'payer' },
  { name: 'disbursement', verb: 'transfer', direction: 'payout', partyKey: 'payee' },
];

export async function registerMtn(app: FastifyInstance, mtn: Mtn): Promise<void> {
  const { simulator } = mtn;
  readBodiesAsBytes(app);
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
    send(reply, isCallersFault(error) ? badBody : internalError),
  );
  app.setNotFoundHandler((_request, reply) => send(reply, notFound));

  if (mtn.platform === 'legacy') registerProvisioning(app, simulator);

  for (const product of products) {
    const root = `/${product.name}`;
    for (const path of [`${root}/token`, `${root}/token/`]) {
      app.post(path, async (request, reply) => send(reply, await grantToken(mtn, product, request)));
    }
    app.post(`${root}/v1_0/${product.verb}`, async (request, reply) =>
      instruct(mtn, product, request, reply),
    );
    app.get<{ Params: { reference: string } }>(
      `${root}/v1_0/${product.verb}/:reference`,
      async (request, reply) =>
        send(
          reply,
          (await refuseCaller(mtn, product, request)) ??
            (await readStatus(mtn, product, request, request.params.reference)),
        ),
    );
    app.get<{ Params: { type: string; msisdn: string; question: string } }>(
      `${root}/v1_0/accountholder/:type/:msisdn/:question`,
      async (request, reply) =>
        send(
          reply,
          (await refuseCaller(mtn, product, request)) ?? (await accountHolder(simulator, request.params)),
        ),
    );
    for (const path of [`${root}/v1_0/account/balance`, `${root}/v1_0/account/balance/:currency`]) {
      app.get<{ Params: { currency?: string } }>(path, async (request, reply) =>
        send(
          reply,
          (await refuseCaller(mtn, product, request)) ?? (await readBalance(simulator, product, request)),
        ),
      );
    }
  }
}

function registerProvisioning(app: FastifyInstance, simulator: Simulator): void {
  app.post('/v1_0/apiuser', async (request, reply) => send(reply, await createApiUser(simulator, request)));
  app.get<{ Params: { id: string } }>('/v1_0/apiuser/:id', async (request, reply) =>
    send(reply, await readApiUser(simulator, request, request.params.id)),
  );
  app.post<{ Params: { id: string } }>('/v1_0/apiuser/:id/apikey', async (request, reply) =>
    send(reply, await createApiKey(simulator, request, request.params.id)),
  );
}

async function instruct(
  mtn: Mtn,
  product: Product,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const refused = await refuseCaller(mtn, product, request);
  if (refused) return send(reply, refused);
  const wanted = await readInstruction(mtn, product, request);
  if ('status' in wanted) return send(reply, wanted);
  return answerInstruction(mtn, reply, wanted, {
    taken: () => ({ status: 202 }),
    duplicate,
    refused: internalError,
  });
}

async function readInstruction(
  mtn: Mtn,
  product: Product,
  request: FastifyRequest,
): Promise<NewInstruction | Answer> {
  const reference = uuid4.safeParse(header(request, 'x-reference-id'));
  if (!reference.success) return badReference;
  const body = instructionBody.safeParse(jsonOf(request.body));
  const holder = body.data?.[product.partyKey];
  const amountNgwee = parseKwacha(body.data?.amount ?? '');
  if (!body.success || !holder || amountNgwee === undefined) {
    return badBody;
  }
  const { amount, currency, externalId, payerMessage, payeeNote } = body.data;
  if (currency !== currencies.get(header(request, 'x-target-environment') ?? '')) {
    return badCurrency;
  }
  const callbackUrl = header(request, 'x-callback-url');
  const caller = await findCaller(mtn, product, request);
  if (callbackUrl && !isRegisteredCallback(caller?.callbackHost ?? undefined, callbackUrl)) {
    return refusal(
      500,
      'INVALID_CALLBACK_URL_HOST',
      'Callback URL with different host name then configured for API User.',
    );
  }
  return {
    operator: 'mtn',
    platform: mtn.platform,
    direction: product.direction,
    reference: reference.data.toLowerCase(),
    mobile: mobileFromMsisdn(holder.partyId) ?? holder.partyId,
    amountNgwee,
    currency,
    callbackUrl,
    apiUser: caller?.apiUser,
    request: { amountText: amount, party: holder.partyId, externalId, payerMessage, payeeNote },
  };
}

function isRegisteredCallback(registeredHost: string | undefined, callbackUrl: string): boolean {
  if (!isAllowedCallbackUrl(callbackUrl)) return false;
  return registeredHost === undefined || registeredHost === new URL(callbackUrl).hostname;
}

async function readStatus(
  mtn: Mtn,
  product: Product,
  request: FastifyRequest,
  reference: string,
): Promise<Answer> {
  const { simulator, platform } = mtn;
  if (!uuid4.safeParse(reference).success) return badReference;
  const faults = await readFaults(simulator.pool);
  const enquiry = await enquire(simulator.pool, faults, {
    operator: 'mtn',
    platform,
    direction: product.direction,
    reference: reference.toLowerCase(),
    apiUser: (await findCaller(mtn, product, request))?.apiUser,
  });
  if (!enquiry) return notFound;
  const { instruction, isAmbiguous } = enquiry;
  const shown = isAmbiguous ? { ...instruction, outcome: 'pending' as const, failure: null } : instruction;
  return { status: 200, body: mtnStatus(shown, 'status') };
}

async function accountHolder(
  simulator: Simulator,
  { type, msisdn, question }: { type: string; msisdn: string; question: string },
): Promise<Answer> {
  const mobile = mobileFromMsisdn(msisdn);
  const isHolder =
    (mobile !== undefined || isMtnSandboxNumber(msisdn)) &&
    scriptFor(mobile ?? msisdn, 'collect') !== 'payer_not_found';
  if (type.toLowerCase() !== 'msisdn') return notFound;
  if (question === 'active') return { status: 200, body: { result: isHolder } };
  if (question !== 'basicuserinfo' || !isHolder) return notFound;
  const holder = await readHolder(simulator, mobile ?? msisdn);
  if (!holder) return notFound;
  return {
    status: 200,
    body: {
      given_name: holder.givenName,
      family_name: holder.familyName,
      birthdate: '1990-04-12',
      locale: 'en_ZM',
      gender: 'FEMALE',
      status: 'ACTIVE',
    },
  };
}

async function readBalance(
  simulator: Simulator,
  product: Product,
  request: FastifyRequest<{ Params: { currency?: string } }>,
): Promise<Answer> {
  const balanceNgwee = await readFloat(simulator.pool, 'mtn', product.direction);
  const currency = currencies.get(header(request, 'x-target-environment')!)!;
  if (![currency, undefined].includes(request.params.currency)) return badCurrency;
  return { status: 200, body: { availableBalance: decimalKwacha(balanceNgwee), currency } };
}
