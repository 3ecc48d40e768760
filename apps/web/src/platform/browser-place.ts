import type { Place } from './device.ts';

const ANSWER_WITHIN_MS = 30_000;
/** An older position is good enough, because only the rough place is needed. */
const OLDEST_PLACE_MS = 10 * 60_000;

/** The browser's position. Rejects without geolocation or without permission. */
export function readBrowserPlace(
  geolocation: Geolocation | undefined = navigator.geolocation,
): Promise<Place> {
  return new Promise((resolve, reject) => {
    if (geolocation === undefined) {
      reject(new Error('this browser has no geolocation'));
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ message }) => reject(new Error(message)),
      { enableHighAccuracy: false, timeout: ANSWER_WITHIN_MS, maximumAge: OLDEST_PLACE_MS },
    );
  });
}
