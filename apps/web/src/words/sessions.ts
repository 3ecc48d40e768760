import { words } from '@thumba/words/catalogue';

/** The list of devices on which the borrower is signed in. */
export const sessionsWords = words('sessions', {
  title: 'Where you are signed in',
  thisOne: 'This device',
  isNew: 'Not confirmed',
  used: (since: string, last: string) => `Since ${since}, last used ${last}`,
  onlyHere: 'You are signed in on this phone only.',
  wasItYou: 'Is one of these not you? End it and call us.',
  wasItYouOn: (phone: string) => `Is one of these not you? End it and call us on <call>${phone}</call>.`,
  confirmFirst: 'Confirm this phone to end the others.',
  end: 'End it',
  endNamed: (device: string) => `End it: ${device}`,
  endOthers: 'End all others',
  ending: {
    one: 'End this sign-in?',
    others: 'End all other sign-ins?',
    named: (device: string, place: string) => `${device}. ${place}.`,
    text: 'It ends at once. To log in there again, you need a code by SMS.',
    yes: 'End it',
    yesOthers: 'End all others',
    no: 'Keep it',
    done: 'The sign-in is ended',
  },
});
