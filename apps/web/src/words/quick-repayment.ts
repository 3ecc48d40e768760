import { words } from './catalogue.ts';

/** A bill that is paid through its link. */
export const quickRepaymentWords = words('quickRepayment', {
  billOf: 'Bill of',
  mobile: 'Mobile number',
  payMobile: 'Number that pays',
  operator: 'Operator',
  byNumber: 'By the number',
  anybody: 'Anybody may pay, from any number. The number that pays gets a receipt by SMS.',
  afterThis: 'After this one',
  instalmentDue: (number: number, day: string) => `Instalment ${number}, due ${day}`,
  payMore: 'Pay more',
  thanks: 'Thank you, your payment has arrived. A receipt comes by SMS.',
  notValid: {
    title: 'This link is not valid any more',
    text: 'The bill may be paid, or the link may be old or mistyped. Please use the newest message from us, or sign in to see your bill.',
  },
});
