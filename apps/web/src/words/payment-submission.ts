import { words } from './catalogue.ts';

export const submissionWords = words('paymentSubmission', {
  nothingCharged: 'Done. You had nothing to pay.',
});
