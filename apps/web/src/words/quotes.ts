import { words } from '@thumba/words/catalogue';

/** Extension, early settlement and giving the money back: what the server quotes and the borrower pays. */
export const quoteWords = words('quotes', {
  account: 'Repayment account',
  changed: 'The amounts have changed. Please look at the new ones.',
  notNow: 'This is not possible now',
  ok: 'OK',
  extension: {
    title: 'Pay the Deferral charge',
    button: (sum: string) => `Repayment ${sum}`,
    fee: 'Extension fee',
    lateCharges: 'Late charges so far',
    toPayNow: 'To pay now',
    currentDate: 'Current repayment date',
    newDate: 'Date after extension',
    paidSoFar: 'Paid for extensions so far',
    timesLeft: 'Extensions left',
    movesDate: (deadline: string) =>
      `Only the date moves. What you owe stays the same. This price is valid until ${deadline}.`,
    movesDateAndStops: (deadline: string) =>
      `Only the date moves, and the late charges stop. What you owe stays the same. This price is valid until ${deadline}.`,
    /** Compares the extension fee with paying late. The day is the first one with a late charge. */
    lateInstead: (day: string, sum: string) =>
      `If you pay late and do not defer, each day from ${day} adds ${sum} of late charges.`,
    /** The same, when late charges are charged already. */
    furtherDays: (sum: string) => `If you do not defer, each further day adds ${sum} of late charges.`,
  },
  settlement: {
    title: 'Settle the whole loan',
    button: (sum: string) => `Pay ${sum}`,
    today: 'To settle the loan today',
    youSave: (sum: string) => `You save ${sum} of interest`,
    nothingLeft: 'Nothing is left to pay after that',
    holdsUntil: (deadline: string) =>
      `This pays off the whole loan. You can pay this amount until ${deadline}. If you enter your PIN in time, it counts also when the money arrives later.`,
  },
  cancellation: {
    title: 'Give the money back',
    button: (sum: string) => `Give back ${sum}`,
    buttonOfNothing: 'Cancel the loan',
    toGiveBack: 'To give back',
    what: 'What you received and have not paid back. No interest and no fee.',
    holdsUntil: (deadline: string) =>
      `When we have the money back, the loan is cancelled and costs you nothing. You can do this until ${deadline}.`,
  },
});
