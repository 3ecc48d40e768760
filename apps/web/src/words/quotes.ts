import { words } from './catalogue.ts';

/** Extension, early settlement and giving the money back: what the server quotes and the borrower pays. */
export const quoteWords = words('quotes', {
  account: 'Repayment account',
  changed: 'The figures had changed meanwhile. Here are those of now: please look again.',
  notNow: 'This cannot be done now',
  ok: 'OK',
  extension: {
    title: 'Pay the Deferral charge',
    button: (sum: string) => `Repayment ${sum}`,
    fee: 'Extension fee',
    feeAndPenalty: (fee: string, penalty: string) => `Fee ${fee} and late charges so far ${penalty}`,
    noPenalty: 'No late charges so far',
    currentDate: 'Current repayment date',
    newDate: 'Date after extension',
    paidSoFar: 'Paid for extensions so far',
    timesLeft: 'Extensions left',
    movesDate: (deadline: string) =>
      `This moves the date only: the balance of your bill stays the same. The fee holds until ${deadline}.`,
    movesDateAndStops: (deadline: string) =>
      `This moves the date only: the balance of your bill stays the same, and the late charges stop. The fee holds until ${deadline}.`,
  },
  settlement: {
    title: 'Settle the whole loan',
    button: (sum: string) => `Pay ${sum}`,
    today: 'To settle the loan today',
    youSave: (sum: string) => `You save ${sum} of interest`,
    nothingLeft: 'Nothing is left after it',
    holdsUntil: (deadline: string) =>
      `The loan is then paid off. This amount holds until ${deadline}; once you have submitted it, it counts whenever the money arrives.`,
  },
  cancellation: {
    title: 'Give the money back',
    button: (sum: string) => `Give back ${sum}`,
    buttonOfNothing: 'Cancel the loan',
    toGiveBack: 'To give back',
    what: 'What you received and have not paid back. No interest and no fee.',
    holdsUntil: (deadline: string) =>
      `When the money has come back, the loan is cancelled and has cost you nothing. This amount holds until ${deadline}.`,
  },
});
