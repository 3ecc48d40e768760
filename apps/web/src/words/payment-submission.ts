import { words } from './catalogue.ts';

export const submissionWords = words('paymentSubmission', {
  nothingCharged: 'Done. There was nothing to pay for it.',
});
