import { words } from '@thumba/words/catalogue';

/** Why there is no paper. */
export const paperRefusalWords = words('paperRefusal', {
  /** The wait is, for example, “2 hours”. */
  tooMany: (wait: string) => `You have asked for many papers. Please try again in ${wait}.`,
  notAgreed: 'There is no contract for this application: it was not approved',
  notPaidOut: 'This loan is not paid out yet, so there is no paper of it yet',
  stillOwed: (amount: string) =>
    `${amount} is still owed. The paid-up letter is for a loan that is paid off.`,
  wasCancelled: 'The paid-up letter is for a loan that was repaid. This one was cancelled.',
});
