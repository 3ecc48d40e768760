import { words } from '@thumba/words/catalogue';

/** The words of the home page that are needed first. */
export const homeWords = words('home', {
  tagline: 'A Pocket Wallet For\u00a0All\u00a0Zambians',
  logIn: 'Log in',
  morning: 'Good morning',
  afternoon: 'Good afternoon',
  evening: 'Good evening',
  greetingTo: (greeting: string, firstName: string) => `${greeting}, ${firstName}`,
  nothingToChoose: { title: 'There is no loan on offer today', text: 'Please look again tomorrow.' },
});

/** The choice of a loan, signed in or not. */
export const loanChoiceWords = words('loanChoice', {
  need: 'I need',
  amount: 'Amount',
  howLong: 'For how long',
  term: (days: number) => `${days} days`,
  parts: (count: number, days: number) => `${count} × ${days} days`,
  get: (amount: string) => `Get ${amount}`,
  receive: 'You receive',
  repayOn: (day: string) => `You repay on ${day}`,
  repayInParts: (parts: number, lastDay: string) => `You repay in ${parts} parts by ${lastDay}`,
  cost: 'It costs you',
  costAndRate: (cost: string, apr: string) => `${cost} · ${apr} APR`,
});
