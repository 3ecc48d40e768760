import { words } from '@thumba/words/catalogue';

/** Home without an open bill. */
export const applicationWords = words('application', {
  review: {
    title: 'We are looking at your application',
    text: 'You do not need to do anything now.',
    textFor: (amount: string) => `You asked for ${amount}. You do not need to do anything now.`,
    next: 'What happens next',
    steps: [
      { title: 'A person looks at it', text: 'This takes up to 4 hours in our opening hours' },
      { title: 'You get a message', text: 'By SMS, and here' },
      { title: 'The money comes', text: 'To your mobile-money account, if we approve it' },
    ],
  },

  /** While a person looks at an application or a payout. */
  otherNumber: {
    title: 'Where the money goes',
    use: 'Use this number',
    add: 'Add another number',
  },

  /** A person asked for other pictures before they go on with the application. */
  pictureAgain: {
    title: {
      identity: 'Please take the pictures of your card again',
      face: 'Please take the pictures of your face again',
    },
    text: {
      identity: 'A person looked at your application and needs clear pictures of your identity card.',
      face: 'A person looked at your application and needs to see your face again.',
    },
    take: { identity: 'Photograph my card', face: 'Take the pictures' },
    goesOn: 'Your application stays open. A person goes on with it when the pictures are here.',
  },

  declined: {
    title: 'We cannot lend to you this time',
    again: (day: string) => `You can apply again on ${day}. Nothing was charged.`,
    differently: 'Think this is wrong?',
    look: 'You can ask once that a person looks at your application again.',
    askForLook: 'Ask for another look',
    check:
      'Check your personal information. If something is wrong or has changed, correct it before you apply again.',
    checkMine: 'Check my information',
  },

  payout: {
    receive: 'You receive',
    waiting: 'Waiting',
    onItsWay: 'On its way',
    toAccount: 'To your mobile-money account',
    toAccountSoon: 'To your mobile-money account, usually within minutes',
    mayClose: 'This page tells you when the money has arrived. You may close it.',
    notThrough: 'Not sent yet',
    notTaken: 'Your operator did not accept the payment.',
    oweNothing: 'You owe nothing until the money has arrived. You do not need to apply again.',
    sendTo: 'Send it to',
    noAccount: 'No account yet',
    accountChosen: 'We saved this number for this loan.',
    sendAgain: 'Send it again',
    otherAccount: 'Use another account',
  },

  blocked: {
    title: 'You cannot borrow at the moment',
    text: 'Your account is closed for new loans. You have no loan to repay. The money in your wallet stays yours.',
    readMessages: 'Read my messages',
  },
});
