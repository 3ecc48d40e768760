import { words } from '@thumba/words/catalogue';

export const submissionWords = words('paymentSubmission', {
  nothingCharged: 'Done. You had nothing to pay.',
});
