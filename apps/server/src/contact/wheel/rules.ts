import type { ChanceOccasion, Wheel } from './queries.ts';

const EARNED_BY: Record<ChanceOccasion, string> = {
  registration: 'when you register',
  on_time_settlement: 'for each loan that you pay off on time',
};

/** The rules of the wheel in force, in words for a borrower. */
export function rulesOf({ chanceOccasions, chanceDays, prizes }: Wheel): string[] {
  const earned = chanceOccasions.map((occasion) => EARNED_BY[occasion]).join(', and one ');
  const nothing = prizes.find(({ kind }) => kind === 'nothing')!;
  const days = chanceDays === 1 ? '1 day' : `${chanceDays} days`;
  return [
    'The wheel is a gift. It costs nothing, nothing has to be bought or borrowed to take part, and spinning changes no loan.',
    ...(earned === '' ? [] : [`You get one spin ${earned}. A spin is good for ${days}.`]),
    ...(chanceOccasions.includes('registration')
      ? ['A mobile number gets the spin for registering once a year, also if its account was deleted.']
      : []),
    'Prizes are coupons that take something off the charges of a bill. They are not paid out in money, and cannot be sold or given to somebody else.',
    'Each number from 0 to 9,999 belongs to one prize, and every number is as likely as any other. The odds in the list are these numbers; the fields of the wheel are drawn equally large.',
    ...(prizes.some(({ left }) => left !== null)
      ? [
          `Of some prizes there are only so many, and the list says how many are left. When one has run out, its numbers give “${nothing.name}”; the odds of the others stay as they are.`,
        ]
      : []),
    'A spin that was taken counts, also when your phone lost the answer: your prize then stands under “My prizes”.',
  ];
}
