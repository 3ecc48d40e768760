import { words } from '@thumba/words/catalogue';

/** What a phone tells about itself, where its borrower allows it. */
export const deviceDataWords = words('deviceData', {
  messagesNotRead: 'This lender does not read SMS',
  notAllowed: 'You did not allow this, so we do not keep it',
  otherDays: 'These SMS are not of the last 90 days',
  /** `wait` is a time like “5 minutes”. */
  tooOften: (wait: string) => `Your phone sent this too often. It can send it again in ${wait}.`,
});
