import { words } from '@thumba/words/catalogue';

export const asOfWords = words('asOf', {
  asOf: (moment: string) => `As of ${moment}`,
});
