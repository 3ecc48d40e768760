import { words } from '@thumba/words/catalogue';

export const accountsWords = words('accounts', {
  usedFirst: 'Used first',
  payoutsFrom: (from: string) => `We can send money to it from ${from}. You can pay from it now.`,
  about:
    'We send your loans to these accounts, and you pay from them. We send a code to each number to check that it is yours.',
  add: {
    open: 'Add an account',
    title: 'Add an account',
    number: 'Mobile-money number',
    otherName:
      'If this number is registered in another name than yours, our staff check it before money goes there. This takes up to 4 hours in our opening hours. You can also use another number.',
    submit: 'Add the account',
    done: 'The account was added',
  },
});
