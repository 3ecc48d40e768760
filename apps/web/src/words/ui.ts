import { words } from './catalogue.ts';

/** The words of the shared parts of all screens. */
export const uiWords = words('ui', {
  back: 'Back',
  close: 'Close',
  choose: 'Please choose',
  less: (what: string) => `Less: ${what}`,
  more: (what: string) => `More: ${what}`,
  loading: 'Loading',
  failed: 'This did not load',
  tryAgain: 'Try again',
  goHome: 'Go to home',
  callLender: (phone: string) => `Call us on ${phone}`,
  partMissing: {
    title: 'Something is missing',
    text: 'A part of Thumba did not arrive. Check your internet and try again.',
  },
});
