import { words } from '@thumba/words/catalogue';

/** At the foot of each page of a printed document. */
export const sheetWords = words('sheet', {
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
});
