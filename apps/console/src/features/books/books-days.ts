/** The days that a page of the books is about, as texts of the address. Without any it is the month up to today. */
export type BookDays = { on: string; from: string; to: string; period: string };

export const THIS_MONTH: BookDays = { on: '', from: '', to: '', period: '' };

const MONTHS_OFFERED = 18;
const LUSAKA_MS = 2 * 60 * 60 * 1000;

/** What a call asks for: the days that are named. */
export function askedDays({ on, from, to, period }: BookDays) {
  return {
    on: on || undefined,
    from: from || undefined,
    to: to || undefined,
    period: period || undefined,
  };
}

/** An address with the same days. */
export function withDays(path: string, days: Partial<BookDays>): string {
  const given = Object.entries(days).filter(([, text]) => text !== '' && text !== undefined) as [
    string,
    string,
  ][];
  const search = new URLSearchParams(given).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Past months as `2026-10`, the latest first, and the adjustments of past years as `2025-13`. */
export function pastPeriods(nowMs: number): string[] {
  const [year, month] = new Date(nowMs + LUSAKA_MS).toISOString().slice(0, 7).split('-').map(Number) as [
    number,
    number,
  ];
  return Array.from({ length: MONTHS_OFFERED }, (_none, back) => {
    const index = year * 12 + month - 2 - back;
    const of = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
    return of.endsWith('-12') ? [`${of.slice(0, 4)}-13`, of] : [of];
  }).flat();
}

/** "October 2026", "Adjustments of 2025". */
export function periodText(period: string): string {
  const [year, month] = period.split('-') as [string, string];
  if (month === '13') return `Adjustments of ${year}`;
  const name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
  return `${name.format(new Date(`${period}-01T00:00:00Z`))} ${year}`;
}
