import { words } from './catalogue.ts';

/** The card that is shown until a new device is confirmed. */
export const newDeviceWords = words('new-device', {
  title: 'This is a new phone',
  text: 'Your details are hidden until you confirm it. Until then money goes only to the account that you had before.',
  withoutIdentity:
    'We do not have your NRC yet. So you can confirm this phone three days after you logged in, with a code by SMS.',
  confirm: 'Confirm this phone',
  done: 'This phone is confirmed',
});
