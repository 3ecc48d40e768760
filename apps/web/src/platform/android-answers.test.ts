import { describe, expect, test } from 'vitest';
import {
  readAccessToken,
  readAnswer,
  readDeviceInfo,
  readDone,
  readGranted,
  readMessages,
  readPermissions,
  readPlace,
} from './android-answers.ts';

const NO_OBJECTS = [undefined, null, true, 0, Number.NaN, '', 'granted', [], [{}], Symbol('no'), () => ({})];
const phone = { deviceId: '3f9c2a7e5b1d4c60', manufacturer: 'TECNO', model: 'KI5k', osVersion: 'Android 14' };
const sms = { address: 'MoMo', body: 'You have received K250.00', date: 1_795_340_000_000, type: 1 };

describe('an answer', () => {
  test('that says it was done has a value', () => {
    expect(readAnswer('{"ok":true,"value":{"latitude":1}}', 100)).toEqual({ latitude: 1 });
  });

  test.each([
    undefined,
    null,
    7,
    { ok: true, value: 1 },
    ['{"ok":true,"value":1}'],
    '',
    'granted',
    'null',
    '[]',
    '"{}"',
    '{"ok":true,"value":1',
    '{"value":1}',
    '{"ok":"true","value":1}',
    '{"ok":1,"value":1}',
    '{"ok":false,"error":"refused","value":1}',
    '{"__proto__":{"ok":true,"value":1}}',
    `{"ok":true,"value":"${'x'.repeat(100)}"}`,
    '['.repeat(99),
  ])('that is not one has none: %j', (text) => {
    expect(readAnswer(text, 100)).toBeUndefined();
  });
});

test.each([undefined, null, false, 1, 'true', {}, []])('%j is not done, and nothing is granted', (value) => {
  expect(readDone(value)).toBeUndefined();
  expect(readGranted(value)).toBeUndefined();
});

test('done is true, and granted is its word', () => {
  expect(readDone(true)).toBe(true);
  expect(readGranted('granted')).toBe(true);
  expect(readGranted('denied')).toBeUndefined();
});

describe('permissions', () => {
  test('are those we know, in the words we know', () => {
    const said = {
      camera: 'granted',
      location: 'prompt',
      messages: 'denied',
      calendar: 'maybe',
      contacts: 'granted',
    };
    expect(readPermissions(said)).toEqual({ camera: 'granted', location: 'prompt', messages: 'denied' });
    expect(readPermissions({ camera: { granted: true }, location: ['granted'] })).toEqual({});
    expect(readPermissions(JSON.parse('{"__proto__":{"camera":"granted"}}'))).toEqual({});
  });

  test.each(NO_OBJECTS)('are not %o', (value) => {
    expect(readPermissions(value)).toBeUndefined();
  });
});

describe('a phone', () => {
  test('says its id, who made it, its model and its system, and nothing else is taken', () => {
    expect(readDeviceInfo({ ...phone, imei: '356938035643809' })).toEqual(phone);
  });

  test.each([
    ...NO_OBJECTS,
    {},
    { ...phone, deviceId: undefined },
    { ...phone, deviceId: 3 },
    { ...phone, deviceId: 'short' },
    { ...phone, deviceId: 'x'.repeat(101) },
    { ...phone, deviceId: '3f9c2a7e 5b1d4c60' },
    { ...phone, deviceId: "3f9c2a7e'; drop table" },
    { ...phone, manufacturer: '' },
    { ...phone, manufacturer: 'x'.repeat(61) },
    { ...phone, manufacturer: 'TEC\nNO' },
    { ...phone, model: ['KI5k'] },
    { ...phone, model: 'KI5k\u0000' },
    { ...phone, model: 'KI5k\u202e' },
    { ...phone, osVersion: 14 },
    { ...phone, osVersion: 'x'.repeat(41) },
  ])('is not %o', (value) => {
    expect(readDeviceInfo(value)).toBeUndefined();
  });
});

describe('a place', () => {
  test.each([
    [-15.416_67, 28.283_33],
    [90, -180],
    [0, 0],
  ])('is at %f, %f', (latitude, longitude) => {
    expect(readPlace({ latitude, longitude, accuracy: 3 })).toEqual({ latitude, longitude });
  });

  test.each([
    ...NO_OBJECTS,
    {},
    { latitude: -15.4 },
    { latitude: '-15.4', longitude: '28.3' },
    { latitude: 90.001, longitude: 0 },
    { latitude: 0, longitude: -180.001 },
    { latitude: Number.NaN, longitude: 0 },
    { latitude: 0, longitude: Number.POSITIVE_INFINITY },
    { latitude: null, longitude: null },
  ])('is not %o', (value) => {
    expect(readPlace(value)).toBeUndefined();
  });
});

describe('messages', () => {
  test('are those of the senders that were asked for, however they write themselves', () => {
    const all = [sms, { ...sms, address: 'MO MO' }, { ...sms, address: '0977123456' }, { ...sms, type: 2 }];
    expect(readMessages(all, ['MoMo', 'AirtelMoney'])).toEqual([all[0], all[1], all[3]]);
    expect(readMessages(all, [])).toEqual([]);
  });

  test.each([
    ...NO_OBJECTS.filter((value) => !Array.isArray(value)),
    { ...sms, address: undefined },
    { ...sms, address: ['MoMo'] },
    { ...sms, body: undefined },
    { ...sms, body: 'x'.repeat(2001) },
    { ...sms, date: '1795340000000' },
    { ...sms, date: 1.5 },
    { ...sms, date: -1 },
    { ...sms, date: 4_102_444_800_001 },
    { ...sms, type: 3 },
    { ...sms, type: '1' },
  ])('without %o are the others', (value) => {
    expect(readMessages([value, sms], ['MoMo'])).toEqual([sms]);
    expect(readMessages(value, ['MoMo'])).toBeUndefined();
  });

  test('are 500 at most, and no more than one call can carry', () => {
    const long = { ...sms, body: 'x'.repeat(2000) };
    expect(
      readMessages(
        Array.from({ length: 100 }, () => long),
        ['MoMo'],
      ),
    ).toHaveLength(75);
    expect(
      readMessages(
        Array.from({ length: 600 }, () => sms),
        ['MoMo'],
      ),
    ).toHaveLength(500);
  });
});

describe('an access token', () => {
  test('is printable, and empty when nobody was chosen', () => {
    expect(readAccessToken('ya29.a0Af_B-x')).toBe('ya29.a0Af_B-x');
    expect(readAccessToken('')).toBe('');
  });

  test.each([
    undefined,
    null,
    7,
    {},
    ['ya29.a'],
    'ya29 a',
    'ya29.a\r\nX-Header: 1',
    'ya29.á',
    'x'.repeat(4097),
  ])('is not %j', (value) => {
    expect(readAccessToken(value)).toBeUndefined();
  });
});
