import { words } from '@thumba/words/catalogue';

export const billsWords = words('bills', {
  leftBy: (money: string, day: string) => `${money} left, due ${day}`,
  left: (money: string) => `${money} left to repay`,
  askedFor: (product: string, day: string) => `${product}, asked for on ${day}`,
  empty: {
    title: 'You have no bills yet',
    text: 'Each loan you take is listed here, with what you paid and when.',
    action: 'See what I can borrow',
  },
});
