import { type Day, formatDay } from '@thumba/lending/day';

/** "1 December 2026": a planned day may be one of another year. */
export function plannedDayText(on: Day): string {
  return `${formatDay(on)} ${on.slice(0, 4)}`;
}
