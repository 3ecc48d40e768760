import { words } from '@thumba/words/catalogue';

/** How a bill is paid by the menu of an operator, on a phone without internet. */
export const payOfflineWords = words('payOffline', {
  title: 'Pay without internet',
  why: 'You can pay with the menu of your mobile-money operator. It works without internet.',
  dial: 'Dial',
  merchant: 'Pay to number',
  reference: 'Reference',
  ownMobile: 'Your mobile number',
  after:
    'The app does not see such a payment at once. We find it on the statement of your operator, and this can take some days. Until then your bill still shows the full amount.',
  claim:
    'When you are online again, send us the number from the operator’s SMS under <claim>“I paid, but it does not show”</claim>. Then we find it sooner.',
});
