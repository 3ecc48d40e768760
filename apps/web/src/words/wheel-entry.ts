import { words } from '@thumba/words/catalogue';

export const wheelEntryWords = words('wheelEntry', {
  title: 'Lucky wheel',
  detail: 'See the prizes and their odds',
});
