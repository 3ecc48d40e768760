import { words } from '@thumba/words/catalogue';

/** Dates in printed documents and on pages of the server. */
export const dateWords = words('printedDate', {
  /** The day is like “26 November”. */
  withYear: (day: string, year: string) => `${day} ${year}`,
  /** The day with its year, and the time as 09:12. */
  inLusaka: (day: string, time: string) => `${day}, ${time} in Lusaka`,
  atTime: (day: string, time: string) => `${day}, ${time}`,
  shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  shortDay: (day: string, month: string, year: string) => `${day} ${month} ${year}`,
});
