import { words } from '@thumba/words/catalogue';

/** A payment that the borrower made and that is not shown in the app. */
export const claimWords = words('claim', {
  intro: 'Did money leave your account, but your bill does not show it? We look for it.',
  reference: 'Reference in the SMS',
  wholeSms: 'You can paste the whole SMS',
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
    inBooks: 'We have it, and it counts on your bill.',
    receipt: 'Receipt',
  },
  ticket: {
    label: 'Your ticket',
    reference: (reference: string) => `Reference ${reference}`,
    badges: { checking: 'Being checked', not_found: 'Still open' },
    checking: [
      'We ask the operator about it. You do not need to pay again.',
      'When we find it, we add it to your loan and send you an SMS.',
      'Keep the operator’s SMS until then.',
    ],
    not_found: [
      'Compare the reference above with the SMS, letter by letter. If it is wrong, change it.',
      'If it is right, nothing is lost. We keep it and look for it in the operator’s records.',
      'When we find it, we send you an SMS. Keep the operator’s SMS until then.',
    ],
    messages: { title: 'Messages', detail: 'You find our answer here too' },
    home: { title: 'Home', detail: 'What is left to pay' },
  },
});
