import { words } from '@thumba/words/catalogue';

export const notFoundWords = words('notFound', {
  nothingHere: 'There is nothing at this address',
  mistyped: 'The link may be old or wrong. Your loan and your money are not affected.',
});
