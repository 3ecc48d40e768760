import { words } from './catalogue.ts';

/** About the phone itself. */
export const deviceWords = words('device', {
  notOpened: 'This phone did not open it',
  question: {
    title: 'If you like',
    text: 'Knowing your phone, and roughly where you are, helps to guard your account against fraud. Your loan does not depend on it.',
    choose: 'Choose what to allow',
    skip: 'Not now',
    sheet: 'What you allow',
    lead: 'Each of these is your choice, and you can take it back in the settings at any time.',
    done: 'Done',
  },
});
