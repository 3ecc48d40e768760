import { words } from '@thumba/words/catalogue';

export const repaymentQuoteWords = words('repaymentQuote', {
  unknown: 'This quote is not known. Please ask for a new one.',
});
