import type { Network } from './simulator.ts';

const MOBILE_PATTERN = /^0(?:[59][5-8]|7[5-9])\d{7}$/;

export const networkNames: Record<Network, string> = {
  mtn: 'MTN',
  airtel: 'Airtel',
  zamtel: 'Zamtel',
  other: 'Other network',
};

export function readMobile(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '').replace(/^\+?260/, '0');
  return MOBILE_PATTERN.test(digits) ? digits : undefined;
}

export function spacedMobile(mobile: string): string {
  return `${mobile.slice(0, 4)} ${mobile.slice(4, 7)} ${mobile.slice(7)}`;
}

/** Formatted as in the app: English as written in Zambia. */
const LOCALE = 'en-ZM';

const kwacha = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function kwachaText(amount: number): string {
  return `K${kwacha.format(amount)}`;
}

const dayFormat = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortDayFormat = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', timeZone: 'UTC' });
const lusakaDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lusaka' });
const lusakaTime = new Intl.DateTimeFormat(LOCALE, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Africa/Lusaka',
});

const dateFormat = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

export function dateText(day: string): string {
  return dateFormat.format(Date.parse(`${day}T00:00:00Z`));
}

export function dayText(day: string): string {
  return dayFormat.format(Date.parse(`${day}T00:00:00Z`)).replace(',', '');
}

const DAY_MS = 86_400_000;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** "26 November, 09:12": the business day where there is one, and the time on the clock. */
export function momentText({ on, at }: { on: string | null; at: string }): string {
  const instantMs = Date.parse(at);
  const day = Date.parse(`${on ?? lusakaDay.format(instantMs)}T00:00:00Z`);
  return `${shortDayFormat.format(day)}, ${lusakaTime.format(instantMs)}`;
}

export function timeLeftText(expiresAt: string, nowMs: number): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - nowMs) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
