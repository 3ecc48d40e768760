import { DEFAULT_APP_VERSION_CODE, DEFAULT_TENANT } from '@thumba/contract/envelope';
import type { Answer } from '@thumba/contract/wire';
import { useStore } from 'zustand';
import { createPersistedStore } from './persisted-store.ts';
import { randomUuid } from './random.ts';
import {
  APP_LOCK_KEY,
  OF_VISITOR,
  openStorage,
  type PhoneStorage,
  STAYS_ON_PHONE,
  tabStorage,
} from './storage.ts';
import { toldByPage } from './told-by-page.ts';

export type UserInfo = Answer<'getUserInfo'>;
export type LoanInfo = Answer<'getMyLoanInfo'>;

export type SessionState = {
  /** Identifies this load of the page in signatures. */
  uid: string;
  appName: string;
  AppVersionCode: string;
  tenantID: string;
  /** The language of the app. */
  lang: string;
  device: 'Android' | 'h5';
  deviceId: string;
  appChannelCode: string;
  /** Further headers of every call, which the Android app sends. */
  appHeaders: Record<string, string>;
  token: string | null;
  /** The step of authentication that comes next; 4 when the forms are done. */
  authStep: number;
  userInfo: UserInfo | null;
  userId: number | null;
  loanType: LoanInfo['loanType'];
  userStatus: number | null;
  productIndex: number;
  marketList: LoanInfo['marketList'];
  /** Whether today's holiday has been shown. */
  remind: boolean;
  holidaysList: Answer<'getReminder'>['holidaysList'];
  isHolidaysOpen: boolean;
  isMarketingPopupOpen: boolean;
  /** Since the page was loaded, the borrower has signed in or paid: no offer of the lender is shown. */
  isQuietVisit: boolean;
  /** Where the app of this channel can be downloaded. */
  apkUrl: string;
  packageName: string;
  intentHost: string;
  isLoginPanelOpen: boolean;
  isBindPanelOpen: boolean;
  /** Nothing of the borrower is shown until the phone's screen lock has confirmed who holds it. */
  isLocked: boolean;
  /** Google's access token, while its account is not yet linked to a mobile number. */
  phoneBinding: string | null;
  /** Where the borrower was going when the login panel opened. */
  headedTo: string | null;
  /** Server time minus phone time, as last measured. */
  serverTimeOffsetMs: number;
  /** The days from the day in Lusaka to the business date; 0 outside a demo. */
  businessDaysAhead: number;
};

const signedOut = {
  token: null,
  authStep: 1,
  userInfo: null,
  userId: null,
  remind: false,
  userStatus: null,
  marketList: [],
  productIndex: 0,
  isLocked: false,
} satisfies Partial<SessionState>;

const PERSISTED = [
  'AppVersionCode',
  'lang',
  'appChannelCode',
  'token',
  'authStep',
  'serverTimeOffsetMs',
  'businessDaysAhead',
] as const;
export const SESSION_KEY = 'session';
const DEVICE_ID_KEY = 'deviceId';

const forgetting: (() => void)[] = [];
/** Set while a change of another tab is followed, which has cleared the phone already. */
let isFollowing = false;

/** `forget` runs when the borrower leaves this phone, before the storages are cleared. */
export function whenBorrowerLeaves(forget: () => void): void {
  forgetting.push(forget);
}

export function createSession(storage: PhoneStorage, makeUuid: () => string, tab = tabStorage) {
  const deviceId = storage.getItem(DEVICE_ID_KEY) ?? makeUuid();
  storage.setItem(DEVICE_ID_KEY, deviceId);
  const initial: SessionState = {
    ...signedOut,
    isLocked: storage.getItem(APP_LOCK_KEY) !== null,
    uid: makeUuid(),
    appName: 'Thumba',
    AppVersionCode: DEFAULT_APP_VERSION_CODE,
    tenantID: toldByPage('tenant') ?? DEFAULT_TENANT,
    lang: 'en',
    device: 'h5',
    deviceId,
    appChannelCode: '',
    appHeaders: {},
    loanType: 1,
    holidaysList: [],
    isHolidaysOpen: false,
    isMarketingPopupOpen: false,
    isQuietVisit: false,
    apkUrl: '',
    packageName: '',
    intentHost: '',
    isLoginPanelOpen: false,
    isBindPanelOpen: false,
    phoneBinding: null,
    headedTo: null,
    serverTimeOffsetMs: 0,
    businessDaysAhead: 0,
  };
  const store = createPersistedStore(storage, SESSION_KEY, initial, PERSISTED);
  // What an earlier version left, or a call that was answered after its borrower had left.
  const removeLeftOver = () => storage.keepOnly(OF_VISITOR);
  if (store.getState().token === null) removeLeftOver();
  store.subscribe((state, before) => {
    if (state.token === before.token) return;
    if (before.token === null) {
      if (!isFollowing) removeLeftOver();
      return;
    }
    for (const forget of forgetting) forget();
    tab.keepOnly([]);
    if (!isFollowing) storage.keepOnly(STAYS_ON_PHONE);
  });
  return store;
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
  store.setState(signedOut);
}

export function openLoginPanel(store: SessionStore, headedTo: string | null = null): void {
  store.setState({ isLoginPanelOpen: true, headedTo });
}

/** Opens over the login panel, for an account that is not linked to a number yet. */
export function openBindPanel(store: SessionStore, accessToken: string): void {
  store.setState({ isBindPanelOpen: true, phoneBinding: accessToken });
}

/** Closes both panels, and with them a sign-in that still needs a number. */
export function closeLoginPanel(store: SessionStore): void {
  store.setState({ isLoginPanelOpen: false, isBindPanelOpen: false, phoneBinding: null, headedTo: null });
}

/** A link that names a channel sets it from then on. */
export function keepChannelOf(store: SessionStore, search: string): void {
  const appChannelCode = new URLSearchParams(search).get('appChannelCode');
  if (appChannelCode) store.setState({ appChannelCode: appChannelCode.slice(0, 100) });
}

/** A language tag goes into a header, which takes no other letters. */
const LANGUAGE_TAG = /^[a-z]{2,3}(-[a-z]{2})?$/i;

/** A link that names a language sets it from then on. */
export function keepLanguageOf(store: SessionStore, search: string): void {
  const lang = new URLSearchParams(search).get('lang');
  if (lang && LANGUAGE_TAG.test(lang)) store.setState({ lang });
}

/** Takes over the session of another tab. A change of token there has cleared the phone already. */
export function takeOver(store: SessionStore, kept: Partial<SessionState>): void {
  isFollowing = true;
  store.setState(kept.token === store.getState().token ? kept : { ...signedOut, ...kept });
  isFollowing = false;
}
