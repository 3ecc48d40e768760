import { plural, words } from './catalogue.ts';

/** Home after signing in. */
export const ownHomeWords = words('ownHome', {
  me: (mobile: string) => `Me, ${mobile}`,
  product: 'Product',
  belowSmallest: (available: string, smallest: string) =>
    `You can borrow up to ${available} at the moment, and this loan starts at ${smallest}.`,

  openLoan: {
    toRepay: 'To repay',
    toRepayToday: 'To repay today',
    late: (days: string) => `${days} late`,
    billIsLate: 'This bill is late',
    billIsDaysLate: (days: string) => `This bill is ${days} late`,
    dueToday: 'today',
    dueTomorrow: 'tomorrow',
    dueIn: (days: number) => `in ${days} days`,
    by: (day: string) => `by ${day}`,
    nextOf: (payments: number) => `the next of ${payments} payments`,
    both: (first: string, second: string) => `${first}, ${second}`,
    lateCharges: (charges: string) => `${charges} of it is late charges`,
    aDay: (charge: string) => `${charge} a day`,
    lateFromTomorrow: (charge: string) => `No late charge yet. From tomorrow ${charge} a day`,
    noLateCharges: 'No late charges',
    pay: 'Pay the bill',
    payPart: 'Pay a part',
    defer: 'Defer',
    seePayment: 'See the payment',
    details: 'Bill details',
    plan: 'Repayment plan',
    cannotPayAll: {
      title: 'Can’t pay it all now?',
      part: 'Pay the part that you can. Late charges are counted on what is still late, so each part makes them smaller.',
      defer: 'Or defer: for a fee the date moves and late charges stop. What you owe stays the same.',
    },
  },

  ladder: {
    title: 'Your limit',
    progress: (onTime: number, needed: number) => `${onTime} of ${needed} on time`,
    highest: 'This is the highest limit there is. Thank you for repaying on time.',
    grows: (whatIsNeeded: string, from: string, to: string) =>
      `${whatIsNeeded} and your limit grows from ${from} to ${to}.`,
    thisOne: 'Repay this one on time',
    thisOneAnd: (more: number) => `Repay this one and ${more} more on time`,
    loans: (count: number) =>
      plural(count, { one: 'Repay one loan on time', other: `Repay ${count} loans on time` }),
    moreLoans: (count: number) =>
      plural(count, { one: 'Repay one more loan on time', other: `Repay ${count} more loans on time` }),
    counts: (amount: string, days: string | null) =>
      days === null
        ? `Loans of ${amount} or more count.`
        : `Loans of ${amount} or more, held for at least ${days}, count. You may pay off earlier at any time, and the loan then does not count.`,
    lateStartsAgain: (days: string) =>
      `A loan that is late starts the count again. One that is more than ${days} late also takes a step away.`,
    locked: (reason: string) => `${reason}.`,
    here: 'You are here',
    reached: 'Reached',
    loansOnTime: (count: number) => plural(count, { one: '1 loan on time', other: `${count} loans on time` }),
  },
});
