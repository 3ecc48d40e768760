import { expect, test } from 'vitest';
import { createSession } from '../../platform/session.ts';
import { memoryStorage } from '../../platform/storage.ts';
import { deviceRecord, locationRecord } from './device-records.ts';

const state = createSession(memoryStorage(), () => '7d9f7a3c-6a0e-4a2b-9d57-0a2a54a1c001').getState();

test('a browser tells its id, the app, its version, that it is h5, and the language', () => {
  expect(deviceRecord(state)).toEqual({
    deviceid: '7d9f7a3c-6a0e-4a2b-9d57-0a2a54a1c001',
    appNameDevice: 'Thumba',
    appVersionDevice: '1016',
    deviceTypeDevice: 'h5',
    language: 'en',
  });
});

test('a phone in the wrapper has its own id, and says who made it', () => {
  const info = {
    deviceId: '3f9c2a7e5b1d4c60',
    manufacturer: 'TECNO',
    model: 'KI5k',
    osVersion: 'Android 14',
  };
  expect(deviceRecord({ ...state, device: 'Android', deviceId: '' }, info)).toMatchObject({
    deviceid: '3f9c2a7e5b1d4c60',
    deviceTypeDevice: 'Android',
    manufacturer: 'TECNO',
    model: 'KI5k',
    osVersion: 'Android 14',
  });
});

test.each([
  [-15.416_67, 28.283_33, -15.42, 28.28, 'S', 'E'],
  [51.507_4, -0.127_8, 51.51, -0.13, 'N', 'W'],
  [0, 0, 0, 0, 'N', 'E'],
  [-0.001, -0.004, 0, 0, 'N', 'E'],
  [-90, 180, -90, 180, 'S', 'E'],
] as const)('%f, %f is told as %f, %f', (latitude, longitude, roughLatitude, roughLongitude, side, half) => {
  expect(locationRecord({ latitude, longitude })).toEqual({
    latitudeLocation: roughLatitude,
    longitudeLocation: roughLongitude,
    northOrSouthLocation: side,
    eastOrWestLocation: half,
  });
});
