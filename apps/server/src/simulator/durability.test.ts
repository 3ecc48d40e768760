import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { freePort } from '../platform/ports.ts';
import { demoSettings } from './settings.ts';
import { airtelClient, callAt, mtnClient, startReceiver } from './simulator.test-support.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver();
  port = await freePort();
});

afterAll(async () => {
  await receiver.stop();
  await database.drop();
});

async function startProcess(settings: object = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      SIMULATOR_PORT: String(port),
      SIMULATOR_DATABASE_URL: database.url,
      SIMULATOR_SETTINGS: JSON.stringify({
        pollMs: 15,
        callbackDelayMs: 0,
        airtelCallbackUrl: receiver.url,
        ...settings,
      }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A test that fails half-way must not leave its simulator running: the next test and the end of the run would wait.
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ended = once(child, 'exit');
    child.kill(signal);
    return (await ended)[0];
  };
  return { end, line: String(line), call: callAt(`http://127.0.0.1:${port}`) };
}

// The floats of the lender and the balances of the phones change by the same sum in opposite directions.
async function expectBooksBalance(): Promise<number> {
  const rows = await query(`
    select
      (select sum(balance_ngwee) - count(*) * ${demoSettings.startingBalanceNgwee} from simulator.phone)::float8 as phones,
      (select sum(balance_ngwee) - count(*) * ${demoSettings.startingFloatNgwee}::bigint from simulator.float_account)::float8 as floats,
      (select coalesce(sum(case direction when 'payout' then amount_ngwee else -amount_ngwee end), 0)
         from simulator.instruction where outcome = 'succeeded')::float8 as book,
      (select count(*) from simulator.message)::float8 as messages`);
  const { phones, floats, book, messages } = rows[0]!;
  const succeeded = await succeededCount();
  expect({ phones, floats, messages }).toEqual({ phones: book, floats: 0 - book!, messages: succeeded });
  return succeeded;
}

async function succeededCount(): Promise<number> {
  const rows = await query(
    `select count(*)::float8 as count from simulator.instruction where outcome = 'succeeded'`,
  );
  return rows[0]!.count!;
}

async function query(statement: string): Promise<Record<string, number>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Record<string, number>>(statement)).rows;
  } finally {
    await client.end();
  }
}

test('after kill -9, what was due meanwhile happens on the next start', async () => {
  const first = await startProcess();
  expect(first.line).toBe(`Simulator listening on http://127.0.0.1:${port}/sim\n`);
  await first.call('PUT', '/api/faults', { seed: 3, rates: { callbackLate: 1 } });
  const collection = await mtnClient(first.call, 'collection');
  const disbursement = await mtnClient(first.call, 'disbursement');
  const [paid, prompted] = [randomUUID(), randomUUID()];
  await disbursement.instruct('260966700001', '10', { reference: paid, callbackUrl: receiver.url });
  await collection.instruct('260966700002', '10', { reference: prompted, callbackUrl: receiver.url });
  await first.end('SIGKILL');

  await query(`update simulator.callback set due_at = due_at - interval '1 minute'`);
  await query(
    `update simulator.instruction set prompt_expires_at = prompt_expires_at - interval '5 minutes'`,
  );
  expect(receiver.received).toEqual([]);

  const second = await startProcess({ callbackLateMs: 0 });
  await receiver.expectCallbacks(2);
  expect(receiver.received.map(({ body }) => body.status).sort()).toEqual(['FAILED', 'SUCCESSFUL']);
  const again = await mtnClient(second.call, 'collection');
  expect((await again.status(prompted)).json).toMatchObject({ status: 'FAILED', reason: 'EXPIRED' });
  expect((await disbursement.get('account/balance')).status).toBe(200);
  expect(await second.call('PUT', '/api/date', { businessDate: '2030-01-01' })).toMatchObject({
    status: 404,
  });
  expect(await second.end('SIGTERM')).toBe(0);
});

test('kill -9 in the middle of payouts and approvals leaves books that balance', async () => {
  for (let round = 0; round < 3; round += 1) {
    const simulator = await startProcess();
    await simulator.call('PUT', '/api/faults', { seed: 5, rates: { callbackLate: 0, answerLost: 0.2 } });
    const disbursement = await mtnClient(simulator.call, 'disbursement');
    const airtel = await airtelClient(simulator.call);
    const succeededBefore = await expectBooksBalance();
    const work = Array.from({ length: 60 }, async (_, index) => {
      const msisdn = String(977_800_000 + round * 100 + index);
      await disbursement.instruct(`260${msisdn}`, '7.25', { callbackUrl: receiver.url }).catch(() => 'lost');
      await airtel.collect(msisdn, 3.5).catch(() => 'lost');
      const path = `/api/phones/0${msisdn}`;
      const [prompt] = (await simulator.call('GET', path)).json.prompts;
      await simulator.call('POST', `${path}/prompts/${prompt.id}`, { action: 'approve' });
    });
    const settled = Promise.allSettled(work);
    const enough = succeededBefore + 20 + round * 15;
    await vi.waitFor(async () => expect(await succeededCount()).toBeGreaterThan(enough), 30_000);
    await simulator.end('SIGKILL');
    expect((await settled).some(({ status }) => status === 'rejected')).toBe(true);
    expect(await expectBooksBalance()).toBeGreaterThan(enough);
  }
});

test('a missing port or database is one clear line', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, SIMULATOR_PORT: '70000' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [line] = await once(child.stderr, 'data');
  expect(String(line)).toBe('SIMULATOR_PORT must be a port number.\n');
  expect((await once(child, 'exit'))[0]).toBe(1);
});
