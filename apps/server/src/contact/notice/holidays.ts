import { addDays, type Day, day, weekdayName } from '@thumba/lending/day';
import { holidayWords } from './holiday-words.ts';

export type Holiday = { date: Day; name: string };

/**
 * The public holidays of Zambia in a year: the fixed ones, those around Easter, and those on a Monday or Tuesday of
 * their month. Where one falls on a Sunday the Monday after it is a holiday too.
 */
export function publicHolidays(year: number): Holiday[] {
  const on = (monthAndDay: string) => day(`${year}-${monthAndDay}`);
  const { names } = holidayWords;
  const easter = easterSunday(year);
  const heroes = firstMonday(year, '07');
  const holidays: Holiday[] = [
    { date: on('01-01'), name: names.newYear },
    { date: on('03-08'), name: names.women },
    { date: on('03-12'), name: names.youth },
    { date: addDays(easter, -2), name: names.goodFriday },
    { date: addDays(easter, -1), name: names.holySaturday },
    { date: addDays(easter, 1), name: names.easterMonday },
    { date: on('04-28'), name: names.kennethKaunda },
    { date: on('05-01'), name: names.labour },
    { date: on('05-25'), name: names.africaFreedom },
    { date: heroes, name: names.heroes },
    { date: addDays(heroes, 1), name: names.unity },
    { date: firstMonday(year, '08'), name: names.farmers },
    { date: on('10-18'), name: names.prayer },
    { date: on('10-24'), name: names.independence },
    { date: on('12-25'), name: names.christmas },
  ];
  const observed = holidays
    .filter(({ date }) => weekdayName(date) === 'Sunday')
    .map(({ date, name }) => ({ date: addDays(date, 1), name: holidayWords.observed(name) }));
  return [...holidays, ...observed].sort((a, b) => (a.date < b.date ? -1 : 1));
}

function firstMonday(year: number, month: string): Day {
  const WEEK = [0, 1, 2, 3, 4, 5, 6];
  const first = day(`${year}-${month}-01`);
  const days = WEEK.map((later) => addDays(first, later));
  return days.find((one) => weekdayName(one) === 'Monday')!;
}

/** Easter in the Gregorian calendar, by the "anonymous" algorithm of Nature, 1876. */
function easterSunday(year: number): Day {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const weekdayShift =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const lateMoon = Math.floor((golden + 11 * epact + 22 * weekdayShift) / 451);
  const daysFromMarch22 = epact + weekdayShift - 7 * lateMoon;
  return addDays(day(`${year}-03-22`), daysFromMarch22);
}
