import { words } from './catalogue.ts';

export const accountsWords = words('accounts', {
  usedFirst: 'Used first',
  payoutsFrom: (from: string) => `Can get money from ${from}. You can repay from it now.`,
  about: 'Loans are paid out to these accounts and repaid from them. Each is proved by a code sent to it.',
  add: {
    open: 'Add an account',
    title: 'Add an account',
    number: 'Mobile-money number',
    submit: 'Add the account',
    done: 'The account was added',
  },
});
