import { words } from './catalogue.ts';

/** Home without an open bill. */
export const applicationWords = words('application', {
  review: {
    title: 'We are looking at your application',
    text: 'You need not do anything now.',
    textFor: (amount: string) => `For ${amount}. You need not do anything now.`,
    next: 'What happens next',
    steps: [
      { title: 'A person looks at it', text: 'Usually within one working day' },
      { title: 'You get a message', text: 'By SMS, and here' },
      { title: 'The money comes', text: 'To your mobile-money account, if it is approved' },
    ],
  },

  declined: {
    title: 'We cannot lend to you this time',
    again: (day: string) => `You can apply again on ${day}. Nothing was charged.`,
    differently: 'Do you see it differently?',
    check:
      'Look at your personal information: if something in it is wrong or has changed, correct it before you apply again.',
    checkMine: 'Check my information',
  },

  payout: {
    receive: 'You receive',
    waiting: 'Waiting',
    onItsWay: 'On its way',
    toAccount: 'To your mobile-money account',
    toAccountSoon: 'To your mobile-money account, usually within minutes',
    mayClose: 'This page tells you as soon as the money has left. You may close it.',
    notThrough: 'Not through yet',
    notTaken: 'Your operator did not take the payment.',
    oweNothing: 'You owe nothing until the money has arrived. You need not apply again.',
    sendTo: 'Send it to',
    noAccount: 'No account yet',
    sendAgain: 'Send it again',
    otherAccount: 'Use another account',
  },

  blocked: {
    title: 'You cannot borrow at the moment',
    text: 'Your account is closed for new loans. You have no loan to repay. What you have in your wallet stays yours.',
    readMessages: 'Read my messages',
  },
});
