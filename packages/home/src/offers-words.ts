import { words } from '@thumba/words/catalogue';

/** What a borrower may do with a loan besides paying the next bill. */
export const offerWords = words('offers', {
  pay: 'Pay the bill',
  payOff: (sum: string) => `Pay off now: ${sum}`,
  settle: (sum: string) => `Settle the whole loan today: ${sum}`,
  youSave: (sum: string) => `You save ${sum}`,
  changedMind: 'Changed your mind?',
  giveBackBy: (deadline: string) => `Give the money back by ${deadline}, no cost`,
});
