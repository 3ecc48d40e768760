import { words } from '@thumba/words/catalogue';

export const noticeWords = words('notice', {
  notice: 'From the lender',
  holiday: (day: string, name: string) => `${day}: ${name}`,
  goOn: 'OK',
  look: 'See more',
  notNow: 'Not now',
});
