import type { Answer } from '@thumba/contract/wire';
import { readBrowserPlace } from '../../platform/browser-place.ts';
import { call } from '../../platform/call.ts';
import { device } from '../../platform/device.ts';
import { session } from '../../platform/session.ts';
import { deviceRecord, locationRecord } from './device-records.ts';

type Consent = Answer<'listConsents'>[number];
type Part = () => Promise<unknown>;

export type Occasion = 'start' | 'signIn' | 'application';

const BACKGROUND = { failureShownBy: 'background' } as const;

/** Sends the data that belongs to an occasion and that the borrower allows. */
export async function tellAllowed(occasion: Occasion, consents: Consent[]): Promise<void> {
  await Promise.all(partsOf(occasion, consents).map(quietly));
}

function partsOf(occasion: Occasion, consents: Consent[]): Part[] {
  const allowed = (kind: Consent['kind']) =>
    consents.find((consent) => consent.kind === kind && consent.given);
  const messages = allowed('messages');
  switch (occasion) {
    case 'start':
      return allowed('device') ? [() => tellPhone(1)] : [];
    case 'signIn':
      return [
        ...(allowed('device') ? [() => tellPhone(2)] : []),
        ...(messages ? [() => tellMessages(messages)] : []),
      ];
    case 'application':
      return [
        ...(allowed('device') ? [tellPhoneOfApplication] : []),
        ...(allowed('location') ? [tellPlace] : []),
      ];
  }
}

/** Data that was just allowed is sent now and not at the next start. The location is sent with an application only. */
export async function heed(consent: Consent): Promise<void> {
  if (consent.kind === 'device' && !consent.given) device.info?.forget();
  if (!consent.given) return;
  if (consent.kind === 'device') await quietly(() => tellPhone(1));
  if (consent.kind === 'messages') await quietly(() => tellMessages(consent));
}

async function tellPhone(type: 1 | 2): Promise<void> {
  const isStill = sameBorrower();
  const info = await readPhone();
  const userId = session.getState().userId ?? (await call('getUserInfo', {}, BACKGROUND)).userId;
  if (info && isStill()) await call('addDeviceInfo', { body: { userId, type, info } }, BACKGROUND);
}

async function tellPhoneOfApplication(): Promise<void> {
  const isStill = sameBorrower();
  const info = await readPhone();
  if (info && isStill()) await call('addUserGrabInfoToRisk', { body: { kind: 'device', info } }, BACKGROUND);
}

/** Undefined when the wrapper should report the phone's id and does not. */
async function readPhone() {
  const info = await device.info?.read();
  return device.info && info === undefined ? undefined : deviceRecord(session.getState(), info);
}

async function tellPlace(): Promise<void> {
  const isStill = sameBorrower();
  const info = locationRecord(await (device.readPlace ?? readBrowserPlace)());
  if (isStill()) await call('addUserGrabInfoToRisk', { body: { kind: 'location', info } }, BACKGROUND);
}

async function tellMessages({ senders = [] }: Consent): Promise<void> {
  const isStill = sameBorrower();
  const figures = await device.readMessageFigures?.(senders);
  const { userId } = session.getState();
  if (figures === undefined || userId === null || !isStill()) return;
  await call('saveMessageFigures', { body: { userId, figures } }, BACKGROUND);
}

/** The phone may be slow, and another borrower may have signed in meanwhile. */
function sameBorrower(): () => boolean {
  const { token } = session.getState();
  return () => token !== null && session.getState().token === token;
}

/** None of this may disturb borrowing and repaying. */
async function quietly(part: Part): Promise<void> {
  try {
    await part();
  } catch (error) {
    console.warn(error);
  }
}
