import { words } from '@thumba/words/catalogue';

/** Notifications that a phone shows while the app is closed. */
export const pushWords = words('push', {
  notSent: 'This lender does not send notifications',
  notAllowed: 'You did not allow notifications, so we send none to this phone',
});
