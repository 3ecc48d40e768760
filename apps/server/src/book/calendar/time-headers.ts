import { BUSINESS_DATE_HEADER, SERVER_TIME_HEADER } from '@thumba/contract/envelope';
import type { Clock } from '../../platform/clock.ts';
import type { Calendar } from './calendar.ts';

/** Tells a phone with a wrong clock what time and which business date it is. */
export function timeHeaders(clock: Clock, calendar: Calendar): Record<string, string> {
  return { [SERVER_TIME_HEADER]: String(clock.nowMs()), [BUSINESS_DATE_HEADER]: calendar.today() };
}
