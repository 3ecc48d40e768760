import { words } from '@thumba/words/catalogue';

export const ticketWords = words('ticket', {
  // The first value is a count, the second a time as in "5 hours".
  tooMany: (most: string, wait: string) =>
    `You can send ${most} complaints a day. Please try again in ${wait}, or call us.`,
  notAnswered: 'This ticket is not answered yet. It stays open until it is.',
  // Stands for the text of a ticket and its answer on a phone that is new to the account.
  hidden: 'Hidden until you confirm this phone',
});
