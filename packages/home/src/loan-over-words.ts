import { words } from '@thumba/words/catalogue';

/** Home, while it is news that the last loan is paid off. */
export const loanOverWords = words('loanOver', {
  title: 'Your loan is paid off',
  paid: (sum: string) => `You paid ${sum} in all. Nothing is left to pay.`,
  letter: 'Paid-up letter (PDF)',
  bill: 'Bill details',
  ok: 'OK',
});
