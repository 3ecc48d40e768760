import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/database.ts';
import { createMtnOperator } from '../../../money/payment/operators/mtn.ts';
import {
  createTestLog,
  refusingBaseUrl,
} from '../../../money/payment/operators/stub-operator.test-support.ts';
import { demoSettings } from '../../../simulator/settings.ts';
import { type SimulatorUnderTest, startSimulator } from '../../../simulator/simulator.test-support.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let simulator: SimulatorUnderTest;
let baseUrl: string;
beforeAll(async () => {
  database = await createTestDatabase();
  simulator = await startSimulator(database.url);
  const { port } = simulator.app.server.address() as { port: number };
  baseUrl = `http://127.0.0.1:${port}/sim/mtn`;
});
afterAll(async () => {
  await simulator.stop();
  await database.drop();
});

async function run(...words: string[]): Promise<{ status: number | null; out: string; said: string }> {
  const program = path.join(import.meta.dirname, '../main.ts');
  const child = spawn(process.execPath, [program, 'provision-mtn', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let said = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    said += text;
  });
  const status = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { status, out, said };
}

test('what the sandbox makes is printed as settings, and an adapter works with them', async () => {
  const { mtnCollectionKey: subscriptionKey } = demoSettings;
  const words = [
    '--subscription-key',
    subscriptionKey,
    '--callback-host',
    '127.0.0.1',
    '--base-url',
    baseUrl,
  ];
  const { status, out } = await run(...words);
  expect(status).toBe(0);
  const settings = Object.fromEntries(
    out.split('\n').flatMap((line) => (line.includes('=') ? [line.split(/=(.*)/).slice(0, 2)] : [])),
  );
  expect(settings).toMatchObject({ MTN_TARGET_ENVIRONMENT: 'sandbox', MTN_CURRENCY: 'EUR' });
  const keys = { subscriptionKey, apiUser: settings.MTN_API_USER, apiKey: settings.MTN_API_KEY };
  const mtn = createMtnOperator(
    {
      baseUrl: settings.MTN_BASE_URL,
      targetEnvironment: 'sandbox',
      currency: 'EUR',
      collection: keys,
      disbursement: keys,
    },
    () => 0,
    createTestLog(),
  );
  expect(await mtn.balance('collection')).toMatchObject({ amountNgwee: expect.any(Number) });
  // The other product has another subscription.
  expect(await mtn.balance('payout')).toBeUndefined();
});

test.each([
  [['--callback-host', '127.0.0.1'], /^Say: npm run mtn:provision/],
  [['--subscription-key', 'k', '--callback-host', 'https://loans.example'], /is no host/],
  [['--subscription-key', 'k', '--callback-host', 'h', '--base-url', 'sandbox'], /is no address/],
  [['--guess'], /^Say: npm run mtn:provision/],
])('%j is refused in one line', async (words, line) => {
  const { status, out, said } = await run(...words);
  expect({ status, out }).toEqual({ status: 1, out: '' });
  expect(said).toMatch(line);
  expect(said.trim()).not.toContain('\n');
});

test('a key that MTN does not know, and an MTN that is not there, are said plainly', async () => {
  const host = ['--callback-host', '127.0.0.1'];
  const unknown = await run('--subscription-key', 'guessed', ...host, '--base-url', baseUrl);
  expect(unknown).toEqual({ status: 1, out: '', said: 'MTN does not know this subscription key.\n' });
  const away = await run('--subscription-key', 'k', ...host, '--base-url', await refusingBaseUrl());
  expect(away).toEqual({ status: 1, out: '', said: 'MTN cannot be reached: ECONNREFUSED.\n' });
});
