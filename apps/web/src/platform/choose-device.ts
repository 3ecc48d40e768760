import { runOn } from './device.ts';

/** Before the first screen; in a browser there is nothing to wait for. */
export function chooseDevice(): Promise<void> | undefined {
  if (!('ThumbaAndroid' in window)) return undefined;
  return import('./android-device.ts')
    .then((part) => {
      const android = part.openAndroidDevice();
      if (android) runOn(android);
    })
    .catch((error) => {
      // Without a network, or on a page that others have prepared otherwise, the app works as in a browser.
      console.warn(error);
    });
}
