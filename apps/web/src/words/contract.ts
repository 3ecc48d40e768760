import { words } from '@thumba/words/catalogue';

/** The loan contract; its clauses come from the server. */
export const contractWords = words('contract', {
  backToBill: 'Back to the bill',
  print: 'Print',
  download: 'Download contract (PDF)',
  missing: 'There is no such contract',
  agreed: (day: string, time: string) => `You agreed to this on ${day} at ${time}.`,
  notAgreed: 'You have not agreed to this yet. You sign it with the button on the page “Estimated bill”.',
  wording: (version: string) => `Version of this contract: ${version}`,
  numbered: (number: number, heading: string) => `${number}. ${heading}`,
  sampleNotice:
    'This is what every loan contract says. You see your own, with all its figures, before you agree to a loan. Later you find it under “Loan contract” in the details of the bill.',
  /** Only in another language than English. */
  translation: {
    notice: 'This is a translation to help you. The contract in English is the one that counts.',
    english: 'Read it in English',
  },
  logInForOwn: 'Log in to see your own',
  logInFirst: {
    title: 'Log in to read this contract',
    text: 'A contract names the borrower, so only the borrower can read it.',
    action: 'Log in',
  },
  /** What every loan contract says, for a visitor without a loan. The figures are in each borrower's own contract. */
  sample: [
    {
      heading: 'Who we are',
      text: 'A contract is between the lender and you, with your name and the number of your NRC.',
    },
    {
      heading: 'What you receive',
      text: 'It names the amount that you borrow, the money that is sent to you, and your mobile-money account that receives it.',
    },
    {
      heading: 'What you repay',
      text: 'It names every payment with its date and its amount, and the sum of all of them.',
    },
    {
      heading: 'What it costs',
      text: 'It names the interest, the service fee, the whole cost in kwacha and the yearly rate (APR). You see the same figures before you agree.',
    },
    {
      heading: 'How you pay',
      text: 'You start a payment in the app and approve it with your mobile-money PIN. We never ask for your PIN. A payment counts for the day you submit it.',
    },
    {
      heading: 'If you pay late',
      text: 'It names how many days late a payment may be at no cost, the late charge for each further day, and the most that all charges together can ever be. Late charges are never added on late charges.',
    },
    {
      heading: 'If you need more time',
      text: 'It says whether and how often you may move a due date, by how many days, and what that costs.',
    },
    {
      heading: 'If you pay everything early',
      text: 'It says whether interest is given back for the days you did not use.',
    },
    {
      heading: 'If you change your mind',
      text: 'It names the hours within which you may return the money and owe nothing.',
    },
    {
      heading: 'How we treat you',
      text: 'We remind only you, never your contacts. We tell a person about your debt only if that person has a right to know.',
    },
    {
      heading: 'If something is wrong',
      text: 'It names the number to call, and who can help if we cannot agree.',
    },
  ],
});
