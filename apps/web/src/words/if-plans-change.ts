import { plural, words } from '@thumba/words/catalogue';

/** The estimated bill: what a borrower can do who needs more time, or who changes their mind. */
export const ifPlansChangeWords = words('ifPlansChange', {
  /** Moving the due date. What is paid for it does not pay a part of the bill. */
  moreTime: {
    title: 'If you need more time',
    price: (days: number, price: string) =>
      plural(days, {
        one: `1 more day costs ${price}. What you owe stays the same.`,
        other: `${days} more days cost ${price}. What you owe stays the same.`,
      }),
    priceOfPart: (days: number, rate: string) =>
      plural(days, {
        one: `1 more day costs ${rate} of the loan still owed on the next part. What you owe stays the same.`,
        other: `${days} more days cost ${rate} of the loan still owed on the next part. What you owe stays the same.`,
      }),
  },
  changeMind: {
    title: 'If you change your mind',
    within: (hours: number) =>
      plural(hours, {
        one: 'Give the money back within 1 hour of receiving it, and it costs nothing.',
        other: `Give the money back within ${hours} hours of receiving it, and it costs nothing.`,
      }),
  },
});
