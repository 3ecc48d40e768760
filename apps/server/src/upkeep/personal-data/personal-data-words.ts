import { plural, words } from '@thumba/words/catalogue';

/** The download of what is kept about a borrower, and the deletion of the account. */
export const personalDataWords = words('personalData', {
  /** A page without a style, so it is one line of plain text. */
  downloadEnded: 'This download has ended. Please ask for your data again in the app, under Settings.',
  /** The wait is, for example, “2 hours”. */
  tooManyDownloads: (times: number, wait: string) =>
    plural(times, {
      one: `You can download your data once a day. Please try again in ${wait}.`,
      other: `You can download your data ${times} times a day. Please try again in ${wait}.`,
    }),
  movedOn: 'Your account has just changed. Please look again and ask for a new code.',
  /** Why an account cannot be deleted now. */
  refusal: {
    underReview: 'Your application is being looked at. You can delete your account once it is decided.',
    loanOpen: 'Your loan is still open. You can delete your account once it is paid off.',
    paymentUnderWay: (amount: string) =>
      `A payment of ${amount} is on its way. You can delete your account once it has ended.`,
    walletCredit: (amount: string) =>
      `Your wallet holds ${amount}. Please send it to your mobile money first, then delete your account.`,
  },
});
