import { afterEach, expect, test, vi } from 'vitest';
import { session, signIn } from './session.ts';
import { loadUserInfo } from './user-info.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  session.setState(session.getInitialState());
});

function serverKnows(userId: number, meanwhile: () => void): void {
  vi.stubGlobal('fetch', async () => {
    meanwhile();
    return Response.json({ code: 200, msg: 'OK', data: { userId } });
  });
}

test('who is signed in is kept as the server knows them', async () => {
  signIn(session, 'hers', 0);
  serverKnows(7, () => undefined);
  await loadUserInfo();
  expect(session.getState()).toMatchObject({ userId: 7, userInfo: { userId: 7 } });
});

test('what arrives of one borrower after another has signed in is nobody’s', async () => {
  signIn(session, 'hers', 7);
  serverKnows(7, () => signIn(session, 'his', 8));
  await loadUserInfo();
  expect(session.getState()).toMatchObject({ token: 'his', userId: 8, userInfo: null });
});
