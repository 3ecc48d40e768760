import type { Place } from './device.ts';

const ANSWER_WITHIN_MS = 30_000;
/** A place of before is as good: nobody asks for more than roughly where. */
const OLDEST_PLACE_MS = 10 * 60_000;

/** Where the browser says it is. Rejects where it knows no geolocation, or is not allowed to tell. */
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
