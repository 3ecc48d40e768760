import { words } from '@thumba/words/catalogue';

export const paymentClaimWords = words('paymentClaim', {
  // The first value is a count, the second a time as in "5 hours".
  tooMany: (most: string, wait: string) =>
    `You can look for ${most} payments a day. Please try again in ${wait}.`,
});
