import { type Day, formatDay, formatDayCount, formatDayLong } from '@thumba/lending/day';
import { words } from './catalogue.ts';

export const timeWords = words('time', {
  day: (day: Day) => formatDay(day),
  dayLong: (day: Day) => formatDayLong(day),
  days: (count: number) => formatDayCount(count),
  ofYear: (day: string, year: string) => `${day} ${year}`,
  moment: (day: string, time: string) => `${day}, ${time}`,
  today: (time: string) => `${time} today`,
  midnight: 'midnight',
  onDay: (time: string, day: string) => `${time} on ${day}`,
});
