import { DEVICE_SECRET_PATTERN } from '@thumba/contract/fields';
import { afterEach, expect, test, vi } from 'vitest';
import { deviceOfSignIn, deviceSecret, registerOlderDevice } from './device-secret.ts';
import { browserStorage, session, signIn, signOut } from './session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  browserStorage.removeItem('deviceSecret');
  session.setState(session.getInitialState());
});

/** The server as it answers `registerDevice`. Returns the bodies it was sent. */
function serverAnswers(code: number): { deviceSecret: string }[] {
  const bodies: { deviceSecret: string }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return Response.json({ code, msg: '', data: null });
  });
  return bodies;
}

test('the secret is made once, as the contract asks for it, and stays over a log-out', () => {
  const made = deviceSecret();
  expect(made).toMatch(DEVICE_SECRET_PATTERN);
  signIn(session, 'hers', 7);
  signOut(session);
  expect(deviceSecret()).toBe(made);
});

test('a sign-in names the secret and the id of a browser, and no id where a phone keeps its own', () => {
  session.setState({ deviceId: 'browser-1' });
  expect(deviceOfSignIn()).toEqual({ deviceSecret: deviceSecret(), deviceId: 'browser-1' });
  session.setState({ deviceId: '' });
  expect(deviceOfSignIn()).toEqual({ deviceSecret: deviceSecret() });
});

test('a device that signed in before it had a secret is registered once', async () => {
  signIn(session, 'hers', 7);
  const bodies = serverAnswers(200);
  await registerOlderDevice();
  await registerOlderDevice();
  expect(bodies).toEqual([{ deviceSecret: deviceSecret() }]);
});

test('a registration that failed is tried again at the next start', async () => {
  signIn(session, 'hers', 7);
  const bodies = serverAnswers(503);
  await registerOlderDevice();
  await registerOlderDevice();
  expect(bodies).toHaveLength(2);
});

test('neither a device with a secret nor one without a sign-in is registered', async () => {
  const bodies = serverAnswers(200);
  await registerOlderDevice();
  deviceSecret();
  signIn(session, 'hers', 7);
  await registerOlderDevice();
  expect(bodies).toEqual([]);
});
