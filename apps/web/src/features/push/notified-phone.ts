import { DEVICE_TYPE } from '@thumba/contract/codes';
import { call } from '../../platform/call.ts';
import { CallFailure } from '../../platform/call-answer.ts';
import { device } from '../../platform/device.ts';
import { browserStorage, session } from '../../platform/session.ts';
import { browserReceiver } from './browser-receiver.ts';
import type { Receiver } from './receiver.ts';
import { wrapperReceiver } from './wrapper-receiver.ts';

/*
 * Notifications on this phone. The phone subscribes, the server is told its address, and both are removed when the
 * borrower logs out.
 */

/** The address that was sent to the server, or that the server takes none. It belongs to one borrower at a time. */
const TOLD_KEY = 'notifiedAt';
const TOLD_ON_KEY = 'notifiedAtToldOn';
const WANTED_BY_NOBODY = 'none';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether this phone can show what arrives while the app is closed. The Android wrapper can where it has Firebase. */
export function canBeNotified(): boolean {
  if (device.type === DEVICE_TYPE.android) return device.notifications !== undefined;
  return 'PushManager' in window && 'serviceWorker' in navigator;
}

function receiver(): Receiver {
  return device.notifications ? wrapperReceiver(device.notifications) : browserReceiver;
}

/** `refused`: the person said no. `unanswered`: the question was closed. `impossible`: the phone cannot. */
export type Subscribing = 'subscribed' | 'refused' | 'unanswered' | 'impossible';

/** Asks for the permission, which browsers allow only right after a tap, and subscribes. */
export async function subscribePhone(): Promise<Subscribing> {
  const permission = await receiver().ask();
  if (permission !== 'granted') return permission === 'denied' ? 'refused' : 'unanswered';
  try {
    return (await receiver().subscribe()) ? 'subscribed' : 'impossible';
  } catch (error) {
    // A browser without its maker's push service cannot subscribe.
    if (!(error instanceof CallFailure)) console.warn(error);
    return 'impossible';
  }
}

/** Sends this phone's address to the server. */
export async function tellSubscription(): Promise<void> {
  followSession();
  const { token } = session.getState();
  const subscribed = await receiver().subscribe();
  if (session.getState().token !== token) return void forgetWithoutSession();
  if (!subscribed) return;
  const { address, body } = subscribed;
  await call('savePushSubscription', { body }, { failureShownBy: 'background' });
  if (session.getState().token !== token) return void forgetWithoutSession();
  browserStorage.setItem(TOLD_KEY, address);
  browserStorage.setItem(TOLD_ON_KEY, today());
}

/** Called after the consent was taken back. The server has already removed this phone. */
export async function unsubscribePhone(): Promise<void> {
  browserStorage.setItem(TOLD_KEY, WANTED_BY_NOBODY);
  await receiver().unsubscribe();
}

/** Ends notifications on this phone only. The consent and the borrower's other phones stay as they are. */
export async function leavePhoneOut(): Promise<void> {
  await call('deletePushSubscription', {});
  await unsubscribePhone();
}

export async function isPhoneNotified(): Promise<boolean> {
  if (!canBeNotified() || (await receiver().permission()) !== 'granted') return false;
  followSession();
  const address = await receiver().currentAddress();
  return address !== undefined && address === browserStorage.getItem(TOLD_KEY);
}

/**
 * Runs at the start of the app and after signing in. The phone may have changed its subscription, the server may have
 * lost it, or another borrower may have signed in. The server is asked once a day.
 */
export async function keepNotified(): Promise<void> {
  followSession();
  const { token } = session.getState();
  // Without the permission, subscribing would ask for it unexpectedly.
  if (token === null || (await receiver().permission()) !== 'granted') return;
  if (browserStorage.getItem(TOLD_KEY) === WANTED_BY_NOBODY) return;
  if (browserStorage.getItem(TOLD_ON_KEY) === today() && (await isPhoneNotified())) return;
  try {
    const consents = await call('listConsents', {}, { failureShownBy: 'background' });
    if (session.getState().token !== token) return;
    if (consents.some(({ kind, given }) => kind === 'push' && given)) await tellSubscription();
    // Unless it was switched on in the meantime.
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
  // The session may have ended before this code was loaded, or while the app was closed.
  forgetWithoutSession();
  session.subscribe((state, before) => {
    if (state.token === before.token) return;
    browserStorage.removeItem(TOLD_KEY);
    if (state.token === null) return forgetWithoutSession();
    // One borrower's notifications are not left on the phone for the next borrower.
    void receiver().closeNotices();
    void keepNotified();
  });
}

/**
 * The server removes the phone with the session. If the server did not learn that it ended, unsubscribing still stops
 * notifications.
 */
function forgetWithoutSession(): void {
  if (session.getState().token !== null) return;
  void receiver().closeNotices();
  void receiver().unsubscribe();
}
