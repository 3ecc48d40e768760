import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Direction, Platform } from './instruction.ts';
import { type Answer, jsonOf, type OperatorParts } from './operator-answer.ts';
import type { Simulator } from './settings.ts';
import { instant } from './store.ts';
import { findTokenOwner, issueToken } from './tokens.ts';

/** Who may call MTN: users, their keys and tokens. The two platforms have different ones. */

export type Mtn = OperatorParts & { platform: Exclude<Platform, 'only'> };

export type Product = {
  name: 'collection' | 'disbursement';
  verb: string;
  direction: Direction;
  partyKey: 'payer' | 'payee';
};

export const currencies = new Map([
  ['mtnzambia', 'ZMW'],
  ['sandbox', 'EUR'],
]);

export const uuid4 = z.uuidv4();

export function refusal(status: number, code: string, message: string): Answer {
  return { status, body: { code, message } };
}

export const notFound = refusal(404, 'RESOURCE_NOT_FOUND', 'Requested resource was not found.');
export const duplicate = refusal(
  409,
  'RESOURCE_ALREADY_EXIST',
  'Duplicated reference id. Creation of resource failed.',
);
export const internalError = refusal(
  500,
  'INTERNAL_PROCESSING_ERROR',
  'An internal error occurred while processing.',
);
export const badBody = refusal(400, 'BAD_REQUEST', 'The request body does not follow the specification.');
export const badReference = refusal(400, 'BAD_REQUEST', 'X-Reference-Id must be a UUID version 4.');

export function header(request: FastifyRequest, name: string): string | undefined {
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

/** A token is valid for one product on one platform. */
function tokenScope({ platform }: Mtn, product: Product): string {
  return platform === 'new' ? `new ${product.name}` : product.name;
}

/** The gateway before the new platform answers with a page to what it takes for a script. */
function refuseScript({ platform }: Mtn, request: FastifyRequest): Answer | undefined {
  if (platform !== 'new' || !request.headers['user-agent']?.includes('python-requests')) return undefined;
  return { status: 403, body: '<html><head><title>403 Forbidden</title></head></html>' };
}

/** The user of the API to whom the caller's token was given. */
export async function findCaller(
  mtn: Mtn,
  product: Product,
  request: FastifyRequest,
): Promise<{ apiUser: string; callbackHost: string | null } | undefined> {
  const token = request.headers.authorization?.split(' ')[1];
  const { rows } = await mtn.simulator.pool.query<{ apiUser: string; callbackHost: string | null }>(
    `select access_token.api_user as "apiUser", callback_host as "callbackHost"
     from access_token left join api_user on api_user.id::text = access_token.api_user
     where token = $1 and product = $2`,
    [token, tokenScope(mtn, product)],
  );
  return rows[0];
}

export async function refuseCaller(
  mtn: Mtn,
  product: Product,
  request: FastifyRequest,
): Promise<Answer | undefined> {
  const { simulator } = mtn;
  const denied =
    refuseScript(mtn, request) ?? refuseSubscription(request, [subscriptionKeyOf(simulator, product)]);
  if (denied) return denied;
  const owner = await findTokenOwner(
    simulator,
    'mtn',
    tokenScope(mtn, product),
    request.headers.authorization,
  );
  if (!owner) return refusal(401, 'INVALID_TOKEN', 'The access token is missing, unknown or expired.');
  const environment = header(request, 'x-target-environment');
  if (!environment) return refusal(400, 'BAD_REQUEST', 'X-Target-Environment is required.');
  if (!currencies.has(environment)) {
    return refusal(500, 'NOT_ALLOWED_TARGET_ENVIRONMENT', 'Access to target environment is forbidden.');
  }
  return undefined;
}

export async function createApiUser(
  { pool, settings, now }: Simulator,
  request: FastifyRequest,
): Promise<Answer> {
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

export async function readApiUser(
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

export async function createApiKey(
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

export async function grantToken(mtn: Mtn, product: Product, request: FastifyRequest): Promise<Answer> {
  const { simulator, platform } = mtn;
  const denied =
    refuseScript(mtn, request) ?? refuseSubscription(request, [subscriptionKeyOf(simulator, product)]);
  if (denied) return denied;
  if (Buffer.isBuffer(request.body) && request.body.length > 0) return badBody;
  const basic = /^Basic (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [apiUser = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  if (platform === 'new') {
    // The gateway does not decode percent signs, and stumbles over them.
    if (apiUser.includes('%')) return internalError;
    if (!currencies.has(header(request, 'x-target-environment') ?? '')) {
      return { status: 400, body: { error: 'Invalid or missing X-Target-Environment header' } };
    }
  }
  if (!(await isKnownApiUser(mtn, apiUser, rest.join(':')))) {
    return {
      status: 401,
      body: { error: 'login_failed', code: 'LOGIN_FAILED', message: 'Unknown API user or key.' },
    };
  }
  const seconds = simulator.settings.mtnTokenSeconds;
  const token = await issueToken(simulator, 'mtn', tokenScope(mtn, product), apiUser, seconds);
  return { status: 200, body: { access_token: token, token_type: 'access_token', expires_in: seconds } };
}

async function isKnownApiUser(
  { simulator: { pool, settings }, platform }: Mtn,
  apiUser: string,
  apiKey: string,
): Promise<boolean> {
  if (platform === 'new')
    return apiUser === settings.mtnNewUserId && apiKey === settings.mtnNewCredentialToken;
  if (apiUser === settings.mtnApiUser) return apiKey === settings.mtnApiKey;
  if (!uuid4.safeParse(apiUser).success) return false;
  const { rowCount } = await pool.query('select from api_user where id = $1 and api_key = $2', [
    apiUser,
    apiKey,
  ]);
  return rowCount === 1;
}
