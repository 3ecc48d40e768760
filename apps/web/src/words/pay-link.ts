import { words } from '@thumba/words/catalogue';

/** On a bill: its link for another person who pays. */
export const payLinkWords = words('payLink', {
  title: 'Let someone else pay',
  /** What the other person gets. The link opens the bill. */
  text: (bill: string, link: string) =>
    `Please help me to pay Thumba bill ${bill}. You can pay from any number: ${link}`,
  copied: 'The link is copied. You can paste it into a message.',
  /** Where it can be neither shared nor copied. */
  here: (link: string) => `Send this link: ${link}`,
});
