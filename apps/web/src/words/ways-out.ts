import { words } from '@thumba/words/catalogue';

/** What a borrower who is late can do besides paying all of it. */
export const waysOutWords = words('waysOut', {
  cannotPayAll: {
    title: 'Can’t pay it all now?',
    part: 'Pay the part that you can. The late charge of each day is then smaller.',
    payPart: 'Pay a part',
  },
  moreTime: {
    title: 'Need more time?',
    moves: (day: string) =>
      `Deferral moves the due date to ${day} and stops the late charges. You pay only this now:`,
    fee: 'Deferral charge',
    charges: 'Late charges until today',
    now: 'To pay now',
    stays: (bill: string) => `The ${bill} of the bill stays to be paid.`,
    defer: (days: string) => `Defer ${days}`,
  },
});
