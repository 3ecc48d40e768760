import { words } from '@thumba/words/catalogue';

export const wheelRefusalWords = words('wheelRefusal', {
  noWheel: 'There is no wheel at the moment',
  noChance:
    'You have no spins left. You get one for each loan that you pay off on time and that counts for your limit.',
  keyReused: 'This request was already used for something else. Please start again.',
});

/** The rules below the wheel, one paragraph each. */
export const wheelRulesWords = words('wheelRules', {
  free: 'The wheel is free. You do not need to buy or borrow anything to take part, and a spin changes no loan.',
  // The value is a number of days, as in "30 days".
  spins: {
    registration: (days: string) => `You get one spin when you register. You can use a spin for ${days}.`,
    on_time_settlement: (days: string) =>
      `You get one spin for each loan that you pay off on time and that counts for your limit. You can use a spin for ${days}.`,
    both: (days: string) =>
      `You get one spin when you register, and one for each loan that you pay off on time and that counts for your limit. You can use a spin for ${days}.`,
  },
  onceAYear: 'A mobile number gets the spin for registering once a year, also if its account was deleted.',
  prizes:
    'Prizes are coupons. A coupon makes the charges of a bill smaller. You cannot get money for it, sell it or give it to another person.',
  odds: 'Each number from 0 to 9,999 belongs to one prize, and every number is equally likely. The list shows how many numbers each prize has. All fields of the wheel have the same size.',
  // The value is the name of the field without a prize, as in "No prize".
  limited: (nothing: string) =>
    `Some prizes are limited, and the list shows how many are left. When none is left, the numbers of that prize give “${nothing}”. The odds of the others stay the same.`,
  lostAnswer: 'If your phone lost the answer, the spin still counts. You find your prize under “My prizes”.',
});
