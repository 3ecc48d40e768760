import { words } from '@thumba/words/catalogue';

/** What happens with a late bill when its borrower does nothing. */
export const ifUnpaidWords = words('ifUnpaid', {
  title: 'If you do nothing',
  grows: (charge: string, most: string) =>
    `Each day adds ${charge} of late charges. You never owe more than ${most} of late charges.`,
  growsNoMore: 'The late charges have reached their highest amount. They do not grow any more.',
  countStartsAgain: 'Your count of loans on time starts again at 0.',
  /** The borrower has the lowest limit. */
  limitStays: (limit: string) => `Your limit stays at ${limit}. There is no lower one.`,
  limitWillDrop: (days: string, limit: string, lower: string) =>
    `When the bill is more than ${days} late, your limit drops from ${limit} to ${lower}.`,
  limitDrops: (days: string, limit: string, lower: string) =>
    `The bill is more than ${days} late, so your limit drops from ${limit} to ${lower}.`,
  noLoan: 'You cannot get another loan until this one is paid.',
  reminders: 'We remind only you. We never call your contacts about a debt.',
});
