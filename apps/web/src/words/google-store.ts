import { words } from './catalogue.ts';

export const googleStoreWords = words('googleStore', {
  name: 'Thumba',
  tagline: 'A Pocket Wallet For All Zambians',
  open: 'Open in Google Play',
  download: 'Download the app (APK)',
  goOn: 'Continue in this browser',
  goOnWhy: 'You do not need to install anything. The browser shows the same app.',
  does: {
    title: 'What it does',
    list: [
      { title: 'Borrow with the whole cost shown first', text: 'Every fee and date, before you agree' },
      { title: 'Money on your phone', text: 'To your own mobile-money account' },
      { title: 'Pay all or part, with your PIN', text: 'With a receipt for every payment' },
    ],
  },
  pictures: {
    title: 'What it looks like',
    choose: 'Choosing how much and for how long, with the cost beside it',
    estimate: 'The estimated bill with every instalment',
    home: 'A loan with what is due and when',
  },
  failed: 'We could not find the address of the app',
});
