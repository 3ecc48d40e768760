import { words } from '@thumba/words/catalogue';

/** What is shown in the place of the app while app lock is on and the phone has not confirmed the person. */
export const lockScreenWords = words('lock-screen', {
  title: 'Thumba is locked',
  text: 'Use the screen lock of this phone: its PIN, pattern or fingerprint. It is not your mobile-money PIN.',
  unlock: 'Unlock',
  refused: 'The phone did not confirm that it is you. Please try again.',
  otherWay:
    'Did you remove the screen lock, or does it not work? Then log out. You log in again with your number and a code by SMS.',
  logOut: {
    open: 'Log out',
    title: 'Log out?',
    text: 'You need your number and a new code by SMS to log in again. What you typed and did not send is deleted. App lock is then off.',
    yes: 'Log out on this phone',
    no: 'Stay locked',
  },
});
