import { words } from '@thumba/words/catalogue';

export const installWords = words('install', {
  title: 'Install Thumba',
  text: 'Put Thumba on your home screen. It then opens without internet too.',
  install: 'Install',
  dismiss: 'Not now',
  row: 'On your home screen',
  done: 'Done',
  byHand: {
    menu: ['Open the menu of your browser.', 'Tap “Install app” or “Add to Home screen”.', 'Tap “Install”.'],
    share: ['Tap the Share button of your browser.', 'Tap “Add to Home Screen”.', 'Tap “Add”.'],
    chrome: ['Open this page in Chrome.', 'Tap “Install app” in the menu of Chrome.'],
  },
});
