import { formatDayCount } from '@thumba/lending/day';
import type { Wheel } from './queries.ts';
import { wheelRulesWords } from './wheel-words.ts';

/** The rules of the wheel in force, in words for a borrower. */
export function rulesOf({ chanceOccasions, chanceDays, prizes }: Wheel): string[] {
  const { free, spins, onceAYear, prizes: ofPrizes, odds, limited, lostAnswer } = wheelRulesWords;
  const nothing = prizes.find(({ kind }) => kind === 'nothing')!;
  const earned = chanceOccasions.length > 1 ? 'both' : chanceOccasions[0];
  return [
    free,
    ...(earned === undefined ? [] : [spins[earned](formatDayCount(chanceDays))]),
    ...(chanceOccasions.includes('registration') ? [onceAYear] : []),
    ofPrizes,
    odds,
    ...(prizes.some(({ left }) => left !== null) ? [limited(nothing.name)] : []),
    lostAnswer,
  ];
}
