import { DEVICE_TYPE } from '@thumba/contract/codes';
import { call } from '../../platform/call.ts';
import { CallFailure } from '../../platform/call-answer.ts';
import { device } from '../../platform/device.ts';
import { browserStorage, session } from '../../platform/session.ts';

/*
 * This phone among those that its borrower is notified on. The browser subscribes, the server is told where, and both
 * forget it when nobody is signed in here any more.
 */

/** The endpoint that the server was told, or that it wants none. It is true for one borrower at a time. */
const TOLD_KEY = 'notifiedAt';
const TOLD_ON_KEY = 'notifiedAtToldOn';
const WANTED_BY_NOBODY = 'none';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether this browser can show what arrives while the app is closed. The Android wrapper never can. */
export function canBeNotified(): boolean {
  return device.type !== DEVICE_TYPE.android && 'PushManager' in window && 'serviceWorker' in navigator;
}

/** `refused`: by whoever holds the phone. `unanswered`: they closed the question. `impossible`: by the browser. */
export type Subscribing = 'subscribed' | 'refused' | 'unanswered' | 'impossible';

/** Asks for leave where the browser wants it, which it allows only while a tap is fresh, and subscribes. */
export async function subscribePhone(): Promise<Subscribing> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'refused' : 'unanswered';
  try {
    return (await subscription()) ? 'subscribed' : 'impossible';
  } catch (error) {
    // Without the services of its maker a browser subscribes to nothing.
    if (!(error instanceof CallFailure)) console.warn(error);
    return 'impossible';
  }
}

/** Tells the server where this phone is notified. */
export async function tellSubscription(): Promise<void> {
  const subscribed = await subscription();
  if (!subscribed) return;
  const { endpoint, keys } = subscribed.toJSON();
  const body = { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! };
  await call('savePushSubscription', { body }, { failureShownBy: 'background' });
  browserStorage.setItem(TOLD_KEY, subscribed.endpoint);
  browserStorage.setItem(TOLD_ON_KEY, today());
  followSession();
}

/** After the consent was taken back: the server has forgotten this phone already. */
export async function unsubscribePhone(): Promise<void> {
  browserStorage.setItem(TOLD_KEY, WANTED_BY_NOBODY);
  await (await pushManager())?.getSubscription().then((kept) => kept?.unsubscribe());
}

/** Ends it on this phone alone: the consent stands, and so do the borrower's other phones. */
export async function leavePhoneOut(): Promise<void> {
  await call('deletePushSubscription', {});
  await unsubscribePhone();
}

export async function isPhoneNotified(): Promise<boolean> {
  if (!canBeNotified() || Notification.permission !== 'granted') return false;
  const kept = await (await pushManager())?.getSubscription();
  return kept != null && kept.endpoint === browserStorage.getItem(TOLD_KEY);
}

/**
 * At a start of the app on a phone that may show notifications, and after signing in: a browser may have changed its
 * subscription, the server may have lost it, or another borrower may have signed in. The server is asked once a day.
 */
export async function keepNotified(): Promise<void> {
  followSession();
  // A session that ended before this was loaded, or while the app was closed.
  if (session.getState().token === null) void closeNotices();
  // Without the permission, subscribing would ask for it out of nothing.
  if (session.getState().token === null || Notification.permission !== 'granted') return;
  if (browserStorage.getItem(TOLD_KEY) === WANTED_BY_NOBODY) return;
  if (browserStorage.getItem(TOLD_ON_KEY) === today() && (await isPhoneNotified())) return;
  try {
    const consents = await call('listConsents', {}, { failureShownBy: 'background' });
    if (consents.some(({ kind, given }) => kind === 'push' && given)) await tellSubscription();
    // Unless it was just switched on, beside this.
    else if (browserStorage.getItem(TOLD_KEY) === null) browserStorage.setItem(TOLD_KEY, WANTED_BY_NOBODY);
  } catch (error) {
    if (!(error instanceof CallFailure)) console.warn(error);
  }
}

function today(): string {
  return String(Math.floor(Date.now() / DAY_MS));
}

let isFollowing = false;

function followSession(): void {
  if (isFollowing) return;
  isFollowing = true;
  session.subscribe((state, before) => {
    if (state.token === before.token) return;
    void closeNotices();
    browserStorage.removeItem(TOLD_KEY);
    if (state.token !== null) void keepNotified();
    // The server forgets the phone with the session; should it not have heard of the end, nothing is shown here.
    else void pushManager().then(async (manager) => (await manager?.getSubscription())?.unsubscribe());
  });
}

/** What was shown to one borrower is not left on the screen of the phone for the next. */
async function closeNotices(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
}

/** What this browser is subscribed with, to this lender; nothing where the lender or the browser has none. */
async function subscription(): Promise<PushSubscription | undefined> {
  const manager = await pushManager();
  const { publicKey } = await call('getPushKey', {}, { failureShownBy: 'background' });
  if (!manager || publicKey === null) return undefined;
  const kept = await manager.getSubscription();
  if (kept && keyOf(kept) === publicKey) return kept;
  await kept?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function pushManager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker.getRegistration())?.pushManager;
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
