import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { type SimulatorUnderTest, startSimulator } from './simulator.test-support.ts';

let simulator: SimulatorUnderTest;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  simulator = await startSimulator(database.url, { googleTokenSeconds: 60 });
  drop = database.drop;
});
afterAll(async () => {
  await simulator.stop();
  await drop();
});

const wanted = {
  client_id: 'some-app',
  response_type: 'token',
  scope: 'openid email profile',
  state: '"><script>',
  origin: 'http://localhost:8080',
};
const form = (fields: Record<string, string>) =>
  simulator.call('POST', '/google/authorize', new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function tokenOf(email: string): Promise<string> {
  const { text } = await form({ ...wanted, email });
  return /access_token&quot;:&quot;([\w.-]+)/.exec(text)![1]!;
}

test('the window shows accounts to choose from and repeats nothing as markup', async () => {
  const { status, text } = await simulator.call('GET', `/google/authorize?${new URLSearchParams(wanted)}`);
  expect(status).toBe(200);
  expect(text).toContain('mutinta.zulu@example.com');
  expect(text).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(text).not.toContain('"><script>');
});

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another flow', { response_type: 'code' }],
  ['no address', { scope: 'openid' }],
])('a request of %s is refused', async (_what, wrong) => {
  expect((await form({ ...wanted, ...wrong, email: 'a@example.com' })).status).toBe(400);
});

test('the answer goes to the origin that asked, with its state, or says that nobody was chosen', async () => {
  const chosen = await form({ ...wanted, email: 'Mutinta.Zulu@example.com' });
  expect(chosen.text).toContain('data-origin="http://localhost:8080"');
  expect(chosen.text).toContain('&quot;expires_in&quot;:&quot;60&quot;');
  const cancelled = await form({ ...wanted, action: 'cancel' });
  expect(cancelled.text).toContain('access_denied');
  expect(cancelled.text).not.toContain('access_token');
  expect((await form({ ...wanted, email: 'nobody' })).status).toBe(400);
});

test('a token tells whom it was issued for and whose it is, until it ends', async () => {
  const token = await tokenOf('Mutinta.Zulu@example.com');
  const sub = '108460271935570261843';
  expect((await simulator.call('POST', '/google/tokeninfo', undefined, bearer(token))).json).toMatchObject({
    aud: 'some-app',
    sub,
    expires_in: '60',
  });
  expect((await simulator.call('GET', '/google/userinfo', undefined, bearer(token))).json).toEqual({
    sub,
    name: 'Mutinta Zulu',
    email: 'mutinta.zulu@example.com',
    email_verified: true,
  });
  simulator.wait(60_000);
  expect((await simulator.call('POST', '/google/tokeninfo', undefined, bearer(token))).status).toBe(400);
  expect((await simulator.call('GET', '/google/userinfo', undefined, bearer(token))).status).toBe(401);
});
