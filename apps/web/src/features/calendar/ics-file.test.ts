import { expect, test } from 'vitest';
import { icsFile } from './ics-file.ts';

const NOW = Date.parse('2026-11-22T10:27:03.456Z');
const event = {
  key: 'due-1000011',
  title: 'Thumba: bill due',
  description: 'Bill 100 001.',
  on: '2026-12-22',
};
const linesOf = (file: string) => file.split('\r\n');
const unfolded = (file: string) => linesOf(file.replaceAll('\r\n ', ''));

test('a due date is one whole day with a reminder the morning before', () => {
  expect(linesOf(icsFile(event, NOW))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Thumba//Thumba//EN',
    'BEGIN:VEVENT',
    'UID:due-1000011@thumba',
    'DTSTAMP:20261122T102703Z',
    'SEQUENCE:20261222',
    'DTSTART;VALUE=DATE:20261222',
    'DTEND;VALUE=DATE:20261223',
    'SUMMARY:Thumba: bill due',
    'DESCRIPTION:Bill 100 001.',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'DESCRIPTION:Thumba: bill due',
    'TRIGGER:-PT15H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test.each([
  ['2026-12-31', '20270101'],
  ['2028-02-28', '20280229'],
  ['2027-02-28', '20270301'],
])('the day of %s ends as %s begins', (on, end) => {
  expect(icsFile({ ...event, on }, NOW)).toContain(`DTEND;VALUE=DATE:${end}\r\n`);
});

test.each([
  ['commas, and; semicolons', String.raw`commas\, and\; semicolons`],
  [String.raw`a back\slash`, String.raw`a back\\slash`],
  ['two\nlines', String.raw`two\nlines`],
  ['two\r\nlines', String.raw`two\nlines`],
])('%j is written as %j', (text, written) => {
  expect(unfolded(icsFile({ ...event, description: text }, NOW))).toContain(`DESCRIPTION:${written}`);
});

test.each(['a'.repeat(300), 'ŵ'.repeat(150), 'm'.repeat(62) + '🐘'.repeat(40)])(
  'no line has more than 75 bytes, and put together it is the same: %s',
  (text) => {
    const file = icsFile({ ...event, description: text }, NOW);
    expect(
      Math.max(...linesOf(file).map((line) => new TextEncoder().encode(line).length)),
    ).toBeLessThanOrEqual(75);
    expect(unfolded(file)).toContain(`DESCRIPTION:${text}`);
    expect(file).not.toContain('\uFFFD');
  },
);

test('a date that moved is the same event, only newer', () => {
  const moved = icsFile({ ...event, on: '2027-01-05' }, NOW);
  const figure = (file: string, name: string) => unfolded(file).find((line) => line.startsWith(name));
  expect(figure(moved, 'UID')).toBe(figure(icsFile(event, NOW), 'UID'));
  const sequence = (file: string) => Number(figure(file, 'SEQUENCE:')!.split(':')[1]);
  expect(sequence(moved)).toBeGreaterThan(sequence(icsFile(event, NOW)));
});
