import { connect } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { createHttpServer } from './http.ts';
import { createLog } from './log.ts';
import { dropSlowBodies, giveBodyTime } from './slow-bodies.ts';

const log = createLog({ level: 'silent', service: 'test' });
let http: FastifyInstance | undefined;
/** The errors of requests that ended before their bodies were to arrive. */
let errorsOfEnded: object[] = [];
afterEach(() => http?.close());

/** What a caller reads up to the end of the connection, who sends nine bytes of a body and no more. */
async function answerToHalfABody(path: string): Promise<string> {
  const app = await createHttpServer({ log, trustProxy: false });
  http = app;
  app.post('/reads', async () => ({ read: true }));
  const onRequest = async ({ raw }: FastifyRequest) => giveBodyTime(raw, 350);
  app.post('/waits', { onRequest }, async () => ({ read: true }));
  const [framework] = app.server.listeners('request') as ((...args: unknown[]) => void)[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (request.url === '/ends') request.on('error', (error: Error) => errorsOfEnded.push(error)).destroy();
    else if (request.url === '/refuses') response.writeHead(503, { 'content-length': 7 }).end('refused');
    else framework!.call(app.server, request, response);
  });
  dropSlowBodies(app, 100);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"half":1,`,
  );
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return received;
}

test('a request whose body does not arrive gets 408 and the end of its connection', async () => {
  expect(await answerToHalfABody('/reads')).toContain('408 Request Timeout');
});

test('a connection ends when the body of a refused request does not arrive', async () => {
  const received = await answerToHalfABody('/refuses');
  expect(received).toContain('503 Service Unavailable');
  expect(received).toContain('refused');
});

test('a body for which more time was given is cut after that time, and not before', async () => {
  const beganAt = performance.now();
  expect(await answerToHalfABody('/waits')).toContain('408 Request Timeout');
  expect(performance.now() - beganAt).toBeGreaterThan(350);
});

test('a request that has ended before its body could arrive is not watched', async () => {
  errorsOfEnded = [];
  expect(await answerToHalfABody('/ends')).toBe('');
  await http?.close();
  // Takes as long as the first request would have been given.
  expect(await answerToHalfABody('/reads')).toContain('408 Request Timeout');
  expect(errorsOfEnded.filter((error) => 'statusCode' in error)).toEqual([]);
});
