import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between the server and an operator. A test can hold a request in it. */
export type SlowRoad = {
  url: string;
  /** The address that requests are passed on to. */
  leadTo(url: string): void;
  /** Holds the next request to this path until it is released, even after the server's timeout. */
  hold(path: string): { arrived: Promise<void>; letGo(): Promise<void> };
  close(): Promise<void>;
};

type Hold = { path: string; arrive(): void; free: Promise<void>; pass(): void };

const NOT_PASSED_ON = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

export async function openSlowRoad(): Promise<SlowRoad> {
  let target = '';
  let holds: Hold[] = [];

  async function forward(request: IncomingMessage, body: Buffer): Promise<Response> {
    const headers = Object.entries(request.headers).filter(([name]) => !NOT_PASSED_ON.has(name));
    return fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: headers as [string, string][],
      ...(body.length > 0 ? { body } : {}),
    });
  }

  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const held = holds.find(({ path }) => request.url === path);
    if (held) {
      holds = holds.filter((hold) => hold !== held);
      held.arrive();
      await held.free;
    }
    const answer = await forward(request, Buffer.concat(chunks));
    const text = await answer.text();
    held?.pass();
    reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    reply.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    leadTo(url) {
      target = url;
    },
    hold(path) {
      const arrived = Promise.withResolvers<void>();
      const free = Promise.withResolvers<void>();
      const passed = Promise.withResolvers<void>();
      holds.push({ path, arrive: arrived.resolve, free: free.promise, pass: passed.resolve });
      return {
        arrived: arrived.promise,
        letGo() {
          free.resolve();
          return passed.promise;
        },
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
