import { words } from '@thumba/words/catalogue';

export const deletionWords = words('account-deletion', {
  title: 'Delete my account',
  notNow: 'Not possible now',
  ways: {
    loan_open: 'See my bills',
    payment_under_way: 'See my bills',
    wallet_credit: 'See my wallet',
  },
  lead: 'This cannot be undone.',
  goes: {
    title: 'Erased at once',
    list: [
      'Your personal information, work and income',
      'Your emergency contacts and your answers to our questions',
      'Messages, reminders, papers and unused coupons',
      'Your mobile-money accounts and a linked Google account',
      'What we know of your phones and of what you tapped',
      'Pictures of your face, and what was measured from them',
    ],
    all: 'Your name, NRC with its pictures, mobile number, complaints and what you allowed: you never applied for a loan, so the law does not ask for them',
  },
  stays: {
    title: (until: string) => `Kept until ${until}`,
    list: [
      { what: 'Loans and payments', why: 'The laws on lending and on tax ask for them' },
      {
        what: 'Name, NRC with its pictures, mobile number',
        why: 'The law against money laundering asks for them',
      },
      { what: 'Complaints, and what you allowed', why: 'They prove that we kept the rules' },
    ],
    how: 'Your name, your NRC with its pictures and a record of your loans and payments go to a sealed archive. Only the person who answers to the authorities can open it, and each opening is recorded. Everything kept is used for nothing else. After that day it is erased too. Sums stay in the books without your name.',
  },
  afterwards: {
    title: 'What happens then',
    list: [
      'Every phone that is logged in is logged out.',
      'The codes on papers you downloaded cannot be checked any more.',
      'A security log without your name stays for 400 days. A scrambled form of your number stays until a year after you registered. Your number cannot be read from it.',
      'A backup that was made before has your data until the backup is erased.',
      'You may register again with this number. You start like any new borrower, at the first limit.',
    ],
  },
  copy: 'If you want a copy of your data, download it first.',
  codeTo: (mobile: string) => `We send the code to ${mobile}.`,
  understood: 'I have read what is erased and what is kept',
  pleaseRead: 'Please read what is erased and kept, and tick the box',
  confirm: 'Delete my account',
  done: 'Your account is deleted',
});
