import { words } from '@thumba/words/catalogue';

export const appLockWords = words('app-lock', {
  title: 'App lock',
  ask: 'Ask for my screen lock',
  note: 'Thumba asks for the screen lock of this phone (its PIN, pattern or fingerprint, not your mobile-money PIN) when you open it, and when you come back after more than 1 minute. App lock ends when you log out.',
  limits: 'It does not protect you from a person who can unlock your phone or read your SMS.',
  missing: {
    browser: 'App lock is not available, because this browser cannot ask for the screen lock of your phone.',
    app: 'App lock is not available, because this app cannot ask for the screen lock of your phone.',
    phone:
      'App lock is not available, because this phone has no screen lock. Set a PIN, a pattern or a fingerprint in the settings of your phone. Then come back.',
  },
  staysOff: 'The phone did not confirm that it is you, so app lock is still off. Please try again.',
  staysOn:
    'The phone did not confirm that it is you, so app lock is still on. If you removed the screen lock of the phone, log out and log in again.',
  on: 'App lock is on',
  off: 'App lock is off',
  keyName: 'Thumba app lock',
});
