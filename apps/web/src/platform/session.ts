import { DEFAULT_APP_VERSION_CODE, DEFAULT_TENANT } from '@thumba/contract/envelope';
import type { Answer } from '@thumba/contract/wire';
import { useStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { randomUuid } from './random.ts';
import { type KeyValueStorage, openStorage } from './storage.ts';

export type UserInfo = Answer<'getUserInfo'>;
export type LoanInfo = Answer<'getMyLoanInfo'>;

export type SessionState = {
  /** Names this load of the page in signatures. */
  uid: string;
  appName: string;
  AppVersionCode: string;
  tenantID: string;
  lang: 'en';
  device: 'Android' | 'h5';
  deviceId: string;
  appChannelCode: string;
  token: string | null;
  /** The step of authentication that comes next; 4 when the forms are done. */
  authStep: number;
  userInfo: UserInfo | null;
  userId: number | null;
  loanType: LoanInfo['loanType'];
  userStatus: number | null;
  productIndex: number;
  marketList: LoanInfo['marketList'];
  remind: boolean;
  isLoginPanelOpen: boolean;
  /** Where the borrower was going when the login panel opened. */
  headedTo: string | null;
  /** Server time minus the phone's, learnt when the server refused a signature for its time. */
  serverTimeOffsetMs: number;
};

const signedOut = {
  token: null,
  authStep: 1,
  userInfo: null,
  userId: null,
  remind: false,
} satisfies Partial<SessionState>;

const PERSISTED = ['AppVersionCode', 'appChannelCode', 'token', 'authStep', 'serverTimeOffsetMs'] as const;
const DEVICE_ID_KEY = 'deviceId';

export function createSession(storage: KeyValueStorage, makeUuid: () => string) {
  const deviceId = storage.getItem(DEVICE_ID_KEY) ?? makeUuid();
  storage.setItem(DEVICE_ID_KEY, deviceId);
  return createStore<SessionState>()(
    persist(
      (): SessionState => ({
        ...signedOut,
        uid: makeUuid(),
        appName: 'Thumba',
        AppVersionCode: DEFAULT_APP_VERSION_CODE,
        tenantID: DEFAULT_TENANT,
        lang: 'en',
        device: 'h5',
        deviceId,
        appChannelCode: '',
        loanType: 1,
        userStatus: null,
        productIndex: 0,
        marketList: [],
        isLoginPanelOpen: false,
        headedTo: null,
        serverTimeOffsetMs: 0,
      }),
      {
        name: 'session',
        version: 1,
        storage: createJSONStorage(() => storage),
        partialize: (state) =>
          Object.fromEntries(PERSISTED.map((key) => [key, state[key]])) as Pick<
            SessionState,
            (typeof PERSISTED)[number]
          >,
      },
    ),
  );
}

export type SessionStore = ReturnType<typeof createSession>;

export const browserStorage = openStorage(() => localStorage);
export const session = createSession(browserStorage, randomUuid);

export function useSession<Part>(select: (state: SessionState) => Part): Part {
  return useStore(session, select);
}

export function signIn(store: SessionStore, token: string, userId: number): void {
  store.setState({ token, userId });
}

export function signOut(store: SessionStore): void {
  store.setState({ ...signedOut, userStatus: null, marketList: [], productIndex: 0 });
}

export function openLoginPanel(store: SessionStore, headedTo: string | null = null): void {
  store.setState({ isLoginPanelOpen: true, headedTo });
}

export function closeLoginPanel(store: SessionStore): void {
  store.setState({ isLoginPanelOpen: false, headedTo: null });
}

/** A link that names a channel decides it from then on. */
export function keepChannelOf(store: SessionStore, search: string): void {
  const appChannelCode = new URLSearchParams(search).get('appChannelCode');
  if (appChannelCode) store.setState({ appChannelCode: appChannelCode.slice(0, 100) });
}

/** Another tab signed in or out: this one follows. */
export function followOtherTabs(store: SessionStore): void {
  window.addEventListener('storage', (event) => {
    if (event.key === store.persist.getOptions().name) void store.persist.rehydrate();
  });
}
