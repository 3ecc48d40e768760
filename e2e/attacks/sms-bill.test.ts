import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';
import { doorOf, newSecret, type Origin } from './door.ts';

const PER_HOUR = 250;
const PER_PREFIX = 200;

let server: AppServer;
let door: ReturnType<typeof doorOf>;
beforeAll(async () => {
  server = await startAppServer({
    settings: {
      CODES_PER_HOUR: String(PER_HOUR),
      CODES_PER_PREFIX_PER_HOUR: String(PER_PREFIX),
      DEMO_BORROWERS: 'false',
    },
  });
  door = doorOf(server);
});
afterAll(() => server.stop());

const alarms = () =>
  server.logLines.map((line) => JSON.parse(line)).filter(({ alarm }) => alarm !== undefined);

/** Asks for codes to numbers that never signed in, each from a network of its own, until one is refused. */
async function sendUntilRefused(operator: 'mtn' | 'airtel'): Promise<{ sent: number; refusal: object }> {
  for (let sent = 0; ; sent += 1) {
    const answer = await door.send(server.newMobile(operator), { address: `${door.newNetwork()}.1` });
    if (answer.code !== 200) return { sent, refusal: answer };
  }
}

async function sendsUntilRefused(froms: { mobile: string; from: Origin }[]): Promise<number> {
  let sent = 0;
  for (const { mobile, from } of froms) if ((await door.send(mobile, from)).code === 200) sent += 1;
  return sent;
}

test('codes to invented numbers stop at the budget of their prefix and of the hour; borrowers and known phones still get theirs', async () => {
  const borrowers = [];
  for (let count = 0; count < 60; count += 1) {
    const mobile = server.newMobile('airtel');
    const from = { address: `${door.newNetwork()}.1`, deviceSecret: newSecret() };
    await door.signIn(mobile, from);
    borrowers.push({ mobile, from });
  }
  server.clock.advance({ hours: 25 });

  const invented = await sendUntilRefused('airtel');
  expect(invented.sent).toBe(PER_PREFIX * 0.7);
  expect(invented.refusal).toMatchObject({
    code: 429,
    msg: expect.stringMatching(
      /^We cannot send more codes at the moment\. Please try again in \d+ minutes\.$/,
    ),
    data: { retryAfterSeconds: expect.any(Number) },
  });
  const onNewPhones = borrowers.map(({ mobile }) => ({
    mobile,
    from: { address: `${door.newNetwork()}.1` },
  }));
  expect(await sendsUntilRefused(onNewPhones)).toBe(PER_PREFIX * 0.2);
  expect(await sendsUntilRefused(borrowers)).toBe(PER_PREFIX * 0.1);

  // Numbers of another prefix wait for the budget of the hour only, which numbers that never signed in reach first.
  expect((await sendUntilRefused('mtn')).sent).toBe(0);
  server.clock.advance({ hours: 1 });
  expect((await sendUntilRefused('mtn')).sent).toBe(PER_PREFIX * 0.7);
  expect((await sendUntilRefused('airtel')).sent).toBe(PER_HOUR * 0.7 - PER_PREFIX * 0.7);
});

test('a budget that is reached is one line in the log for an hour, without personal data, and is in the metrics', async () => {
  const hours = (kind: string) => alarms().filter(({ alarm }) => alarm === kind);
  expect(hours('prefix_budget').map(({ prefix }) => prefix)).toEqual(['097', '096']);
  expect(hours('budget')).toHaveLength(2);
  for (const { level, ...line } of alarms()) {
    expect(level).toBe(40);
    expect(JSON.stringify(line)).not.toMatch(/0\d{9}|10\.\d+\.\d+/);
  }
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toMatch(/^thumba_codes_this_hour\{kind="sent"\} 175$/m);
  expect(metrics).toMatch(/^thumba_codes_this_hour\{kind="verified"\} 0$/m);
  expect(metrics).toMatch(/^thumba_code_alarms_this_hour 3$/m);
});

test('codes that are sent and hardly ever entered raise an alarm', () => {
  expect(alarms().filter(({ alarm }) => alarm === 'few_verified')).toHaveLength(2);
});
