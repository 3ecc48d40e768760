import { DAY_MS, endOfLusakaDay, toDate } from './clock.ts';

/** The hours in Lusaka in which no messages are sent unasked, in minutes after midnight. They may span midnight. */
export type QuietHours = { fromMinute: number; toMinute: number };

/**
 * The quiet hours of a lender that sets none. The loan contract names them, so another default needs a new wording of
 * the contract.
 */
export const DEFAULT_QUIET_HOURS = { from: '18:00', to: '08:00' } as const;

const MINUTE_MS = 60_000;
const PATTERN = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

/** `18:00-08:00`, or `none`. Answers undefined for anything else. */
export function parseQuietHours(text: string): QuietHours | null | undefined {
  if (text === 'none') return null;
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  const [fromHour, fromMinute, toHour, toMinute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const quiet = { fromMinute: fromHour * 60 + fromMinute, toMinute: toHour * 60 + toMinute };
  return quiet.fromMinute === quiet.toMinute ? undefined : quiet;
}

/** Whether messages are sent only at times of the day at which they are sent with the default quiet hours. */
export function coversDefault({ fromMinute, toMinute }: QuietHours): boolean {
  const usual = parseQuietHours(`${DEFAULT_QUIET_HOURS.from}-${DEFAULT_QUIET_HOURS.to}`)!;
  return usual.toMinute <= toMinute && toMinute < fromMinute && fromMinute <= usual.fromMinute;
}

/** The next time span outside the quiet hours. It begins now, or when the present quiet hours end. */
export function nextSendingHours(nowMs: number, quiet: QuietHours | null): { from: Date; until: Date } {
  if (quiet === null) return { from: toDate(nowMs), until: toDate(nowMs + DAY_MS) };
  const minute = minuteOfDay(nowMs);
  const isQuiet = minutesAfter(quiet.fromMinute, minute) < minutesAfter(quiet.fromMinute, quiet.toMinute);
  const fromMs = isQuiet ? nextTime(nowMs, quiet.toMinute) : nowMs;
  return { from: toDate(fromMs), until: toDate(nextTime(fromMs, quiet.fromMinute)) };
}

function minuteOfDay(atMs: number): number {
  const startMs = endOfLusakaDay(atMs).getTime() - DAY_MS;
  return (atMs - startMs) / MINUTE_MS;
}

function minutesAfter(fromMinute: number, minute: number): number {
  return (minute - fromMinute + 24 * 60) % (24 * 60);
}

/** The first instant after this one with this minute of the day in Lusaka. */
function nextTime(atMs: number, minute: number): number {
  const wait = minutesAfter(minuteOfDay(atMs), minute);
  return atMs + (wait === 0 ? DAY_MS : wait * MINUTE_MS);
}
