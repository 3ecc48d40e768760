import { describe, expect, test } from 'vitest';
import {
  readAnswer,
  readCodeDigits,
  readDeviceInfo,
  readDone,
  readError,
  readGoogleToken,
  readGranted,
  readMessageFigures,
  readPermissions,
  readPlace,
  readPushToken,
} from './android-answers.ts';

const NO_OBJECTS = [undefined, null, true, 0, Number.NaN, '', 'granted', [], [{}], Symbol('no'), () => ({})];
const phone = { deviceId: '3f9c2a7e5b1d4c60', manufacturer: 'TECNO', model: 'KI5k', osVersion: 'Android 14' };
const figures = {
  windowDays: 90,
  readCount: 3,
  receivedCount: 1,
  receivedNgwee: 234_500,
  spentCount: 2,
  firstOn: '2026-09-01',
  lastOn: '2026-11-20',
};
const nothingMoved = {
  ...figures,
  receivedCount: 0,
  receivedNgwee: 0,
  spentCount: 0,
  firstOn: null,
  lastOn: null,
};

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

describe('an answer that says it was not done', () => {
  test('has a word', () => {
    expect(readError('{"ok":false,"error":"refused"}', 100)).toBe('refused');
  });

  test.each([
    undefined,
    { ok: false, error: 'refused' },
    'refused',
    'null',
    '{"error":"refused"}',
    '{"ok":true,"error":"refused"}',
    '{"ok":"false","error":"refused"}',
    `{"ok":false,"error":"${'x'.repeat(100)}"}`,
  ])('has none as %j', (text) => {
    expect(readError(text, 100)).toBeUndefined();
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

describe('figures of SMS', () => {
  test('are taken as agreed, also where no money moved, and nothing else is taken', () => {
    expect(readMessageFigures({ ...figures, texts: ['You have received K5'] })).toEqual(figures);
    expect(readMessageFigures(nothingMoved)).toEqual(nothingMoved);
    const alone = { ...figures, readCount: 1, spentCount: 0, firstOn: '2026-11-20' };
    expect(readMessageFigures(alone)).toEqual(alone);
    expect(readMessageFigures({ ...figures, readCount: 10_000 })).toBeDefined();
    expect(readMessageFigures({ ...figures, receivedNgwee: 999_999_999_999 })).toBeDefined();
  });

  test.each([
    ...NO_OBJECTS,
    {},
    { ...figures, windowDays: 30 },
    { ...figures, windowDays: '90' },
    { ...figures, readCount: 10_001 },
    { ...figures, readCount: 2 },
    { ...figures, readCount: Number.NaN },
    { ...figures, receivedCount: -1 },
    { ...figures, receivedCount: 1.5 },
    { ...figures, receivedCount: 0 },
    { ...figures, receivedNgwee: -1 },
    { ...figures, receivedNgwee: 0.5 },
    { ...figures, receivedNgwee: 1_000_000_000_000 },
    { ...figures, receivedNgwee: '234500' },
    { ...figures, spentCount: undefined },
    { ...figures, firstOn: null },
    { ...figures, lastOn: null },
    { ...figures, firstOn: '2026-11-21' },
    { ...figures, firstOn: '2026-09-31' },
    { ...figures, firstOn: '2026-13-01' },
    { ...figures, firstOn: '1 September 2026' },
    { ...figures, lastOn: 1_795_340_000_000 },
    { ...nothingMoved, firstOn: '2026-09-01', lastOn: '2026-09-01' },
    { ...nothingMoved, firstOn: undefined },
  ])('are not %o', (value) => {
    expect(readMessageFigures(value)).toBeUndefined();
  });
});

describe('a code that came by SMS', () => {
  test.each(['4827', '048270', '12345678'])('has the digits %s', (digits) => {
    expect(readCodeDigits(digits)).toBe(digits);
  });

  test.each([...NO_OBJECTS, 4827, '482', '123456789', ' 4827', '48 27', '4827\n', '٤٨٢٧'])(
    'is not %o',
    (value) => {
      expect(readCodeDigits(value)).toBeUndefined();
    },
  );
});

describe('a token of Google', () => {
  test('is printable, and empty when no account was chosen', () => {
    expect(readGoogleToken('ya29.a0Af_B-x')).toBe('ya29.a0Af_B-x');
    expect(readGoogleToken('')).toBe('');
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
    expect(readGoogleToken(value)).toBeUndefined();
  });
});

describe('a token of Firebase', () => {
  test('is printable and never empty', () => {
    expect(readPushToken('dXk:APA91bH-x_1')).toBe('dXk:APA91bH-x_1');
  });

  test.each(['', 'a b', 'a\n', 'á', 'x'.repeat(4097), ...NO_OBJECTS.filter((value) => value !== 'granted')])(
    'is not %j',
    (value) => {
      expect(readPushToken(value)).toBeUndefined();
    },
  );
});
