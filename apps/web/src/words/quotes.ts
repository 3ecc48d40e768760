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
      `You pay the late charges so far, the date moves, and the late charges stop. The rest of what you owe stays the same. This price is valid until ${deadline}.`,
    /** The bill is due today or late. */
    fromToday: (day: string, days: string) =>
      `${day} is ${days} from today. All that is left of this bill is due on that day.`,
    /** The bill is not due yet. */
    fromDueDate: (day: string, days: string) =>
      `${day} is ${days} after the current date. All that is left of this bill is due on that day.`,
    /** Compares the deferral with paying nothing until its date. */
    waiting: {
      costs: (day: string, charges: string, fee: string) =>
        `Being late until ${day} costs ${charges} of late charges. Deferring costs ${fee}.`,
      /** The bill is late already. */
      costsMore: (day: string, charges: string, fee: string) =>
        `Being late until ${day} adds ${charges} of late charges. Deferring costs ${fee}.`,
      keepsCount:
        'If you are late, your count of loans on time starts again at 0. If you defer and pay by the new date, you keep it.',
      staysOnTime: 'If you defer and pay by the new date, this loan is still on time.',
      countStartsAgain:
        'Your count of loans on time starts again at 0 in both cases, because the bill is late.',
      keepsLimit: (limit: string, lower: string) =>
        `If you wait until then, your limit drops from ${limit} to ${lower}. If you defer and pay by the new date, it stays.`,
    },
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
