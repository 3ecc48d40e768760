import { deadlineText as deadlineTextOf } from '@thumba/home/deadline-text';
import type { Day } from '@thumba/lending/day';
import { lusakaToday } from './lusaka-time.ts';
import { session } from './session.ts';

/** "14:32 today", "midnight" or "14:32 on 22 November": until when something holds. */
export function deadlineText(instant: string, today: Day = lusakaToday()): string {
  return deadlineTextOf(instant, { today, businessDaysAhead: session.getState().businessDaysAhead });
}
