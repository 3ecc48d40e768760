import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apply, PATIENCE, signUp } from '../../test/app-borrower.ts';
import { createTestDatabase } from '../../test/database.ts';
import { WITHOUT_IDENTITY_CHECKS } from '../../test/identity-settings.ts';
import { createBorrowerClient } from '../demo/borrower-client.ts';
import { createHandset } from '../demo/handset.ts';
import { systemClock } from './clock.ts';
import { type Database, openDatabase } from './database.ts';
import { freePort } from './ports.ts';

const MAIN = path.join(import.meta.dirname, '../main.ts');

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let folder: string;
let mtn: Awaited<ReturnType<typeof startSlowMtn>>;
let child: ChildProcess;
let url: string;
let printed = '';

/** A slow MTN: it receives a payout and answers late. */
async function startSlowMtn() {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  const { promise: hasHeard, resolve: hear } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    request.resume();
    if (request.url?.endsWith('/token/')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ access_token: 'token', token_type: 'access_token', expires_in: 3600 }));
      return;
    }
    hear();
    await mayAnswer;
    response.writeHead(202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hasHeard,
    answer,
    stop: () => server.close(),
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-stop-'));
  mtn = await startSlowMtn();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: database.programUrl,
      DATABASE_OWNER_URL: database.url,
      DEMO_BORROWERS: 'false',
      ...WITHOUT_IDENTITY_CHECKS,
      MTN_BASE_URL: mtn.url,
      DATABASE_ANSWER_MS: '60000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const keep = (text: Buffer) => {
    printed += text;
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  await vi.waitFor(
    async () => {
      const ready = await fetch(`${url}/readyz`).catch(() => undefined);
      if (!ready?.ok) throw new Error(`the server is not ready:\n${printed}`);
    },
    { timeout: 90_000, interval: 50 },
  );
});
afterAll(async () => {
  child.kill('SIGKILL');
  mtn.stop();
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test('a server that is told to stop finishes the requests and the operator calls it has begun', async () => {
  const borrower = await signUp({
    newClient: () => createBorrowerClient(url, systemClock.nowMs),
    newMobile: () => '0968200001',
    handset: createHandset(`${url}/sim`),
  });
  const { orderId } = await apply(borrower);
  await mtn.hasHeard;
  const holdUp = await db.pool.connect();
  await holdUp.query('begin; lock table loan in access exclusive mode');
  const answer = borrower.call('queryLoanDetail', { params: { id: orderId } });
  await vi.waitFor(async () => {
    const { rows } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(1);
  }, PATIENCE);

  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow(), PATIENCE);
  await holdUp.query('commit');
  holdUp.release();
  expect(await answer).toMatchObject({ code: 200, data: { orderId, status: 'paying_out' } });
  await sleep(300);
  expect(child.exitCode).toBeNull();
  mtn.answer();
  const answeredAtMs = performance.now();
  expect(await ended).toBe(0);
  expect(performance.now() - answeredAtMs).toBeLessThan(20_000);

  const { rows } = await db.pool.query('select state from payment_attempt where loan_id = $1', [orderId]);
  expect(rows).toEqual([{ state: 'pending' }]);
  expect(printed).not.toContain('error');
});
