import { plural, words } from '@thumba/words/catalogue';

/** What a visitor reads below the choice of a loan. */
export const aboutLoansWords = words('aboutLoans', {
  howItWorks: 'How it works',
  steps: [
    { title: 'Your NRC and a few details', text: 'About five minutes' },
    { title: 'See the whole cost first', text: 'Every fee and date, nothing hidden' },
    { title: 'Money on your phone', text: (operators: string) => `To your own ${operators} account` },
  ],
  trust: {
    title: 'Why you can trust us',
    lender: (name: string) => `The lender is ${name}.`,
    /** What the lender says of its licence, for example “Bank of Zambia, No. 12”. */
    licence: (licence: string) => `Licence: ${licence}`,
    /** A link that calls the lender. */
    call: (phone: string) => `Call ${phone}`,
    help: 'Help and common questions',
    data: 'Your details are stored encrypted, and we never call your contacts about a debt. <policy>Privacy Policy</policy>',
  },
  costs: {
    title: 'What a loan costs',
    runFor: 'Loans run for',
    oneTerm: (days: number) => plural(days, { one: '1 day', other: `${days} days` }),
    terms: (from: number, to: number) => `${from} to ${to} days`,
    /** The days are, for example, “90 days”. */
    longerOnes: (days: string) =>
      `A first loan runs for ${days} at most. Longer ones open when your limit is higher.`,
    highestApr: 'Highest yearly rate (APR)',
  },
});
