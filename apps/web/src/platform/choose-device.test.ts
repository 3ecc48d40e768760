import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openAndroidDevice } from './android-device.ts';
import { chooseDevice } from './choose-device.ts';
import { device } from './device.ts';
import { browserStorage, session, signIn, signOut } from './session.ts';
import { APP_LOCK_KEY } from './storage.ts';

const origin = 'https://app.example.zm';
const info = { deviceId: '3f9c2a7e5b1d4c60', manufacturer: 'TECNO', model: 'KI5k', osVersion: 'Android 14' };
type Page = { onThumbaAndroid(requestId: string, answer: string): void };

beforeEach(() => {
  vi.stubGlobal('document', { addEventListener: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.setState(session.getInitialState());
});

/** A page in the wrapper; `answer` is what the phone reports about itself. */
function openPage(further: object = {}) {
  const asked: string[] = [];
  const host = {
    version: () => '1',
    origin: () => origin,
    deviceInfo: (requestId: string) => void asked.push(requestId),
    ...further,
  };
  const page: Record<string, unknown> = { location: { origin }, ThumbaAndroid: host };
  page.top = page;
  vi.stubGlobal('window', page);
  return {
    answer: () => (page as Page).onThumbaAndroid(asked.at(-1)!, JSON.stringify({ ok: true, value: info })),
  };
}

test('a page that somebody else has prepared for another wrapper is a browser’s', async () => {
  const prepared = Object.freeze({ value: () => undefined, writable: false, configurable: false });
  openPage();
  Object.defineProperty(window, 'onThumbaAndroid', prepared);
  const warning = vi.spyOn(console, 'warn').mockReturnValue();
  const { deviceId } = session.getState();
  await chooseDevice();
  expect(warning).toHaveBeenCalledOnce();
  warning.mockRestore();
  expect(device.type).toBe(4);
  expect(session.getState()).toMatchObject({ device: 'h5', deviceId });
});

test('who made the phone is said for as long as its borrower is signed in', async () => {
  const { answer } = openPage();
  const android = openAndroidDevice()!;
  const read = async (meanwhile: () => void = () => undefined) => {
    const reading = android.info!.read();
    meanwhile();
    answer();
    await reading;
  };
  signIn(session, 'hers', 7);
  await read();
  expect(android.brand()).toBe('TECNO KI5k');
  signOut(session);
  expect(android.brand()).toBe('Android');
  signIn(session, 'hers', 7);
  await read(() => signIn(session, 'his', 8));
  expect(android.brand()).toBe('Android');
  await read(() => android.info!.forget());
  expect(android.brand()).toBe('Android');
});

test('the wrapper is device type 2, and a browser is 4', async () => {
  expect(device.type).toBe(4);
  openPage();
  await chooseDevice();
  expect(device.type).toBe(2);
  expect(session.getState().device).toBe('Android');
});

test('the app hides its screen from its start while the app lock is on', () => {
  const hidden: string[] = [];
  const hideScreen = (_requestId: string, argument: string) => void hidden.push(argument);
  openPage({ hideScreen });
  openAndroidDevice();
  expect(hidden).toEqual([]);
  browserStorage.setItem(APP_LOCK_KEY, 'key');
  openPage({ hideScreen });
  openAndroidDevice();
  expect(hidden).toEqual(['{"hidden":true}']);
  browserStorage.removeItem(APP_LOCK_KEY);
});

test('the screen is shown again when a borrower with the app lock logs out', () => {
  const hidden: string[] = [];
  openPage({ hideScreen: (_requestId: string, argument: string) => void hidden.push(argument) });
  const android = openAndroidDevice()!;
  signIn(session, 'hers', 7);
  signOut(session);
  expect(hidden).toEqual([]);
  signIn(session, 'hers', 7);
  void android.hideScreen!(true);
  signOut(session);
  expect(hidden).toEqual(['{"hidden":true}', '{"hidden":false}']);
  signIn(session, 'his', 8);
  signOut(session);
  expect(hidden).toHaveLength(2);
});

const SMS_READER = { smsHash: (): string => 'FA+9qCX9VS/', readCode: (): void => undefined };

test.each<[string, object, string | undefined]>([
  ['has both', SMS_READER, SMS_READER.smsHash()],
  ['has no hash', { readCode: SMS_READER.readCode }, undefined],
  ['has an empty hash', { ...SMS_READER, smsHash: () => '' }, undefined],
  ['has a hash of another form', { ...SMS_READER, smsHash: () => 'FA+9qCX9VS' }, undefined],
  ['cannot read the code', { smsHash: SMS_READER.smsHash }, undefined],
])('the code of an SMS is read by a wrapper that %s: %o', (_which, further, smsHash) => {
  openPage(further);
  expect(openAndroidDevice()!.codeReader?.smsHash).toBe(smsHash);
});

test.each<[string, string | undefined, object, number | undefined]>([
  ['of a store offers long terms only, and says so with every call', '61', { shortestTermDays: '61' }, 61],
  ['that offers every term says nothing of it', '1', {}, undefined],
  ['that tells none offers every term', undefined, {}, undefined],
  ['that tells no whole number offers every term', '6.5', {}, undefined],
])('an app %s', (_what, told, headers, shortestTermDays) => {
  openPage(told === undefined ? {} : { shortestTermDays: () => told });
  expect(openAndroidDevice()!.shortestTermDays).toBe(shortestTermDays);
  expect(session.getState().appHeaders).toEqual(headers);
});

test('a text is shared by a wrapper that can, and by no other', async () => {
  const shared: string[][] = [];
  openPage();
  expect(openAndroidDevice()!.shareText).toBeUndefined();
  openPage({ share: (...request: string[]) => void shared.push(request) });
  const sharing = openAndroidDevice()!.shareText!('Thumba: K10.00 paid.');
  expect(shared[0]![1]).toBe('{"text":"Thumba: K10.00 paid."}');
  (window as unknown as Page).onThumbaAndroid(shared[0]![0]!, '{"ok":true,"value":true}');
  expect(await sharing).toBe(true);
});

test.each<[string, string | undefined, number | undefined]>([
  ['itself', '1', 7],
  ['itself, and tells no shortest term', undefined, 7],
  ['by a store', '61', undefined],
])('a wrapper that is updated %s', (_by, told, versionCode) => {
  const shortestTermDays = told === undefined ? {} : { shortestTermDays: () => told };
  openPage({ versionCode: () => '7', updateApp: () => undefined, ...shortestTermDays });
  expect(openAndroidDevice()!.updater?.versionCode).toBe(versionCode);
});
