import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { holderNames } from './account-holder.ts';
import { isAllowedCallbackUrl } from './callbacks.ts';
import { readFaults } from './faults.ts';
import type { Direction, NewInstruction } from './instruction.ts';
import { enquire } from './instructions.ts';
import { decimalKwacha, parseKwacha } from './money.ts';
import { mtnStatus } from './mtn-wire.ts';
import {
  type Answer,
  answerInstruction,
  isCallersFault,
  jsonOf,
  type OperatorParts,
  readBodiesAsBytes,
  send,
} from './operator-answer.ts';
import { mobileFromMsisdn } from './phone-number.ts';
import { readFloat } from './phones.ts';
import { isMtnSandboxNumber, scriptFor } from './scripted-numbers.ts';
import type { Simulator } from './settings.ts';
import { instant } from './store.ts';
import { findTokenOwner, issueToken } from './tokens.ts';

const currencies = new Map([
  ['mtnzambia', 'ZMW'],
  ['sandbox', 'EUR'],
]);

const uuid4 = z.uuidv4();
const note = z.string().max(160).optional();
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

type Product = {
  name: 'collection' | 'disbursement';
  verb: string;
  direction: Direction;
  partyKey: 'payer' | 'payee';
};
const products: Product[] = [
  { name: 'collection', verb: 'requesttopay', direction: 'collect', partyKey: 'payer' },
  { name: 'disbursement', verb: 'transfer', direction: 'payout', partyKey: 'payee' },
];

function refusal(status: number, code: string, message: string): Answer {
  return { status, body: { code, message } };
}

const notFound = refusal(404, 'RESOURCE_NOT_FOUND', 'Requested resource was not found.');
const duplicate = refusal(
  409,
  'RESOURCE_ALREADY_EXIST',
  'Duplicated reference id. Creation of resource failed.',
);
const internalError = refusal(
  500,
  'INTERNAL_PROCESSING_ERROR',
  'An internal error occurred while processing.',
);
const badBody = refusal(400, 'BAD_REQUEST', 'The request body does not follow the specification.');
const badReference = refusal(400, 'BAD_REQUEST', 'X-Reference-Id must be a UUID version 4.');

export async function registerMtn(app: FastifyInstance, mtn: OperatorParts): Promise<void> {
  const { simulator } = mtn;
  readBodiesAsBytes(app);
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
    send(reply, isCallersFault(error) ? badBody : internalError),
  );
  app.setNotFoundHandler((_request, reply) => send(reply, notFound));

  app.post('/v1_0/apiuser', async (request, reply) => send(reply, await createApiUser(simulator, request)));
  app.get<{ Params: { id: string } }>('/v1_0/apiuser/:id', async (request, reply) =>
    send(reply, await readApiUser(simulator, request, request.params.id)),
  );
  app.post<{ Params: { id: string } }>('/v1_0/apiuser/:id/apikey', async (request, reply) =>
    send(reply, await createApiKey(simulator, request, request.params.id)),
  );

  for (const product of products) {
    const root = `/${product.name}`;
    for (const path of [`${root}/token`, `${root}/token/`]) {
      app.post(path, async (request, reply) => send(reply, await grantToken(simulator, product, request)));
    }
    app.post(`${root}/v1_0/${product.verb}`, async (request, reply) =>
      instruct(mtn, product, request, reply),
    );
    app.get<{ Params: { reference: string } }>(
      `${root}/v1_0/${product.verb}/:reference`,
      async (request, reply) =>
        send(
          reply,
          (await refuseCaller(simulator, product, request)) ??
            (await readStatus(simulator, product, request.params.reference)),
        ),
    );
    app.get<{ Params: { type: string; msisdn: string; question: string } }>(
      `${root}/v1_0/accountholder/:type/:msisdn/:question`,
      async (request, reply) =>
        send(
          reply,
          (await refuseCaller(simulator, product, request)) ??
            accountHolder(request.params.type, request.params.msisdn, request.params.question),
        ),
    );
    app.get(`${root}/v1_0/account/balance`, async (request, reply) =>
      send(
        reply,
        (await refuseCaller(simulator, product, request)) ?? (await readBalance(simulator, product, request)),
      ),
    );
  }
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function refuseSubscription(request: FastifyRequest, accepted: string[]): Answer | undefined {
  const key = header(request, 'ocp-apim-subscription-key');
  if (key && accepted.includes(key)) return undefined;
  const message = key
    ? 'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.'
    : 'Access denied due to missing subscription key. Make sure to include subscription key when making requests to an API.';
  return { status: 401, body: { statusCode: 401, code: 'ACCESS_DENIED', message } };
}

function subscriptionKeyOf({ settings }: Simulator, product: Product): string {
  return product.name === 'collection' ? settings.mtnCollectionKey : settings.mtnDisbursementKey;
}

async function refuseCaller(
  simulator: Simulator,
  product: Product,
  request: FastifyRequest,
): Promise<Answer | undefined> {
  const denied = refuseSubscription(request, [subscriptionKeyOf(simulator, product)]);
  if (denied) return denied;
  const owner = await findTokenOwner(simulator, 'mtn', product.name, request.headers.authorization);
  if (!owner) return refusal(401, 'INVALID_TOKEN', 'The access token is missing, unknown or expired.');
  const environment = header(request, 'x-target-environment');
  if (!environment) return refusal(400, 'BAD_REQUEST', 'X-Target-Environment is required.');
  if (!currencies.has(environment)) {
    return refusal(500, 'NOT_ALLOWED_TARGET_ENVIRONMENT', 'Access to target environment is forbidden.');
  }
  return undefined;
}

async function createApiUser({ pool, settings, now }: Simulator, request: FastifyRequest): Promise<Answer> {
  const denied = refuseSubscription(request, [settings.mtnCollectionKey, settings.mtnDisbursementKey]);
  if (denied) return denied;
  const id = uuid4.safeParse(header(request, 'x-reference-id'));
  if (!id.success) return badReference;
  const body = z.object({ providerCallbackHost: z.string().min(1) }).safeParse(jsonOf(request.body));
  if (!body.success) return refusal(400, 'BAD_REQUEST', 'providerCallbackHost is required.');
  const created = await pool.query(
    'insert into api_user (id, callback_host, created_at) values ($1, $2, $3) on conflict do nothing',
    [id.data, body.data.providerCallbackHost, instant(now())],
  );
  return created.rowCount === 0 ? duplicate : { status: 201 };
}

async function readApiUser(
  { pool, settings }: Simulator,
  request: FastifyRequest,
  id: string,
): Promise<Answer> {
  const denied = refuseSubscription(request, [settings.mtnCollectionKey, settings.mtnDisbursementKey]);
  if (denied) return denied;
  if (!uuid4.safeParse(id).success) return badReference;
  const { rows } = await pool.query<{ callbackHost: string }>(
    'select callback_host as "callbackHost" from api_user where id = $1',
    [id],
  );
  if (!rows[0]) return notFound;
  return { status: 200, body: { providerCallbackHost: rows[0].callbackHost, targetEnvironment: 'sandbox' } };
}

async function createApiKey(
  { pool, settings }: Simulator,
  request: FastifyRequest,
  id: string,
): Promise<Answer> {
  const denied = refuseSubscription(request, [settings.mtnCollectionKey, settings.mtnDisbursementKey]);
  if (denied) return denied;
  if (!uuid4.safeParse(id).success) return badReference;
  const apiKey = randomBytes(16).toString('hex');
  const changed = await pool.query('update api_user set api_key = $2 where id = $1', [id, apiKey]);
  return changed.rowCount === 0 ? notFound : { status: 201, body: { apiKey } };
}

async function grantToken(simulator: Simulator, product: Product, request: FastifyRequest): Promise<Answer> {
  const denied = refuseSubscription(request, [subscriptionKeyOf(simulator, product)]);
  if (denied) return denied;
  const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [apiUser = '', apiKey = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':', 2);
  if (!(await isKnownApiUser(simulator, apiUser, apiKey))) {
    return {
      status: 401,
      body: { error: 'login_failed', code: 'LOGIN_FAILED', message: 'Unknown API user or key.' },
    };
  }
  const seconds = simulator.settings.mtnTokenSeconds;
  const token = await issueToken(simulator, 'mtn', product.name, apiUser, seconds);
  return { status: 200, body: { access_token: token, token_type: 'access_token', expires_in: seconds } };
}

async function isKnownApiUser(
  { pool, settings }: Simulator,
  apiUser: string,
  apiKey: string,
): Promise<boolean> {
  if (apiUser === settings.mtnApiUser) return apiKey === settings.mtnApiKey;
  if (!uuid4.safeParse(apiUser).success) return false;
  const { rowCount } = await pool.query('select from api_user where id = $1 and api_key = $2', [
    apiUser,
    apiKey,
  ]);
  return rowCount === 1;
}

async function instruct(
  mtn: OperatorParts,
  product: Product,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { simulator } = mtn;
  const refused = await refuseCaller(simulator, product, request);
  if (refused) return send(reply, refused);
  const wanted = await readInstruction(simulator, product, request);
  if ('status' in wanted) return send(reply, wanted);
  return answerInstruction(mtn, reply, wanted, {
    taken: () => ({ status: 202 }),
    duplicate,
    refused: internalError,
  });
}

async function readInstruction(
  simulator: Simulator,
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
    return refusal(500, 'INVALID_CURRENCY', 'Currency not supported.');
  }
  const callbackUrl = header(request, 'x-callback-url');
  if (callbackUrl && !(await isRegisteredCallback(simulator, product, request, callbackUrl))) {
    return refusal(
      500,
      'INVALID_CALLBACK_URL_HOST',
      'Callback URL with different host name then configured for API User.',
    );
  }
  return {
    operator: 'mtn',
    direction: product.direction,
    reference: reference.data.toLowerCase(),
    mobile: mobileFromMsisdn(holder.partyId) ?? holder.partyId,
    amountNgwee,
    currency,
    callbackUrl,
    request: { amountText: amount, party: holder.partyId, externalId, payerMessage, payeeNote },
  };
}

async function isRegisteredCallback(
  simulator: Simulator,
  product: Product,
  request: FastifyRequest,
  callbackUrl: string,
): Promise<boolean> {
  if (!isAllowedCallbackUrl(callbackUrl)) return false;
  const token = request.headers.authorization?.split(' ')[1];
  const { rows } = await simulator.pool.query<{ callbackHost: string }>(
    `select callback_host as "callbackHost" from api_user
     join access_token on access_token.api_user = api_user.id::text
     where token = $1 and product = $2`,
    [token, product.name],
  );
  const registeredHost = rows[0]?.callbackHost;
  return registeredHost === undefined || registeredHost === new URL(callbackUrl).hostname;
}

async function readStatus(simulator: Simulator, product: Product, reference: string): Promise<Answer> {
  if (!uuid4.safeParse(reference).success) return badReference;
  const faults = await readFaults(simulator.pool);
  const enquiry = await enquire(simulator.pool, faults, 'mtn', product.direction, reference.toLowerCase());
  if (!enquiry) return notFound;
  const { instruction, isAmbiguous } = enquiry;
  const shown = isAmbiguous ? { ...instruction, outcome: 'pending' as const, failure: null } : instruction;
  return { status: 200, body: mtnStatus(shown, 'string') };
}

function accountHolder(type: string, msisdn: string, question: string): Answer {
  const mobile = mobileFromMsisdn(msisdn);
  const isHolder =
    (mobile !== undefined || isMtnSandboxNumber(msisdn)) &&
    scriptFor(mobile ?? msisdn, 'collect') !== 'payer_not_found';
  if (type.toLowerCase() !== 'msisdn') return notFound;
  if (question === 'active') return { status: 200, body: { result: isHolder } };
  if (question !== 'basicuserinfo' || !isHolder) return notFound;
  const { givenName, familyName } = holderNames(msisdn);
  return {
    status: 200,
    body: {
      given_name: givenName,
      family_name: familyName,
      birthdate: '1990-04-12',
      locale: 'en_ZM',
      gender: 'FEMALE',
      status: 'ACTIVE',
    },
  };
}

async function readBalance(simulator: Simulator, product: Product, request: FastifyRequest): Promise<Answer> {
  const balanceNgwee = await readFloat(simulator.pool, 'mtn', product.direction);
  const currency = currencies.get(header(request, 'x-target-environment')!);
  return { status: 200, body: { availableBalance: decimalKwacha(balanceNgwee), currency } };
}
