import { plural, words } from '@thumba/words/catalogue';

export const limitLadderWords = words('limitLadder', {
  title: 'Your limit',
  progress: (onTime: number, needed: number) => `${onTime} of ${needed} on time`,
  highest: 'You have the highest limit. Thank you for repaying on time.',
  grows: (whatIsNeeded: string, from: string, to: string) =>
    `${whatIsNeeded} and your limit grows from ${from} to ${to}.`,
  thisOne: 'Repay this one on time',
  thisOneAnd: (more: number) => `Repay this one and ${more} more on time`,
  loans: (count: number) =>
    plural(count, { one: 'Repay one loan on time', other: `Repay ${count} loans on time` }),
  moreLoans: (count: number) =>
    plural(count, { one: 'Repay one more loan on time', other: `Repay ${count} more loans on time` }),
  counts: (amount: string) => `Loans of ${amount} or more count.`,
  countsIfKept: (amount: string, days: string) =>
    `Loans of ${amount} or more count, if you keep them for at least ${days}. You may pay back earlier at any time, but then the loan does not count.`,
  /** For a borrower who has the lowest limit. */
  lateOnlyStartsAgain: 'Pay late and the count starts again.',
  lateStartsAgain: (days: string) =>
    `Pay late and the count starts again. More than ${days} late and your limit drops.`,
  locked: (reason: string) => `${reason}.`,
  here: 'You are here',
  reached: 'Reached',
  loansOnTime: (count: number) => plural(count, { one: '1 loan on time', other: `${count} loans on time` }),
});
