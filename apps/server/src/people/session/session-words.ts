import { words } from '@thumba/words/catalogue';

/** Signing in, and the list of devices on which a borrower is signed in. */
export const sessionWords = words('session', {
  logInAgain: 'Please log in again',
  wrongSignature: 'This request is not signed as it should be',
  repeated: 'This request was already received',
  wrongClock: 'The clock of this phone is not right',
  googleOff: 'Google sign-in is not available here. Please log in with your mobile number.',
  /** `wait` is a time like “5 minutes”. */
  googleTooOften: (wait: string) => `Too many sign-ins were tried from your network. Please wait ${wait}.`,
  googleEnded: 'Your Google sign-in has ended. Please continue with Google again.',
  googleOfOtherApp: 'This Google sign-in was made for another app. Please continue with Google again.',
  /** The reference is a few letters and digits that the borrower can tell the lender. */
  googleSilent: (reference: string) =>
    `Google did not answer. Please try again in a moment. Reference ${reference}.`,
  googleNotLinked: 'This Google account is not linked to a mobile number yet. Please link yours.',
  googleLinkedElsewhere:
    'This Google account is linked to another mobile number. Please log in with that one.',
  googleUsed: 'This Google sign-in was already used. Please continue with Google again.',
  /** In the list of devices, as in “Chrome on Android”. */
  browserOnSystem: (browser: string, system: string) => `${browser} on ${system}`,
  androidApp: 'the Android app',
  iPhoneOrIPad: 'iPhone or iPad',
  unknownDevice: 'Unknown device',
  /** `network` is the beginning of an internet address, like 41.72.96.x. */
  network: (network: string) => `Network ${network}`,
  unknownPlace: 'Not known',
  hiddenPlace: 'Hidden',
});
