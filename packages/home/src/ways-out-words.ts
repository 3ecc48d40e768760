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
    /** It is shown when the bill is late, so the new date counts from today. */
    moves: (day: string, days: string) =>
      `Deferral moves the due date to ${day}, ${days} from today, and stops the late charges. You pay only this now:`,
    fee: 'Deferral charge',
    charges: 'Late charges until today',
    now: 'To pay now',
    stays: (bill: string, day: string) => `You still owe the ${bill} of the bill. It is due on ${day}.`,
    defer: (days: string) => `Defer ${days}`,
  },
});
