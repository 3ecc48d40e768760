import { expect, test } from 'vitest';
import { readBrowserPlace } from './browser-place.ts';

type Ask = Geolocation['getCurrentPosition'];

function geolocation(getCurrentPosition: Ask): Geolocation {
  return { getCurrentPosition } as Geolocation;
}

test('a browser says where it is, and is asked roughly', async () => {
  let options: PositionOptions | undefined;
  const place = await readBrowserPlace(
    geolocation((tell, _refuse, asked) => {
      options = asked;
      tell({ coords: { latitude: -15.41, longitude: 28.28, accuracy: 5 } } as GeolocationPosition);
    }),
  );
  expect(place).toEqual({ latitude: -15.41, longitude: 28.28 });
  expect(options).toMatchObject({ enableHighAccuracy: false, timeout: 30_000 });
});

test('asking is rejected where there is no geolocation', async () => {
  await expect(readBrowserPlace(undefined)).rejects.toThrow('this browser has no geolocation');
});

test('asking is rejected where somebody says no', async () => {
  const refuses = geolocation((_tell, refuse) => {
    refuse?.({ message: 'User denied Geolocation' } as GeolocationPositionError);
  });
  await expect(readBrowserPlace(refuses)).rejects.toThrow('User denied Geolocation');
});
