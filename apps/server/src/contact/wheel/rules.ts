import type { ChanceOccasion, Wheel } from './queries.ts';

const EARNED_BY: Record<ChanceOccasion, string> = {
  registration: 'when you register',
  on_time_settlement: 'for each loan that you pay off on time and that counts for your limit',
};

/** The rules of the wheel in force, in words for a borrower. */
export function rulesOf({ chanceOccasions, chanceDays, prizes }: Wheel): string[] {
  const earned = chanceOccasions.map((occasion) => EARNED_BY[occasion]).join(', and one ');
  const nothing = prizes.find(({ kind }) => kind === 'nothing')!;
  const days = chanceDays === 1 ? '1 day' : `${chanceDays} days`;
  return [
    'The wheel is free. You do not need to buy or borrow anything to take part, and a spin changes no loan.',
    ...(earned === '' ? [] : [`You get one spin ${earned}. You can use a spin for ${days}.`]),
    ...(chanceOccasions.includes('registration')
      ? ['A mobile number gets the spin for registering once a year, also if its account was deleted.']
      : []),
    'Prizes are coupons. A coupon makes the charges of a bill smaller. You cannot get money for it, sell it or give it to somebody else.',
    'Each number from 0 to 9,999 belongs to one prize, and every number is equally likely. The list shows how many numbers each prize has. All fields of the wheel have the same size.',
    ...(prizes.some(({ left }) => left !== null)
      ? [
          `Some prizes are limited, and the list shows how many are left. When none is left, the numbers of that prize give “${nothing.name}”. The odds of the others stay the same.`,
        ]
      : []),
    'If your phone lost the answer, the spin still counts. You find your prize under “My prizes”.',
  ];
}
