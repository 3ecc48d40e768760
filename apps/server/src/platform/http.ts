import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import helmet from '@fastify/helmet';
import { type Envelope, type OutcomeCode, REQUEST_TIMEOUT_MS } from '@thumba/contract/envelope';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { endConnectionsOnClose } from './closing.ts';
import { isDatabaseAway } from './database.ts';
import type { Log } from './log.ts';
import { refused } from './reply.ts';
import { envelope } from './serve.ts';

/** What a request that never reaches a handler answers: its HTTP status, with the envelope all the same. */
const UNREACHED: Record<number, { code: Exclude<OutcomeCode, 200>; msg: string }> = {
  404: { code: 404, msg: 'There is nothing here' },
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

const IDENTITY_SERVICES = 'https://accounts.google.com/gsi';

export async function createHttpServer(options: {
  log: Log;
  trustProxy: boolean;
  /** Where pages sign in with Google: in a window at `authorizeUrl`, or unset by Google's Identity Services. */
  google?: { authorizeUrl: string | undefined } | undefined;
}): Promise<FastifyInstance> {
  const asksGoogle = options.google !== undefined && options.google.authorizeUrl === undefined;
  const ofGoogle = (...paths: string[]) =>
    asksGoogle ? paths.map((place) => `${IDENTITY_SERVICES}/${place}`) : [];

  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_TIMEOUT_MS,
    // The framework's own answers to an address it cannot read would repeat that address, and lack the envelope.
    frameworkErrors: (error, _request, reply: FastifyReply) => {
      const status = error.statusCode ?? 400;
      reply.status(status).send(unreached(status));
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy(error);
      const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
      const body = JSON.stringify(unreached(status));
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    },
  }) as unknown as FastifyInstance;

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...ofGoogle('client')],
        styleSrc: ["'self'", ...ofGoogle('style')],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...ofGoogle('')],
        frameSrc: ["'self'", ...ofGoogle('')],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    // The window that asks for a Google account has to answer the page that opened it.
    crossOriginOpenerPolicy: { policy: options.google ? 'same-origin-allow-popups' : 'same-origin' },
  });

  endConnectionsOnClose(app);

  // Several calls of the contract are POSTs without a body, which browsers still send as JSON.
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, next) => {
    if (text === '') return next(null, undefined);
    try {
      next(null, JSON.parse(text as string));
    } catch {
      next(Object.assign(new Error('malformed JSON'), { statusCode: 400 }), undefined);
    }
  });

  app.setNotFoundHandler((_request, reply) => reply.status(404).send(unreached(404)));

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = isDatabaseAway(error) ? 503 : (error.statusCode ?? 500);
    // A connection closed while the phone still sends would be cut before it has read why.
    if (status === 413) reply.removeHeader('connection');
    if (status < 500) return reply.status(status).send(unreached(status));
    const reference = request.id.slice(0, 8);
    request.log.error({ err: error, req: request, reference }, 'request failed');
    if (status === 503) return reply.status(503).send(unreached(503));
    return reply
      .status(500)
      .send(
        envelope(refused(500, `Something went wrong on our side. Please try again. Reference ${reference}.`)),
      );
  });

  return app;
}
