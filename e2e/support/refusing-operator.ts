import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallKind } from '../../apps/server/src/book/settings/operator-settings.ts';

type Taken = { kind: CallKind; atMs: number; isRefused: boolean };

/** A road to MTN that refuses a part of the calls with 429 and notes when each call came. */
export type RefusingOperator = { url: string; taken: readonly Taken[]; close(): Promise<void> };

const NOT_PASSED_ON = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** Tokens have no pace. */
function kindOf(method: string, url: string): CallKind | undefined {
  if (!/\/(requesttopay|transfer)\b/.test(url)) return /\/account/.test(url) ? 'account' : undefined;
  return method === 'POST' ? 'instruction' : 'status';
}

/** Every call of a kind whose number can be divided by `refusesEvery` is refused, and nothing of it is carried out. */
export async function openRefusingOperator(target: string, refusesEvery: number): Promise<RefusingOperator> {
  const taken: Taken[] = [];

  function isRefused(kind: CallKind | undefined): boolean {
    if (kind === undefined) return false;
    const number = taken.filter((call) => call.kind === kind).length + 1;
    const refused = number % refusesEvery === 0;
    taken.push({ kind, atMs: performance.now(), isRefused: refused });
    return refused;
  }

  const server = createServer(async (request, reply) => {
    const { method = 'GET', url = '' } = request;
    const refused = isRefused(kindOf(method, url));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (refused) return reply.writeHead(429, { 'retry-after': '1' }).end();
    const headers = Object.entries(request.headers).filter(([name]) => !NOT_PASSED_ON.has(name));
    const body = Buffer.concat(chunks);
    const answer = await fetch(target + url, {
      method,
      headers: headers as [string, string][],
      ...(body.length > 0 ? { body } : {}),
    });
    const text = await answer.text();
    reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    reply.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
