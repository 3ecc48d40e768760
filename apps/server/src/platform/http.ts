import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { type Envelope, REQUEST_TIMEOUT_MS } from '@thumba/contract/envelope';
import Fastify, {
  type ConnectionError,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { answerWords } from './answer-words.ts';
import { endConnectionsOnClose } from './closing.ts';
import { isDatabaseAway } from './database.ts';
import { inLanguageOf } from './language.ts';
import type { Log } from './log.ts';
import { referenceOf, type UnreadableRequest } from './refused-request.ts';
import { refused } from './reply.ts';
import { ANSWER_HEADERS, envelope } from './serve.ts';

/** The answer to a request that reaches no handler. It has an HTTP status of its own, and the envelope too. */
function unreached(status: number): Envelope<unknown> {
  switch (status) {
    case 404:
      return envelope(refused(404, answerWords.noSuchAddress));
    case 408:
      return envelope(refused(408, answerWords.tooSlow));
    case 413:
    case 431:
      return envelope(refused(status, answerWords.tooLarge));
    case 414:
      return envelope(refused(414, answerWords.addressTooLong));
    case 415:
      return envelope(refused(415, answerWords.unreadable));
    case 503:
      return envelope(refused(503, answerWords.starting));
    default:
      return envelope(refused(400, answerWords.unreadable));
  }
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
      reply.status(status).headers(headersOfRefusal);
      inLanguageOf(request, () => reply.send(unreached(status)));
    },
    clientErrorHandler: (error, socket) =>
      answerClientError(error, socket, { headers: headersOfRefusal, onUnreadable }),
  }) as unknown as FastifyInstance;

  // Without a limit of the requests in work there is no place to leave.
  app.decorateRequest('leavePlace', () => undefined);
  app.decorateRequest('place', undefined);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('handling', undefined);
  await app.register(helmet, pageHeaders(options.google));
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(strictTransport);
    done();
  });
  endConnectionsOnClose(app);
  // Node would answer an unknown Expect itself, without our headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  acceptEmptyJson(app);
  app.setNotFoundHandler((request, reply) =>
    inLanguageOf(request, () => reply.status(404).send(unreached(404))),
  );
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = statusOf(error);
    if (status < 500) onUnreadable(unreadable(request, status));
    return inLanguageOf(request, () => answerError(error, request, reply));
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
  return reply.status(500).send(envelope(refused(500, answerWords.failed(reference))));
}
