import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { type Envelope, type OutcomeCode, REQUEST_TIMEOUT_MS } from '@thumba/contract/envelope';
import Fastify, {
  type ConnectionError,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { endConnectionsOnClose } from './closing.ts';
import { isDatabaseAway } from './database.ts';
import type { Log } from './log.ts';
import { referenceOf, type UnreadableRequest } from './refused-request.ts';
import { refused } from './reply.ts';
import { ANSWER_HEADERS, envelope } from './serve.ts';

/** The answers to requests that reach no handler. They have an HTTP status of their own, and the envelope too. */
const UNREACHED: Record<number, { code: Exclude<OutcomeCode, 200>; msg: string }> = {
  404: { code: 404, msg: 'There is nothing here' },
  408: { code: 408, msg: 'This took too long to arrive. Please try again.' },
  413: { code: 413, msg: 'This is too large to send' },
  414: { code: 414, msg: 'This address is too long' },
  415: { code: 415, msg: 'We could not read this request' },
  431: { code: 431, msg: 'This is too large to send' },
  503: { code: 503, msg: 'We are starting up. Please try again in a moment.' },
};

function unreached(status: number): Envelope<unknown> {
  const { code, msg } = UNREACHED[status] ?? { code: 400, msg: 'We could not read this request' };
  return envelope(refused(code, msg));
}

/** The framework counts the proxies from the one that speaks to this server, as `proxy-addr` does. */
function trustedProxies(trust: TrustProxy): string | false | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_address, hop) => hop < trust : trust;
}

/** Tells browsers to use https only, for a year. */
export const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

/** None, the number of proxies in front, or their networks. */
type TrustProxy = false | number | string;

export async function createHttpServer(options: {
  log: Log;
  trustProxy: TrustProxy;
  /** Browsers are told to use https only, for a year. */
  isHttpsOnly?: boolean;
  /** Set where pages open a window in which a Google account is chosen. */
  google?: object | undefined;
  /** Takes note of each request that could not be read. */
  onUnreadable?(request: UnreadableRequest): void;
}): Promise<FastifyInstance> {
  const { onUnreadable = () => undefined } = options;
  const strictTransport = options.isHttpsOnly ? HTTPS_ONLY : {};
  const headersOfRefusal = { ...ANSWER_HEADERS, ...strictTransport };
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(options.trustProxy),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_TIMEOUT_MS,
    // The framework's own answers to an address it cannot read repeat that address and have no envelope. No hook runs
    // before them, so they get their headers here.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const status = error.statusCode ?? 400;
      // Proxies are not looked at here, so the address may be that of a proxy.
      onUnreadable({ status, route: undefined, address: undefined, reference: referenceOf(request) });
      reply.status(status).headers(headersOfRefusal).send(unreached(status));
    },
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket, { headers: headersOfRefusal, onUnreadable }),
  }) as unknown as FastifyInstance;

  await app.register(helmet, pageHeaders(options.google));
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(strictTransport);
  });
  endConnectionsOnClose(app);
  // Node would answer an unknown Expect itself, without our headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  acceptEmptyJson(app);
  app.setNotFoundHandler((_request, reply) => reply.status(404).send(unreached(404)));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = statusOf(error);
    if (status < 500) onUnreadable(unreadable(request, status));
    return answerError(error, request, reply);
  });
  return app;
}

/** Answers what the HTTP parser refuses. There is no request yet, so the answer is written to the socket. */
function answerClientError(
  error: ConnectionError,
  socket: Socket,
  {
    headers,
    onUnreadable,
  }: { headers: Record<string, string>; onUnreadable: (request: UnreadableRequest) => void },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  // The address of the socket may be that of a proxy in front.
  onUnreadable({ status, route: undefined, address: undefined, reference: undefined });
  const body = JSON.stringify(unreached(status));
  const all = {
    ...headers,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** What pages may load and send, and which other windows they may talk to. */
function pageHeaders(google: object | undefined): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    // The window in which a Google account is chosen answers the page that opened it.
    crossOriginOpenerPolicy: { policy: google ? 'same-origin-allow-popups' : 'same-origin' },
  };
}

/** Several calls of the contract are POSTs without a body, which browsers send with the content type of JSON. */
function acceptEmptyJson(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, next) => {
    if (text === '') return next(null, undefined);
    try {
      next(null, JSON.parse(text as string));
    } catch {
      next(Object.assign(new Error('malformed JSON'), { statusCode: 400 }), undefined);
    }
  });
}

function statusOf(error: FastifyError): number {
  return isDatabaseAway(error) ? 503 : (error.statusCode ?? 500);
}

function unreadable(request: FastifyRequest, status: number): UnreadableRequest {
  const { url: route } = request.routeOptions;
  return { status, route, address: request.ip, reference: referenceOf(request) };
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = statusOf(error);
  // If the connection were closed while the phone still sends, the phone would not read the answer.
  if (status === 413) reply.removeHeader('connection');
  if (status < 500) return reply.status(status).send(unreached(status));
  const reference = referenceOf(request);
  request.log.error({ err: error, req: request, reference }, 'request failed');
  if (status === 503) return reply.status(503).send(unreached(503));
  return reply
    .status(500)
    .send(
      envelope(refused(500, `Something went wrong on our side. Please try again. Reference ${reference}.`)),
    );
}
