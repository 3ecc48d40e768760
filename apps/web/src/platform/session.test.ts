import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { followOtherTabs } from './follow-other-tabs.ts';
import {
  browserStorage,
  closeLoginPanel,
  createSession,
  keepChannelOf,
  keepLanguageOf,
  openBindPanel,
  openLoginPanel,
  signIn,
  signOut,
  type UserInfo,
} from './session.ts';
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

  test('belongs to the tenant that the server has written into the page', () => {
    vi.stubGlobal('document', {
      querySelector: (selector: string) =>
        selector === 'meta[name=tenant]' ? { content: 'tenant_7' } : null,
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(createSession(memoryStorage(), uuids()).getState().tenantID).toBe('tenant_7');
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

  test('the time of the server and the business date are kept for a start without a connection', () => {
    const storage = memoryStorage();
    createSession(storage, uuids()).setState({ serverTimeOffsetMs: 345_600_000, businessDaysAhead: 68 });
    expect(createSession(storage, uuids()).getState()).toMatchObject({
      serverTimeOffsetMs: 345_600_000,
      businessDaysAhead: 68,
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

describe('the language', () => {
  test('is kept from the link that names it, also after the page', () => {
    const storage = memoryStorage();
    keepLanguageOf(createSession(storage, uuids()), '?lang=en-XA');
    const session = createSession(storage, uuids());
    keepLanguageOf(session, '?source=pwa');
    expect(session.getState().lang).toBe('en-XA');
  });
});

describe('logging out', () => {
  test('clears token, step, user and the remind flag, and keeps phone, channel and language', () => {
    const storage = memoryStorage();
    const session = createSession(storage, uuids());
    keepChannelOf(session, '?appChannelCode=WM2');
    signIn(session, 'secret', 7);
    session.setState({ authStep: 4, remind: true, userStatus: 5, lang: 'ny' });
    const { deviceId } = session.getState();
    signOut(session);
    const expected = {
      token: null,
      authStep: 1,
      userId: null,
      userInfo: null,
      appChannelCode: 'WM2',
      deviceId,
      lang: 'ny',
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

describe('a borrower who leaves the phone', () => {
  const STAYING = { deviceSecret: 'secret of the phone', lenderPhone: '+260 211' };
  const OF_BORROWER = {
    keptAnswers: 'x',
    'draft.7.base': 'x',
    order: 'x',
    turntableWord: 'x',
    appLock: 'x',
    added: 'x',
  };

  function phoneOf(token: string) {
    const storage = memoryStorage();
    const tab = memoryStorage();
    const session = createSession(storage, uuids(), tab);
    signIn(session, token, 7);
    for (const [key, value] of Object.entries({ ...STAYING, ...OF_BORROWER })) storage.setItem(key, value);
    tab.setItem('draft.7.identity', 'x');
    return { storage, tab, session };
  }

  test.each(['logging out', 'another borrower'])('leaves nothing but what stays by %s', (how) => {
    const { storage, tab, session } = phoneOf('token');
    if (how === 'logging out') signOut(session);
    else signIn(session, 'another', 8);
    for (const key of Object.keys(OF_BORROWER)) expect(storage.getItem(key), key).toBeNull();
    for (const [key, value] of Object.entries(STAYING)) expect(storage.getItem(key)).toBe(value);
    expect(storage.getItem('deviceId')).toBe(session.getState().deviceId);
    expect(tab.getItem('draft.7.identity')).toBeNull();
  });

  test('leaves nothing that an answer wrote after that, or an earlier version before', () => {
    const { storage, session } = phoneOf('token');
    signOut(session);
    storage.setItem('newestMessage.7', '3');
    signIn(session, 'another', 8);
    expect(storage.getItem('newestMessage.7')).toBeNull();
    signOut(session);
    storage.setItem('draft.7.base', 'x');
    createSession(storage, uuids(), memoryStorage());
    expect(storage.getItem('draft.7.base')).toBeNull();
  });

  test('does not take the choice of a visitor who signs in', () => {
    const storage = memoryStorage();
    const session = createSession(storage, uuids(), memoryStorage());
    storage.setItem('order', 'K500');
    signIn(session, 'token', 7);
    expect(storage.getItem('order')).toBe('K500');
  });
});

describe('app lock', () => {
  test('locks each load of the page while it is on, until its borrower leaves', () => {
    const storage = memoryStorage();
    signIn(createSession(storage, uuids(), memoryStorage()), 'token', 7);
    expect(createSession(storage, uuids()).getState().isLocked).toBe(false);
    storage.setItem('appLock', 'the id of a key');
    const session = createSession(storage, uuids(), memoryStorage());
    expect(session.getState().isLocked).toBe(true);
    signOut(session);
    expect(session.getState().isLocked).toBe(false);
    expect(createSession(storage, uuids()).getState().isLocked).toBe(false);
  });

  test('that another tab turns on or off locks or unlocks this one', () => {
    const page = new EventTarget();
    vi.stubGlobal('window', page);
    onTestFinished(() => {
      vi.unstubAllGlobals();
      browserStorage.removeItem('appLock');
    });
    const session = createSession(browserStorage, uuids());
    signIn(session, 'token', 7);
    followOtherTabs(session);
    const change = (make: () => void) => {
      make();
      page.dispatchEvent(Object.assign(new Event('storage'), { key: 'appLock' }));
      return session.getState().isLocked;
    };
    expect(change(() => browserStorage.setItem('appLock', 'the id of a key'))).toBe(true);
    expect(change(() => browserStorage.removeItem('appLock'))).toBe(false);
    browserStorage.setItem('appLock', 'the id of a key');
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(session.getState().isLocked).toBe(true);
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

test('a Google account that waits for a number is given up with both panels', () => {
  const store = createSession(memoryStorage(), uuids());
  openLoginPanel(store, '/me');
  openBindPanel(store, 'ya29.token');
  expect(store.getState()).toMatchObject({ isBindPanelOpen: true, phoneBinding: 'ya29.token' });
  closeLoginPanel(store);
  expect(store.getState()).toMatchObject({
    isLoginPanelOpen: false,
    isBindPanelOpen: false,
    phoneBinding: null,
    headedTo: null,
  });
});

test('a tab follows another one to the next borrower, and keeps nothing of the last', () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  onTestFinished(() => void vi.unstubAllGlobals());
  const mine = createSession(browserStorage, uuids());
  followOtherTabs(mine);
  signIn(mine, 'hers', 7);
  mine.setState({ userInfo: { userId: 7 } as UserInfo, userStatus: 5 });
  const heed = () => page.dispatchEvent(Object.assign(new Event('storage'), { key: 'session' }));
  const other = createSession(browserStorage, uuids());
  other.setState({ authStep: 2 });
  heed();
  expect(mine.getState()).toMatchObject({ token: 'hers', userId: 7, authStep: 2, userStatus: 5 });
  signOut(other);
  signIn(other, 'his', 8);
  heed();
  expect(mine.getState()).toMatchObject({ token: 'his', userId: null, userInfo: null, userStatus: null });
});
