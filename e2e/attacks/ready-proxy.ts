import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 200;

export type ReadyProxy = {
  url: string;
  /** How many answers each server gave. */
  answers(): Record<string, number>;
  /** The requests that were answered with 500 or more, or not at all. */
  failures(): string[];
  close(): void;
};

/**
 * A proxy as a lender has one: it asks each server whether it is ready, and sends requests to the last one that is. If
 * none is ready, it stays with the one it had.
 */
export async function startReadyProxy(servers: readonly string[]): Promise<ReadyProxy> {
  let target = servers[0]!;
  let isOpen = true;
  const answers: Record<string, number> = {};
  const failures: string[] = [];

  async function look(): Promise<void> {
    while (isOpen) {
      const ready = await Promise.all(servers.map(isReady));
      target = servers.findLast((_server, index) => ready[index]) ?? target;
      await sleep(LOOK_EVERY_MS);
    }
  }

  const proxy = http.createServer((request, response) => {
    const to = target;
    const { method, url, headers } = request;
    const failed = (why: string) => failures.push(`${method} ${url?.split('?')[0]} at ${to}: ${why}`);
    const passed = http.request(to + url, { method, headers, agent: false }, (answer) => {
      answers[to] = (answers[to] ?? 0) + 1;
      if (answer.statusCode! >= 500) failed(String(answer.statusCode));
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', (error) => {
      failed(error.message);
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
    request.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  void look();

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    answers: () => ({ ...answers }),
    failures: () => [...failures],
    close() {
      isOpen = false;
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

function isReady(server: string): Promise<boolean> {
  return fetch(`${server}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
