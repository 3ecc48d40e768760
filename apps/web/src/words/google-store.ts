import { words } from '@thumba/words/catalogue';

export const googleStoreWords = words('googleStore', {
  name: 'Thumba',
  tagline: 'A Pocket Wallet For All Zambians',
  open: 'Open in Google Play',
  download: 'Download the app (APK)',
  goOn: 'Continue in this browser',
  goOnWhy: 'You do not have to install anything. The browser shows the same app.',
  does: {
    title: 'What it does',
    list: [
      { title: 'See the full cost before you borrow', text: 'Every fee and every date, before you agree' },
      { title: 'Money on your phone', text: 'It is sent to your own mobile-money account' },
      { title: 'Pay all or part, with your PIN', text: 'You get a receipt for every payment' },
    ],
  },
  pictures: {
    title: 'What it looks like',
    choose: 'You choose how much and for how long, and see the cost',
    estimate: 'The estimated bill shows every instalment',
    home: 'Home shows what is due and when',
  },
  failed: 'We could not find the address of the app',
});
