import { words } from '@thumba/words/catalogue';

/** The terms that are agreed to besides the privacy policy when signing in. */
export const termsWords = words('terms', {
  lead: 'Short version: signing in costs nothing and borrows nothing. Each loan has a contract of its own, which you read before you agree.',
  sections: [
    {
      title: 'Who may use Thumba',
      list: [
        'You are 18 or older, live in Zambia and have a mobile number that is your own.',
        'What you tell us about yourself is true, and you correct it when it changes.',
        'You use one account, and no other person uses it. Never tell another person a code from us or your mobile-money PIN. Our staff never ask for them.',
      ],
    },
    {
      title: 'What a loan costs',
      list: [
        'Before you agree to a loan you see what you receive, what you repay and when, every charge, and the yearly rate (APR).',
        'Nothing is charged for an account, for applying or for being declined.',
        'The loan contract names the charges for paying late and for deferring. If these terms and the contract differ, the contract counts.',
      ],
    },
    {
      title: 'Paying and being paid',
      list: [
        'Money comes to the mobile-money account that you choose. Nothing is taken from it unless you approve it with your PIN in your operator’s own prompt.',
        'A payment counts for the day on which you sent it, even when your operator takes longer.',
        'If you pay too much, the rest is your wallet credit. It stays yours and can be paid out.',
      ],
    },
    {
      title: 'When something is wrong',
      list: [
        'You may complain in Thumba and by phone. Every complaint in Thumba gets a number and an answer.',
        'We may close an account that was opened with a false identity or is used for fraud. What you owe, and what you have in your wallet, stays as it is.',
        'The law of Zambia applies. You keep every right that it gives you as a borrower.',
      ],
    },
    {
      title: 'Changes',
      list: [
        'These terms are of 26 November 2026. When they change, the new ones stand here with their date.',
        'A loan that you already have keeps the contract that you agreed to.',
      ],
    },
  ],
});
