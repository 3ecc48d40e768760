import { isDay } from '@thumba/lending/day';
import { lusakaDay, lusakaInstant, lusakaTime } from '../../platform/clock.ts';
import { StartFailure } from '../../platform/start-failure.ts';

const FORM = /^(\S+)[ T](\S+)$/;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** The moment that a person at the terminal gives with an option. Refuses a day and a time of day that do not exist. */
export function momentOf(option: `--${string}`, text: string): Date {
  const how = `Give ${option} as "2026-11-22 10:00" or "2026-11-22 10:00:30", with the time of Lusaka.`;
  const [, on, timeOfDay] = FORM.exec(text) ?? [];
  if (on === undefined || timeOfDay === undefined)
    throw new StartFailure(`"${text}" is no day with a time. ${how}`);
  if (!isDay(on)) throw new StartFailure(`There is no day ${on}. ${how}`);
  if (!TIME_OF_DAY.test(timeOfDay)) throw new StartFailure(`There is no time of day ${timeOfDay}. ${how}`);
  return lusakaInstant(on, timeOfDay)!;
}

/** A moment in the form in which it can be asked for. */
export function momentText(at: Date): string {
  const instantMs = at.getTime();
  const seconds = String(at.getUTCSeconds()).padStart(2, '0');
  return `${lusakaDay(instantMs)} ${lusakaTime(instantMs)}:${seconds} in Lusaka`;
}
