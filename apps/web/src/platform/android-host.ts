/** What the Android wrapper puts on the page, as `docs/android-bridge.md` says. Other versions may lack hooks. */
export type AndroidHost = {
  version(): unknown;
  origin(): unknown;
  versionCode?(): unknown;
  shortestTermDays?(): unknown;
  smsHash?(): unknown;
  signInWithGoogle?(): void;
} & {
  [Hook in AndroidHook]?: (requestId: string, argument: string) => void;
};
export type AndroidHook =
  | 'checkPermissions'
  | 'requestPermission'
  | 'deviceInfo'
  | 'location'
  | 'messageFigures'
  | 'readCode'
  | 'hideScreen'
  | 'share'
  | 'updateApp'
  | 'pushToken'
  | 'addCalendarEvent'
  | 'removeCalendarEvent'
  | 'openExternal';

/** The wrapper's object, unless it was made for another site or this page is in a frame of another site. */
export function findAndroidHost(page: Window): AndroidHost | undefined {
  try {
    const host = (page as Window & { ThumbaAndroid?: AndroidHost }).ThumbaAndroid;
    const isOurs = page.top === page && host?.origin() === page.location.origin;
    return isOurs && /^[1-9]\d{0,3}$/.test(String(host.version())) ? host : undefined;
  } catch {
    return undefined;
  }
}

/** A value that the wrapper tells at once, as text. Empty where it does not tell it. */
export function constantOf(host: AndroidHost, name: 'versionCode' | 'shortestTermDays' | 'smsHash'): string {
  try {
    const value = host[name]?.();
    return typeof value === 'string' ? value : '';
  } catch (error) {
    console.warn(error);
    return '';
  }
}
