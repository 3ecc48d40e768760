import { expect, test } from 'vitest';
import { nextSendingHours, parseQuietHours } from './quiet-hours.ts';

const atNight = parseQuietHours('18:00-08:00')!;

test.each([
  ['00:00', '2026-12-21T08:00', '2026-12-21T18:00'],
  ['07:59', '2026-12-21T08:00', '2026-12-21T18:00'],
  ['08:00', '2026-12-21T08:00', '2026-12-21T18:00'],
  ['12:34', '2026-12-21T12:34', '2026-12-21T18:00'],
  ['17:59', '2026-12-21T17:59', '2026-12-21T18:00'],
  ['18:00', '2026-12-22T08:00', '2026-12-22T18:00'],
  ['23:59', '2026-12-22T08:00', '2026-12-22T18:00'],
])('what comes up at %s goes out from %s to %s', (at, from, until) => {
  const hours = nextSendingHours(Date.parse(`2026-12-21T${at}:00+02:00`), atNight);
  expect(hours.from).toEqual(new Date(`${from}:00+02:00`));
  expect(hours.until).toEqual(new Date(`${until}:00+02:00`));
});

test('quiet hours may lie within a day', () => {
  const noon = parseQuietHours('12:00-14:00')!;
  const at = (time: string) => nextSendingHours(Date.parse(`2026-12-21T${time}:00+02:00`), noon);
  expect(at('12:30').from).toEqual(new Date('2026-12-21T14:00:00+02:00'));
  expect(at('12:30').until).toEqual(new Date('2026-12-22T12:00:00+02:00'));
  expect(at('03:00').from).toEqual(new Date('2026-12-21T03:00:00+02:00'));
});

test('without quiet hours everything goes out at once, for a day', () => {
  const nowMs = Date.parse('2026-12-21T23:30:00+02:00');
  expect(nextSendingHours(nowMs, null)).toEqual({
    from: new Date(nowMs),
    until: new Date('2026-12-22T23:30:00+02:00'),
  });
});

test.each(['', '8-18', '24:00-08:00', '18:60-08:00', '08:00-08:00', 'always'])(
  '"%s" is no setting',
  (text) => {
    expect(parseQuietHours(text)).toBeUndefined();
  },
);

test('"none" is a setting', () => {
  expect(parseQuietHours('none')).toBeNull();
});
