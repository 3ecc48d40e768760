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
  redirect_uri: 'http://localhost:8080/google-return.html',
};
const form = (fields: Record<string, string>) =>
  simulator.call('POST', '/google/authorize', new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function tokenOf(email: string): Promise<string> {
  return (await answerTo({ ...wanted, email })).answer.access_token!;
}

/** Where the form leads, and the answer in the fragment of that address. */
async function answerTo(fields: Record<string, string>) {
  const { headers } = await simulator.app.inject({
    method: 'POST',
    url: '/sim/google/authorize',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
  const [page, fragment] = String(headers.location).split('#');
  return { page, answer: Object.fromEntries(new URLSearchParams(fragment)) };
}

test('the window shows accounts to choose from and repeats nothing as markup', async () => {
  const { status, text } = await simulator.call('GET', `/google/authorize?${new URLSearchParams(wanted)}`);
  expect(status).toBe(200);
  expect(text).toContain('mutinta.zulu@example.com');
  expect(text).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect(text).not.toContain('"><script>');
});

test.each([
  ['another site', { redirect_uri: 'https://evil.example/google-return.html' }],
  ['another flow', { response_type: 'code' }],
  ['no address', { scope: 'openid' }],
])('a request of %s is refused', async (_what, wrong) => {
  expect((await form({ ...wanted, ...wrong, email: 'a@example.com' })).status).toBe(400);
});

test('the answer leads back to the app, with its state, or says that no account was chosen', async () => {
  const chosen = await answerTo({ ...wanted, email: 'Mutinta.Zulu@example.com' });
  expect(chosen.page).toBe('http://localhost:8080/google-return.html');
  expect(chosen.answer).toMatchObject({
    access_token: expect.any(String),
    expires_in: '60',
    state: wanted.state,
  });
  const cancelled = await answerTo({ ...wanted, action: 'cancel' });
  expect(cancelled.answer).toEqual({ error: 'access_denied', state: wanted.state });
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

test('an ID token tells the same of itself, and is no access token', async () => {
  const { answer } = await answerTo({
    ...wanted,
    response_type: 'id_token',
    email: 'Mutinta.Zulu@example.com',
  });
  const token = answer.id_token!;
  expect(token.split('.')).toHaveLength(3);
  const info = (idToken: string) =>
    simulator.call('POST', '/google/tokeninfo', new URLSearchParams({ id_token: idToken }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  expect(await info(token)).toMatchObject({
    status: 200,
    json: {
      iss: 'https://accounts.google.com',
      aud: 'some-app',
      sub: '108460271935570261843',
      email: 'mutinta.zulu@example.com',
      email_verified: 'true',
      exp: expect.stringMatching(/^\d+$/),
    },
  });
  expect((await info(`${token.slice(0, -3)}AAA`)).status).toBe(400);
  expect((await simulator.call('POST', '/google/tokeninfo', undefined, bearer(token))).status).toBe(400);
  expect((await simulator.call('GET', '/google/userinfo', undefined, bearer(token))).status).toBe(401);
  simulator.wait(60_000);
  expect((await info(token)).status).toBe(400);
});
