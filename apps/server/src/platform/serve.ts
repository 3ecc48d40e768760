import { finished } from 'node:stream';
import { type CallName, calls } from '@thumba/contract/calls';
import type { CallDefinition } from '@thumba/contract/calls/definition';
import { API_BASE, type Envelope, SHORTEST_TERM_HEADER } from '@thumba/contract/envelope';
import { DEVICE_SECRET_PATTERN } from '@thumba/contract/fields';
import { refusalCodes } from '@thumba/contract/refusals';
import { type CallSchemas, schemas } from '@thumba/contract/schemas';
import type { Answer, Body, Params, Query } from '@thumba/contract/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerWords } from './answer-words.ts';
import { headerOf, readInput, refusedInput } from './call-input.ts';
import { toDate } from './clock.ts';
import { inLanguageOf } from './language.ts';
import { type RefusedCall, referenceOf } from './refused-request.ts';
import { type Reply, refusedAlways } from './reply.ts';
import type { RequestClass } from './request-class.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call, once it is known. */
    caller: Caller | undefined;
    /** The work of the handler of a call, once it has begun. */
    handling: Promise<unknown> | undefined;
  }
}

/** What a handler knows of its caller. */
export type Caller = {
  /** 0 for a call that needs no token. */
  borrowerId: number;
  address: string;
  appVersionCode: string;
  appChannelCode: string;
  /** Whether the app may offer only the terms that a store allows. */
  offersLongTermsOnly: boolean;
  /** From the header of a call without a token. Undefined where the app has no device secret. */
  deviceSecret: string | undefined;
  userAgent: string;
  session: CallerSession;
  /** For handlers that end the session or bind something to it. */
  token: string;
  idempotencyKey: string | undefined;
  /** Of the request, as the logs have it. */
  reference: string;
  /** Lets another request in. A handler calls it before it waits in a queue with a bound of its own. */
  leavePlace: () => void;
};

export type Input<Name extends CallName> = { params: Params<Name>; query: Query<Name>; body: Body<Name> };
export type Handler<Name extends CallName> = (
  input: Input<Name>,
  caller: Caller,
) => Promise<Reply<Answer<Name>>> | Reply<Answer<Name>>;

/** The session of a caller with a token. */
export type CallerSession = {
  sessionId: string;
  /** False on a new device until the borrower confirms it: personal data is masked there. */
  isTrusted: boolean;
  startedAt: Date;
};

type Authenticated = { borrowerId: number; session: CallerSession };
export type Authentication = Authenticated | { refusal: Reply<never> };
export type Authenticate = (request: SignedRequest) => Promise<Authentication>;
export type SignedRequest = { token: string; uid: string; nonce: string; timestamp: string; sign: string };

export type Server = {
  app: FastifyInstance;
  authenticate: Authenticate;
  tenant: string;
  /** Headers of every answer of a call, besides those that are always the same. */
  answerHeaders?(): Record<string, string>;
  /** Takes note of each refusal, besides those of input that is not as the contract says. */
  onRefusal?(refusal: RefusedCall): void;
};

/** The caller of a call without a token. */
const WITHOUT_SESSION: Authenticated = {
  borrowerId: 0,
  session: { sessionId: '', isTrusted: false, startedAt: toDate(0) },
};

/** A fault of ours that a caller does not notice. The tests do. */
export const UNDECLARED_CODE = 'a call answered a code that the contract does not name';

const DEFAULT_BODY_LIMIT_BYTES = 256 * 1024;

/**
 * An answer is data for our own app. These headers keep it from being stored, framed, sniffed or read by another site.
 * They are constant, while helmet computes the headers of pages for every request.
 */
export const ANSWER_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

type ServeOptions = {
  bodyLimitBytes?: number;
  /** Unset, it follows from the call's definition. */
  requestClass?: RequestClass;
  /** A refusal that does not depend on the input. A caller who is refused does not learn what is wrong with the input. */
  refuseBeforeReading?: (caller: Caller) => Promise<Reply<never> | undefined>;
  /**
   * A refusal before the body is received. `whenOver` is for what is held meanwhile: it is called when the caller has
   * the answer or has left, and the handler has ended. It gets how much of the body was received.
   */
  refuseBeforeBody?: (
    caller: Caller,
    whenOver: (free: (receivedBytes: number) => void) => void,
  ) => Promise<Reply<never> | undefined>;
};

/** Serves one call of the contract: checks the caller, then the input, then runs the handler. */
export function serve<Name extends CallName>(
  server: Server,
  name: Name,
  handler: Handler<Name>,
  options: ServeOptions = {},
): void {
  const call: CallDefinition = calls[name];
  const shapes: CallSchemas = schemas[name];
  const codes: ReadonlySet<number> = new Set([200, ...refusalCodes(name)]);

  // This runs before the body is read, so an ended token is reported even if the body is wrong too.
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(ANSWER_HEADERS);
    if (server.answerHeaders) reply.headers(server.answerHeaders());
    const tenant = headerOf(request, 'x-tenantid');
    if (tenant !== server.tenant) return reply.send(answer(request, 0, UNKNOWN_LENDER));
    let caller: Authenticated = WITHOUT_SESSION;
    if (call.token) {
      const authentication = await server.authenticate(signedRequest(request));
      if ('refusal' in authentication) return reply.send(answer(request, 0, authentication.refusal));
      caller = authentication;
    }
    const known = callerOf(request, caller);
    request.caller = known;
    const { socket } = request.raw;
    const bytesBefore = socket.bytesRead;
    const refusal = await options.refuseBeforeBody?.(known, (free) =>
      finished(reply.raw, () =>
        Promise.allSettled([request.handling]).then(() => free(socket.bytesRead - bytesBefore)),
      ),
    );
    if (refusal) {
      // If the connection were closed while the caller still sends, the caller would not read the answer.
      reply.raw.shouldKeepAlive = true;
      return reply.send(answer(request, known.borrowerId, refusal));
    }
  };

  server.app.route({
    method: call.method,
    url: API_BASE + call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: options.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    helmet: false,
    onRequest: (request, reply) => inLanguageOf(request, () => admit(request, reply)),
    config: { requestClass: options.requestClass ?? (call.money ? 'money' : 'call') },
    // The body was read in between, in an asynchronous context of the connection.
    handler: (request) => inLanguageOf(request, () => handle(request)),
  });

  async function handle(request: FastifyRequest): Promise<Envelope<unknown>> {
    const caller = request.caller!;
    const refusal = await options.refuseBeforeReading?.(caller);
    if (refusal) return answer(request, caller.borrowerId, refusal);
    const input = readInput(shapes, request);
    if (input.error) return envelope(refusedInput(input.error));
    const handling = Promise.resolve(handler(input.given as Input<Name>, caller));
    request.handling = handling;
    const reply = await handling;
    if (!codes.has(reply.code)) request.log.error({ name, code: reply.code }, UNDECLARED_CODE);
    return answer(request, caller.borrowerId, reply);
  }

  function answer(request: FastifyRequest, borrowerId: number, reply: Reply<unknown>): Envelope<unknown> {
    if (reply.code !== 200) server.onRefusal?.(refusedCall(request, borrowerId, reply));
    return envelope(reply);
  }
}

export function envelope<Data>(reply: Reply<Data>): Envelope<unknown> {
  if (reply.code === 200) return { code: 200, msg: 'OK', data: reply.data };
  return { code: reply.code, msg: reply.msg, data: reply.data ?? null };
}

const UNKNOWN_LENDER = refusedAlways(400, () => answerWords.unknownLender, { cause: 'unknown_lender' });

function refusedCall(
  request: FastifyRequest,
  borrowerId: number,
  { code, cause, data }: Exclude<Reply<unknown>, { code: 200 }>,
): RefusedCall {
  const { reason } = data ?? {};
  return {
    reference: referenceOf(request),
    address: request.ip,
    route: request.routeOptions.url ?? '',
    borrowerId,
    code,
    cause: cause ?? (typeof reason === 'string' ? reason : undefined),
  };
}

function signedRequest(request: FastifyRequest): SignedRequest {
  return {
    token: headerOf(request, 'token'),
    uid: headerOf(request, 'uid'),
    nonce: headerOf(request, 'nonce'),
    timestamp: headerOf(request, 'timestamp'),
    sign: headerOf(request, 'sign'),
  };
}

function callerOf(request: FastifyRequest, { borrowerId, session }: Authenticated): Caller {
  const deviceSecret = headerOf(request, 'devicesecret');
  return {
    borrowerId,
    session,
    deviceSecret: DEVICE_SECRET_PATTERN.test(deviceSecret) ? deviceSecret : undefined,
    userAgent: headerOf(request, 'user-agent').slice(0, 400),
    address: request.ip,
    appVersionCode: headerOf(request, 'appversioncode').slice(0, 20),
    appChannelCode: headerOf(request, 'appchannelcode').slice(0, 60),
    offersLongTermsOnly: Number(headerOf(request, SHORTEST_TERM_HEADER.toLowerCase())) > 1,
    token: headerOf(request, 'token'),
    idempotencyKey: headerOf(request, 'idempotency-key') || undefined,
    reference: referenceOf(request),
    leavePlace: request.leavePlace,
  };
}
