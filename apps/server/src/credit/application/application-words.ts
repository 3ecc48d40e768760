import { plural, words } from '@thumba/words/catalogue';

/** What the loans on offer and an application for one say. */
export const applicationWords = words('loanApplication', {
  /** Where the money of a loan goes, while the account is not known. */
  yourAccount: 'your mobile-money account',
  noLoanOffered: 'No loan is on offer today.',
  /** The last line of “If you do nothing”. A day, as “14 February 2027”. */
  toBureau: (day: string) => `From ${day} on we tell the credit bureau that this loan is not paid.`,
  toldBureau: 'The credit bureau was told that this loan is not paid.',
  /** The days are, for example, “30 days”. */
  example: (
    parts: number,
    amount: string,
    days: string,
    received: string,
    repaid: string,
    cost: string,
    apr: string,
  ) =>
    plural(parts, {
      one: `You borrow ${amount} for ${days}, receive ${received} and repay ${repaid}: it costs ${cost}, an APR of ${apr}.`,
      other: `You borrow ${amount} for ${days}, receive ${received} and repay ${repaid} in ${parts} parts: it costs ${cost}, an APR of ${apr}.`,
    }),
  /** The product is the name of a loan, as “Steady loan”. */
  notOpenYet: (product: string) => `${product} is not open yet`,
  opensAtLimit: (product: string, limit: string) => `${product} opens when your limit reaches ${limit}`,
  refusal: {
    loanOpen: 'You already have an open loan',
    blocked: 'Your account cannot borrow at the moment. Please contact us.',
    lendingStopped: 'We are not giving loans at the moment. Your details are kept. Please apply again later.',
    detailsUnfinished: 'Please finish your details first',
    faceRequired: 'Please confirm your face first',
    waitingAfterDecline: (day: string) => `You can apply again on ${day}`,
    noSuchAccount: 'We could not find that account',
    operatorNotConnected:
      'We cannot pay out to this operator yet. Please add an account of another operator.',
    notDeclined: 'Only your last application can be looked at again, if it was declined',
    lookedAtAgain: 'A person has looked at this application again already',
    mayApplyAgain: 'You can apply again now',
    evidenceNotAsked: 'We do not need pictures for this application at the moment',
    evidenceOver: 'The time to send pictures for this application is over. A person goes on with it.',
    evidencePictures: 'Please send one to three pictures',
    noSuchPicture: 'We could not find this picture. Please take it again.',
    manyPictures: 'You have sent many pictures. Please wait an hour.',
    offerOver: 'This offer is over, or another one has taken its place',
    offerWaits: 'We cannot send this money now. A person looks at your application first.',
    contractChanged: 'The terms of this loan have changed. Please look at them again before you agree.',
    noSuchProduct: 'Please choose one of the loans offered',
    termTooShortForStore: (days: number) =>
      plural(days, {
        one: 'Loans from this app run for 1 day or more. Please choose a longer term.',
        other: `Loans from this app run for ${days} days or more. Please choose a longer term.`,
      }),
  },
});
