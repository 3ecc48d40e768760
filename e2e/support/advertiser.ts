import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server of an advertising network, as far as the lender's server speaks to it. */
export type Advertiser = {
  url: string;
  /** The requests that came, with the path and the parsed body. */
  requests: { path: string; body: unknown }[];
  /** The HTTP status of its answers. */
  status: number;
  close(): Promise<void>;
};

export async function openAdvertiser(): Promise<Advertiser> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString();
    advertiser.requests.push({ path: request.url ?? '', body: text === '' ? null : JSON.parse(text) });
    response.writeHead(advertiser.status, { 'content-type': 'application/json' });
    response.end('{"events_received":1}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const advertiser: Advertiser = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    status: 200,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
  return advertiser;
}
