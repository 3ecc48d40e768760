import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type StubRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  bodyText: string;
  clientPort: number | undefined;
};

export type StubReply =
  | { status: number; json?: unknown; text?: string; headers?: Record<string, string> }
  /** Takes the request and never answers. */
  | 'silence'
  /** Takes the request and tears the connection down. */
  | 'reset';

/** A short time for a stub that never answers, and a long one for every other on a busy machine. */
export function timeoutFor(reply: StubReply): { timeoutMs?: number } {
  return reply === 'silence' ? { timeoutMs: 150 } : {};
}

export type StubOperator = { baseUrl: string; requests: StubRequest[]; close(): Promise<void> };

/** A real HTTP server in the place of the operator's, answering as its documents say. */
export async function startStubOperator(
  reply: (request: StubRequest) => StubReply | Promise<StubReply>,
): Promise<StubOperator> {
  const requests: StubRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      bodyText: Buffer.concat(chunks).toString('utf8'),
      clientPort: incoming.socket.remotePort,
    };
    requests.push(request);
    const answer = await reply(request);
    if (answer === 'silence') return;
    if (answer === 'reset') {
      incoming.socket.resetAndDestroy();
      return;
    }
    outgoing.writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers });
    outgoing.end(answer.text ?? (answer.json === undefined ? '' : JSON.stringify(answer.json)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, requests, close };
}

/** The address of a port that nothing listens on. */
export async function refusingBaseUrl(): Promise<string> {
  const stub = await startStubOperator(() => ({ status: 500 }));
  await stub.close();
  return stub.baseUrl;
}

export type TestLog = { entries: string[]; warn(details: object, message: string): void };

export function createTestLog(): TestLog {
  const entries: string[] = [];
  return { entries, warn: (details, message) => entries.push(JSON.stringify({ ...details, message })) };
}
