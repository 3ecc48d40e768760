import { words } from '@thumba/words/catalogue';

/** About the phone itself. */
export const deviceWords = words('device', {
  notOpened: 'Your phone could not open this',
  question: {
    title: 'Optional: choose what to allow',
    text: 'It helps to protect your account. Your loan does not depend on it.',
    nothing: 'You allow nothing. Your loan does not depend on it.',
    /** `what` is a list, as in “Information about this phone, Your approximate location”. */
    allowed: (what: string) => `You allow: ${what}`,
    /** Between two of what is allowed. */
    and: ', ',
    sheet: 'What you allow',
    lead: 'Details of your phone, and your approximate location, help to protect your account against fraud. Each of these is your choice. You can change it in the settings at any time.',
    done: 'Done',
  },
});
