import { words } from './catalogue.ts';

export const wheelEntryWords = words('wheelEntry', {
  title: 'Lucky wheel',
  detail: 'See the prizes and their odds',
});
