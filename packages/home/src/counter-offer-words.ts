import { words } from '@thumba/words/catalogue';

/** Another amount or term than a borrower asked for, which they sign or say no to. */
export const counterOfferWords = words('counterOffer', {
  title: (amount: string) => `We can lend you ${amount}`,
  /** The days are, for example, “30 days”. */
  text: (asked: string, askedDays: string, days: string) =>
    `You asked for ${asked} for ${askedDays}. A person looked at your application and offers you this for ${days}.`,
  open: 'See the offer',
  /** The time is like “14:32 today” or “14:32 on 22 November”. */
  until: (time: string) => `You can say yes or no until ${time}. After that your application ends.`,
  youAsked: 'You asked for',
  weOffer: 'We offer',
  sumFor: (amount: string, days: string) => `${amount} for ${days}`,
  repayAsked: 'You would have repaid',
  readContract: 'Read the loan contract',
  agree: 'I have read the loan contract and agree to it.',
  no: 'No, thank you',
  sure: {
    title: 'Say no to this offer?',
    text: 'Your application ends. You can apply again when you like.',
    yes: 'Say no',
    keep: 'Keep the offer',
  },
  signed: 'Thank you. The money is on its way.',
  refused: 'Your application is closed.',
  over: {
    title: 'There is no offer now',
    text: 'It is over, or another one has taken its place. Home shows how your application stands.',
  },
});
