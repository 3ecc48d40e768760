import { words } from '@thumba/words/catalogue';

/** A bill that is paid through its link. */
export const quickRepaymentWords = words('quickRepayment', {
  lender: {
    payTo: 'You pay to',
    licence: 'Licence',
    call: (phone: string) => `Call ${phone}`,
    noPin:
      'This page never asks for a PIN. Enter your PIN only when your operator asks for it on your phone.',
  },
  billOf: 'Loan of',
  mobile: 'Mobile number',
  bill: 'Bill',
  dueNow: 'Due now',
  nothingDueUntil: (day: string) => `Nothing is due until ${day}. You can pay early.`,
  all: 'All that is left to pay',
  payMobile: 'Number that pays',
  operator: 'Operator',
  byNumber: 'Find it from the number',
  anybody:
    'Any person can pay, from any number. The number that pays gets a receipt by SMS. You sign no contract by paying, and we do not ask you for the rest of the bill.',
  parts: {
    title: 'The bill in parts',
    oneDue: (day: string) => `Due ${day}`,
    instalmentDue: (number: number, day: string) => `Instalment ${number}, due ${day}`,
    principal: 'Left of the amount borrowed',
    interest: 'Interest',
    serviceFee: 'Service fee',
    penalty: 'Late charges',
    discount: 'Coupon',
    total: 'To pay',
  },
  cannotPayAll: {
    title: 'Cannot pay it all?',
    text: (phone: string) =>
      `You can pay a part here: press “Pay another amount”. The borrower can ask for more time in the Thumba app, or call ${phone}.`,
  },
  check: {
    best: 'Is this page real? Call the borrower before you pay.',
    title: 'How to check that this page is real',
    borrower: {
      title: 'Call the borrower',
      text: 'Use a number that you know. Ask whether the bill number and the sum on this page are right. The borrower finds both in the Thumba app, under Billing Details.',
    },
    call: {
      title: 'Call the lender',
      text: (phone: string) =>
        `Ask the borrower for the lender’s phone number: the Thumba app shows it under Help. It must be ${phone}. Call it and ask about this bill.`,
    },
    pin: {
      title: 'Keep your PIN secret',
      text: 'We never ask for your PIN. If a page or a caller asks for it, do not pay, and call us.',
    },
  },
  payMore: 'Pay more',
  thanks: 'Thank you, your payment has arrived. A receipt comes by SMS.',
  notValid: {
    title: 'This link is not valid any more',
    text: 'This link is not from us, or it has ended because the bill is paid or the message is old. Do not pay by it. Open the app to see your bill, or ask us.',
    lender: (name: string) => `We are ${name}.`,
  },
});
