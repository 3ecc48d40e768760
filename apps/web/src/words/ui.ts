import { words } from '@thumba/words/catalogue';

/** The words of the shared parts of all screens. */
export const uiWords = words('ui', {
  back: 'Back',
  close: 'Close',
  choose: 'Please choose',
  /** For a screen reader: the buttons beside a slider. `what` is its label in small letters, as "amount". */
  less: (what: string) => `Decrease ${what}`,
  more: (what: string) => `Increase ${what}`,
  loading: 'Loading',
  failed: 'This did not load',
  tryAgain: 'Try again',
  goHome: 'Go to home',
  callLender: (phone: string) => `Call us on ${phone}`,
  partMissing: {
    title: 'Something is missing',
    text: 'A part of this page did not load. Check your internet and try again.',
  },
});
