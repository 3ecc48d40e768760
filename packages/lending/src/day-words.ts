import { plural, words } from '@thumba/words/catalogue';

export const dayWords = words('day', {
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  weekdays: {
    Sunday: 'Sunday',
    Monday: 'Monday',
    Tuesday: 'Tuesday',
    Wednesday: 'Wednesday',
    Thursday: 'Thursday',
    Friday: 'Friday',
    Saturday: 'Saturday',
  },
  dayOfMonth: (day: string, month: string) => `${day} ${month}`,
  withWeekday: (weekday: string, day: string) => `${weekday} ${day}`,
  days: (count: number, shown: string) => plural(count, { one: '1 day', other: `${shown} days` }),
});
