import { words } from '@thumba/words/catalogue';

/** At the head of each printed paper. */
export const letterheadWords = words('letterhead', {
  phone: (number: string) => `Phone ${number}`,
});
