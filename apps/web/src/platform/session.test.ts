import { describe, expect, test } from 'vitest';
import { closeLoginPanel, createSession, keepChannelOf, openLoginPanel, signIn, signOut } from './session.ts';
import { memoryStorage } from './storage.ts';

function uuids() {
  let count = 0;
  return () => `uuid-${++count}`;
}

describe('a new session', () => {
  test('starts with the defaults', () => {
    expect(createSession(memoryStorage(), uuids()).getState()).toMatchObject({
      AppVersionCode: '1016',
      tenantID: 'tenant_26',
      lang: 'en',
      device: 'h5',
      token: null,
      authStep: 1,
      productIndex: 0,
      remind: false,
    });
  });

  test('has its own uid for each load, and the phone’s own device id for all of them', () => {
    const storage = memoryStorage();
    const makeUuid = uuids();
    const first = createSession(storage, makeUuid).getState();
    const second = createSession(storage, makeUuid).getState();
    expect(second.deviceId).toBe(first.deviceId);
    expect(second.uid).not.toBe(first.uid);
  });
});

describe('what outlives the page', () => {
  test('token, step, channel and version are kept; whose data it was is not', () => {
    const storage = memoryStorage();
    const session = createSession(storage, uuids());
    signIn(session, 'secret', 7);
    session.setState({ authStep: 3, appChannelCode: 'WM2', AppVersionCode: '1017', userStatus: 5 });
    expect(createSession(storage, uuids()).getState()).toMatchObject({
      token: 'secret',
      authStep: 3,
      appChannelCode: 'WM2',
      AppVersionCode: '1017',
      userId: null,
      userInfo: null,
      userStatus: null,
    });
  });

  test('a link that names a channel decides it; one that does not leaves it', () => {
    const session = createSession(memoryStorage(), uuids());
    keepChannelOf(session, '?source=pwa&appChannelCode=H5GPF');
    keepChannelOf(session, '?appChannelCode=');
    keepChannelOf(session, '');
    expect(session.getState().appChannelCode).toBe('H5GPF');
  });
});

describe('logging out', () => {
  test('clears token, step, user and the remind flag, and keeps phone and channel', () => {
    const storage = memoryStorage();
    const session = createSession(storage, uuids());
    keepChannelOf(session, '?appChannelCode=WM2');
    signIn(session, 'secret', 7);
    session.setState({ authStep: 4, remind: true, userStatus: 5 });
    const { deviceId } = session.getState();
    signOut(session);
    const expected = {
      token: null,
      authStep: 1,
      userId: null,
      userInfo: null,
      appChannelCode: 'WM2',
      deviceId,
    };
    expect(session.getState()).toMatchObject({
      ...expected,
      remind: false,
      userStatus: null,
      marketList: [],
    });
    expect(createSession(storage, uuids()).getState()).toMatchObject(expected);
  });
});

describe('the login panel', () => {
  test('remembers where the borrower was headed until it is closed', () => {
    const session = createSession(memoryStorage(), uuids());
    openLoginPanel(session, '/me/wallet');
    expect(session.getState()).toMatchObject({ isLoginPanelOpen: true, headedTo: '/me/wallet' });
    closeLoginPanel(session);
    expect(session.getState()).toMatchObject({ isLoginPanelOpen: false, headedTo: null });
  });

  test('is closed when the page is loaded again', () => {
    const storage = memoryStorage();
    openLoginPanel(createSession(storage, uuids()), '/me');
    expect(createSession(storage, uuids()).getState().isLoginPanelOpen).toBe(false);
  });
});
