import { addDays, day } from '@thumba/lending/day';
import type { CalendarEvent } from '../../platform/device.ts';

const LONGEST_LINE_BYTES = 75;

/** A calendar file (RFC 5545): one whole day, with a reminder at nine in the morning of the day before. */
export function icsFile({ key, title, description, on }: CalendarEvent, nowMs: number): string {
  const basic = (text: string) => text.replaceAll(/[-:]|\.\d+/g, '');
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Thumba//Thumba//EN',
    'BEGIN:VEVENT',
    `UID:${key}@thumba`,
    `DTSTAMP:${basic(new Date(nowMs).toISOString())}`,
    // A due date only moves forward, so the newer of two files has the higher number and replaces the other.
    `SEQUENCE:${basic(on)}`,
    `DTSTART;VALUE=DATE:${basic(on)}`,
    `DTEND;VALUE=DATE:${basic(addDays(day(on), 1))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(description)}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-PT15H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);
}

/** A long line continues in the next one, which begins with a blank. No character is split. */
function folded(line: string): string {
  let bytes = 0;
  let text = '';
  for (const letter of line) {
    const length = new TextEncoder().encode(letter).length;
    if (bytes + length > LONGEST_LINE_BYTES) {
      text += '\r\n ';
      bytes = 1;
    }
    text += letter;
    bytes += length;
  }
  return text;
}
