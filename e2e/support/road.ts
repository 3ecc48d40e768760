import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server between ours and an operator. */
export type Road = { url: string; close(): Promise<void> };

export type RoadAnswer = { status: number; headers: Record<string, string>; text: string };

const NOT_PASSED_ON = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** `answer` may send a request on to an address and answer as that did, or answer by itself. */
export async function openRoad(
  answer: (
    request: IncomingMessage,
    passOn: (target: string) => Promise<RoadAnswer>,
  ) => RoadAnswer | Promise<RoadAnswer>,
): Promise<Road> {
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const passOn = (target: string) => forward(request, Buffer.concat(chunks), target);
    const { status, headers, text } = await answer(request, passOn);
    reply.writeHead(status, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function forward(request: IncomingMessage, body: Buffer, target: string): Promise<RoadAnswer> {
  const { method = 'GET', url = '' } = request;
  const headers = Object.entries(request.headers).filter(([name]) => !NOT_PASSED_ON.has(name));
  const answer = await fetch(target + url, {
    method,
    headers: headers as [string, string][],
    ...(body.length > 0 ? { body } : {}),
  });
  const contentType = answer.headers.get('content-type') ?? 'text/plain';
  return { status: answer.status, headers: { 'content-type': contentType }, text: await answer.text() };
}
