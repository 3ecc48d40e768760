import { words } from './catalogue.ts';

export const asOfWords = words('asOf', {
  asOf: (moment: string) => `As of ${moment}`,
});
