import { words } from '@thumba/words/catalogue';

/** The card that is shown until a new device is confirmed. */
export const newDeviceWords = words('new-device', {
  title: 'This is a new phone',
  text: 'We hide your details until you confirm this phone. Until then, we send money only to the account that you had before.',
  withoutIdentity:
    'We do not have your NRC yet. You can confirm this phone three days after you logged in. We send you a code by SMS for it.',
  confirm: 'Confirm this phone',
  done: 'This phone is confirmed',
});
