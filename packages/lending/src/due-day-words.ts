import { words } from '@thumba/words/catalogue';

/** The day of each month on which a loan is due. It stands inside of sentences of the loan contract. */
export const dueDayWords = words('dueDay', {
  month_end: 'the last day of the month',
  /** `day` is a number from 1 to 28. */
  day_of_month: (day: string) => `day ${day} of the month`,
});
