import { words } from '@thumba/words/catalogue';

/** New due dates for a borrower who cannot pay: the way to ask for them. */
export const newDatesWords = words('newDates', {
  offer: 'Cannot pay? Ask us for new dates. It costs nothing if we agree.',
  ask: 'Ask for new dates',
  /** In place of the offer, while a request waits for its answer. */
  asked: (ticketNo: string, day: string) =>
    `You asked us for new dates. A person answers by ${day}, ticket ${ticketNo}.`,
  see: 'See your request',
});
