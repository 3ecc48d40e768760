import { DEVICE_TYPE } from '@thumba/contract/codes';
import { SHORTEST_TERM_HEADER } from '@thumba/contract/envelope';
import { deviceWords } from '../words/device.ts';
import {
  readCodeDigits,
  readDeviceInfo,
  readDone,
  readGranted,
  readMessageFigures,
  readPermissions,
  readPlace,
} from './android-answers.ts';
import { type AndroidBridge, openAndroidBridge, PERSON_DECIDES_WITHIN_MS } from './android-bridge.ts';
import { type AndroidHost, constantOf, findAndroidHost } from './android-host.ts';
import { openAndroidNotifications } from './android-notifications.ts';
import { openAndroidUpdater } from './android-updater.ts';
import type { Device, DeviceInfo, PermissionKind } from './device.ts';
import { isExternal } from './external-link.ts';
import { browserStorage, session } from './session.ts';
import { APP_LOCK_KEY } from './storage.ts';
import { showFailure } from './toast.ts';

const UNNAMED_BRAND = 'Android';
/** For as long as a code is valid. */
const CODE_WITHIN_MS = 300_000;

/** The phone as the Android wrapper shows it. Every hook may refuse; the app then works without it. */
export function openAndroidDevice(): Device | undefined {
  const host = findAndroidHost(window);
  if (host === undefined) return undefined;
  const bridge = openAndroidBridge(host, window);
  // Such a phone has its own id. It is read only with the borrower's consent.
  session.setState({ device: 'Android', deviceId: '' });
  const shortestTerm = keepShortestTerm(constantOf(host, 'shortestTermDays'));
  let make: string | undefined;
  let timesForgotten = 0;
  const forget = () => {
    make = undefined;
    timesForgotten += 1;
  };
  session.subscribe((state, before) => {
    if (state.token !== before.token) forget();
  });
  leadLinksOut(bridge);
  const hideScreen = screenHiderOf(bridge);

  const isGranted = async (permission: PermissionKind) =>
    (await bridge.ask('requestPermission', { permission }, readGranted, {
      withinMs: PERSON_DECIDES_WITHIN_MS,
    })) === true;

  const checkPermissions = async () => (await bridge.ask('checkPermissions', {}, readPermissions)) ?? {};
  const notifications = openAndroidNotifications(host, bridge, { isGranted, checkPermissions });
  // The store updates its own apps. Their hook is there too, and refuses.
  const updater = shortestTerm.shortestTermDays ? undefined : openAndroidUpdater(host, bridge);

  return {
    type: DEVICE_TYPE.android,
    ...shortestTerm,
    brand: () => make ?? UNNAMED_BRAND,
    checkPermissions,
    async readPlace() {
      const place = (await isGranted('location')) ? await bridge.ask('location', {}, readPlace) : undefined;
      if (place === undefined) throw new Error('the phone does not tell where it is');
      return place;
    },
    info: {
      async read() {
        const before = timesForgotten;
        const info = await bridge.ask('deviceInfo', {}, readDeviceInfo);
        // A late answer is dropped: its borrower has logged out or has withdrawn the consent.
        if (before === timesForgotten) make = info && makeAndModel(info);
        return info;
      },
      forget,
    },
    async readMessageFigures(senders) {
      if (senders.length === 0 || !(await isGranted('messages'))) return undefined;
      return bridge.ask('messageFigures', { senders }, readMessageFigures, { withinMs: 30_000 });
    },
    ...codeReaderOf(host, bridge),
    hideScreen,
    ...(typeof host.share === 'function' && {
      shareText: async (text: string) => (await bridge.ask('share', { text }, readDone)) === true,
    }),
    signInWithGoogle: () => signInWithGoogle(bridge),
    ...(notifications && { notifications }),
    ...(updater && { updater }),
    calendar: {
      add: async (event) =>
        (await isGranted('calendar')) && (await bridge.ask('addCalendarEvent', event, readDone)) === true,
      remove: async (key) => (await bridge.ask('removeCalendarEvent', { key }, readDone)) === true,
    },
  };
}

function screenHiderOf(bridge: AndroidBridge): NonNullable<Device['hideScreen']> {
  let isHidden = false;
  const hideScreen = async (hidden: boolean) => {
    isHidden = hidden;
    return (await bridge.ask('hideScreen', { hidden }, readDone)) === true;
  };
  if (browserStorage.getItem(APP_LOCK_KEY) !== null) void hideScreen(true);
  session.subscribe((state, before) => {
    // The app lock goes with the borrower.
    if (state.token === null && before.token !== null && isHidden) void hideScreen(false);
  });
  return hideScreen;
}

async function signInWithGoogle(bridge: AndroidBridge): Promise<string | undefined> {
  const token = await bridge.signInWithGoogle();
  if (token === undefined) throw new Error('the phone signed no account in');
  return token || undefined;
}

/** The app of a store says with every call that it may offer long terms only. */
function keepShortestTerm(told: string): Pick<Device, 'shortestTermDays'> {
  const shortestTermDays = /^[1-9]\d{0,2}$/.test(told) ? Number(told) : 1;
  if (shortestTermDays === 1) return {};
  session.setState({ appHeaders: { [SHORTEST_TERM_HEADER]: told } });
  return { shortestTermDays };
}

function codeReaderOf(host: AndroidHost, bridge: AndroidBridge): Pick<Device, 'codeReader'> {
  const smsHash = constantOf(host, 'smsHash');
  if (!/^[A-Za-z0-9+/]{11}$/.test(smsHash) || typeof host.readCode !== 'function') return {};
  const read = () => bridge.ask('readCode', {}, readCodeDigits, { withinMs: CODE_WITHIN_MS });
  return { codeReader: { smsHash, read } };
}

/** "TECNO KG5". Some makers repeat their name in the model. */
function makeAndModel({ manufacturer, model }: DeviceInfo): string {
  const repeatsMaker = model.toLowerCase().startsWith(manufacturer.toLowerCase());
  return repeatsMaker ? model : `${manufacturer} ${model}`.trim();
}

/** The wrapper shows our pages only; the phone opens all other addresses. */
function leadLinksOut(bridge: AndroidBridge): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null;
    if (link === null || event.defaultPrevented || !isExternal(link.href, location.origin)) return;
    event.preventDefault();
    void bridge.ask('openExternal', { url: link.href }, readDone).then((isOpened) => {
      if (isOpened === undefined) void showFailure(deviceWords.notOpened);
    });
  });
}
