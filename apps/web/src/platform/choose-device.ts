import { runOn } from './device.ts';

/** Runs before the first screen. In a browser it ends at once. */
export function chooseDevice(): Promise<void> | undefined {
  if (!('ThumbaAndroid' in window)) return undefined;
  return import('./android-device.ts')
    .then((part) => {
      const android = part.openAndroidDevice();
      if (android) runOn(android);
    })
    .catch((error) => {
      // Without a network, or when the wrapper's object is not as agreed, the app works as in a browser.
      console.warn(error);
    });
}
