import { words } from './catalogue.ts';

/** A payment that the borrower made and that is not shown in the app. */
export const claimWords = words('claim', {
  intro: 'Money gone from your account, but your bill does not show it? We look for it.',
  reference: 'Reference in the SMS',
  wholeSms: 'You may paste the whole SMS',
  wrong: 'Please enter the reference in the SMS from your mobile-money operator',
  find: 'Find my payment',
  lookAgain: 'Look again',
  change: 'Change the reference',
  /** Follows the server's message that there were too many requests and when to try again. */
  ticketsStayOpen: (why: string) => `${why} Your earlier tickets stay open.`,
  where: {
    title: 'Where to find it',
    text: 'In the SMS that your operator sent when the money left your account:',
    mtn: 'MTN MoMo: “… Financial transaction id: <id>1763715600000123</id>.”',
    airtel: 'Airtel Money: “Txn ID: <id>MP261121.0956.A12345</id>. You have paid …”',
  },
  headings: {
    posted: 'Your payment has arrived',
    checking: 'We are checking your payment',
    not_found: 'We have not found it yet',
  },
  posted: {
    youPaid: 'You paid',
    paid: 'Paid',
    inBooks: 'It is in our books, and your bill counts it.',
    receipt: 'Receipt',
  },
  ticket: {
    label: 'Your ticket',
    reference: (reference: string) => `Reference ${reference}`,
    badges: { checking: 'Being checked', not_found: 'Kept open' },
    checking: [
      'We ask the operator what became of it. You do not need to pay again.',
      'Once it is found it is added to your loan, and an SMS tells you so.',
      'Keep the operator’s SMS until then.',
    ],
    not_found: [
      'Is the reference above the one in the SMS, letter by letter? If not, change it.',
      'If it is, nothing is lost: we keep it, and look for it in the operator’s statements.',
      'Once it is found an SMS tells you so. Keep the operator’s SMS until then.',
    ],
    messages: { title: 'Messages', detail: 'Our answer to your ticket comes here too' },
    home: { title: 'Home', detail: 'What is left to pay' },
  },
});
