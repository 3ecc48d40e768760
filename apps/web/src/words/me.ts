import { plural, words } from '@thumba/words/catalogue';

export const meWords = words('me', {
  welcome: 'Welcome to Thumba',
  limit: 'Your limit',
  availableLimit: 'You can borrow now',
  oneLoanAtATime: 'One loan at a time. Pay this one back first.',
  availableAfterDetails: 'With your details you can borrow',
  rows: {
    wallet: 'Wallet credit',
    coupons: 'Coupons',
    bills: 'Bills',
    messages: 'Messages',
    newMessages: (count: number) => plural(count, { one: '1 new', other: `${count} new` }),
    personalInformation: 'Personal information',
    number: 'Change number',
    accounts: 'Mobile-money accounts',
    wheel: 'Lucky wheel',
    claim: { title: 'I paid', detail: 'My payment does not show' },
    help: { title: 'Help', detail: 'Call us, questions, complaints' },
    settings: 'Settings',
    privacy: 'Privacy Policy',
    logOut: 'Log out',
  },
  logOut: {
    title: 'Log out',
    needsCode: 'You will need a new code by SMS to log in again.',
    here: 'Log out on this phone',
    everywhere: 'Log out everywhere',
  },
});
