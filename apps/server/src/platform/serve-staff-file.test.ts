import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { Worker } from 'node:worker_threads';
import { STAFF_API_BASE, STAFF_HEADER, staffCalls } from '@thumba/contract/staff/calls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENCE } from '../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../test/app-server.ts';
import { consoleOriginOf, cookieHeader, type StaffMember } from '../../test/staff-client.ts';
import { mtnFile } from '../money/reconciliation/statement.test-support.ts';
import { hireMaryAndGrace } from '../staff/terminal/two-people.test-support.ts';

let server: AppServer;
let mary: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary } = await hireMaryAndGrace(server));
});
afterAll(() => server.stop());

const lineOf = (reference: string) => ({
  ...{ reference, at: '2026-11-21 10:00:05' },
  ...{ mobile: '0961234567', amount: '1.00' },
});

/** A statement that its thread reads for some seconds. */
function largeFile(): Buffer {
  const [head, line] = String(mtnFile([lineOf('1')])).split('\r\n');
  const lines = Array.from({ length: 100_000 }, (_, at) => line!.replace(/^1,/, `${1_000_000 + at},`));
  return Buffer.from(`${[head, ...lines].join('\r\n')}\r\n`);
}

/** The next thread that begins in this process. */
function nextThread(): Promise<Worker> {
  const { promise, resolve } = Promise.withResolvers<Worker>();
  const told = (message: unknown) => {
    unsubscribe('worker_threads', told);
    resolve((message as { worker: Worker }).worker);
  };
  subscribe('worker_threads', told);
  return promise;
}

test('a file whose sender hangs up keeps its place until its thread has ended', async () => {
  const file = largeFile();
  const url = new URL(consoleOriginOf(server) + STAFF_API_BASE + staffCalls.readOperatorStatement.path);
  url.searchParams.set('operator', 'mtn');
  const begun = nextThread();
  const sent = httpRequest(url, {
    method: 'POST',
    headers: {
      [STAFF_HEADER]: 'person',
      ...{ 'content-type': 'application/octet-stream', 'content-length': file.length },
      cookie: cookieHeader(mary.client.cookies),
    },
  });
  sent.on('error', () => undefined);
  sent.end(file);
  const thread = await begun;
  let hasEnded = false;
  const ended = once(thread, 'exit').then(() => {
    hasEnded = true;
  });
  const closed = new Promise<void>((resolve) => sent.once('close', resolve));
  sent.destroy();
  await closed;

  const small = new Uint8Array(mtnFile([lineOf('2')]));
  const sendSmall = () =>
    mary.client.call('readOperatorStatement', { query: { operator: 'mtn' }, file: small });
  while (!hasEnded) {
    const answer = await sendSmall();
    if (!hasEnded) expect(answer).toMatchObject({ code: 409, reason: 'busy' });
  }
  await ended;
  await vi.waitFor(async () => expect(await sendSmall()).toMatchObject({ code: 200 }), PATIENCE);
});
