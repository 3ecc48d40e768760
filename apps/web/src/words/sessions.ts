import { words } from './catalogue.ts';

/** The list of devices on which the borrower is signed in. */
export const sessionsWords = words('sessions', {
  title: 'Where you are signed in',
  thisOne: 'This one',
  isNew: 'Not confirmed',
  place: (place: string, since: string) => `${place}, since ${since}`,
  lastUsed: (on: string) => `Last used ${on}`,
  onlyHere: 'You are signed in on this phone only.',
  wasItYou: 'Was each of these you? If not: end it, and call us.',
  wasItYouOn: (phone: string) =>
    `Was each of these you? If not: end it, and call us on <call>${phone}</call>.`,
  confirmFirst: 'Confirm this phone to end the others.',
  end: 'End',
  endNamed: (device: string) => `End: ${device}`,
  endOthers: 'End all others',
  ending: {
    one: (device: string) => `End the sign-in on ${device}?`,
    others: 'End all other sign-ins?',
    text: 'It is logged out at once. To log in again it needs a code that comes by SMS to your number.',
    yes: 'End it',
    yesOthers: 'End all others',
    no: 'Keep it',
    done: 'It is logged out',
  },
});
