type Clause = { heading: string; text: string };

/** What every loan contract says, for somebody without a loan of their own. The figures are in their own contract. */
export const sampleClauses: readonly Clause[] = [
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
    text: 'It names the days of grace, the late charge for each day after them, and the most that all charges together can ever be. Late charges are never added on late charges.',
  },
  {
    heading: 'If you change your mind',
    text: 'It names the hours within which you may return the money and owe nothing.',
  },
  {
    heading: 'How we treat you',
    text: 'We remind only you, never your contacts. We do not share your debt with anybody who has no right to know.',
  },
];
