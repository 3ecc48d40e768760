import { PAUSE_MINUTES } from '../../platform/growing-pause.ts';

/*
 * What protects an account against a guessed code, and the chance that is left. docs/security/takeover.md explains it.
 */

const CODES_OF_FOUR_DIGITS = 10_000;
/** How often a code is compared for the lane that asked for it. */
export const TRIES_OF_CODE = 5;
/** How often the code of a client without a device secret is compared for other networks. */
export const TRIES_OF_OTHER_NETWORKS = 2;
/** Codes of one lane to one number. */
export const SENDS_PER_LANE_PER_HOUR = 5;
export const SENDS_PER_LANE_PER_DAY = 10;
/** Codes to a number over all unknown lanes, before the pause after each grows. */
export const FREE_SENDS_PER_NUMBER = 5;
/** Codes of one network to a number that do not wait for the codes of others. */
export const SENDS_PER_NETWORK_WITHOUT_WAIT = 2;
/** Wrong codes at a number over all unknown lanes, before a lane waits longer after each of its own. */
export const FREE_WRONG_CODES_PER_NUMBER = 5;

const CODES_OF_SIX_DIGITS = 1_000_000;
/** So many wrong step-up codes end a session on a new device. */
export const WRONG_STEP_UP_CODES_PER_SESSION = 5;
const IDENTITY_ANSWERS = 10_000;
export const IDENTITY_TRIES_PER_DAY = 3;

const MINUTES_PER_DAY = 24 * 60;

export type Attacker = { addresses: number; networks: number };

export type TakeoverOdds = {
  guessesPerAddressPerDay: number;
  guessesPerNetworkPerDay: number;
  guessesPerNumberPerDay: number;
  guessesPerDay: number;
  /** Chances of a day. */
  signInPerNumber: number;
  takeoverPerNumber: number;
  takeoverOfAny: number;
};

/** How many uses growing pauses let through within 24 hours. */
export function mostUsesPerDay(free: number): number {
  let uses = free;
  let minute = 0;
  for (let pauses = 0; ; pauses += 1) {
    minute += PAUSE_MINUTES[Math.min(pauses, PAUSE_MINUTES.length - 1)]!;
    if (minute >= MINUTES_PER_DAY) return uses;
    uses += 1;
  }
}

/** How often a code for one number is compared within 24 hours, whatever the number of addresses in these networks. */
export function mostGuessesPerNumber(networks: number): number {
  const sends = mostUsesPerDay(FREE_SENDS_PER_NUMBER) + networks * SENDS_PER_NETWORK_WITHOUT_WAIT;
  // While pauses are shorter than the five minutes of a code, the other tries of a code are made as well.
  const furtherTries = FREE_WRONG_CODES_PER_NUMBER + PAUSE_MINUTES.length;
  return sends * (1 + TRIES_OF_OTHER_NETWORKS) + furtherTries;
}

/**
 * The chances of an attacker within a day. A right guess opens a session on a new device. It becomes an account only
 * by the step-up code: with the identity question within three days, and without it later. The sum of both is counted,
 * so an attacker who waits is counted too: on each day as many sessions are three days old as were guessed on one day.
 */
export function takeoverOdds(
  { addresses, networks }: Attacker,
  free: { wrongCodesPerAddress: number; wrongCodesPerNetwork: number },
): TakeoverOdds {
  const guessesPerAddressPerDay = mostUsesPerDay(free.wrongCodesPerAddress);
  const guessesPerNetworkPerDay = mostUsesPerDay(free.wrongCodesPerNetwork);
  const guessesPerDay = Math.min(addresses * guessesPerAddressPerDay, networks * guessesPerNetworkPerDay);
  const guessesPerNumberPerDay = Math.min(guessesPerDay, mostGuessesPerNumber(networks));
  const stepUp = WRONG_STEP_UP_CODES_PER_SESSION / CODES_OF_SIX_DIGITS;
  const takeoverOfSession = stepUp * (IDENTITY_TRIES_PER_DAY / IDENTITY_ANSWERS) + stepUp;
  const takeoverOfGuess = takeoverOfSession / CODES_OF_FOUR_DIGITS;
  return {
    guessesPerAddressPerDay,
    guessesPerNetworkPerDay,
    guessesPerNumberPerDay,
    guessesPerDay,
    signInPerNumber: 1 - (1 - 1 / CODES_OF_FOUR_DIGITS) ** guessesPerNumberPerDay,
    takeoverPerNumber: guessesPerNumberPerDay * takeoverOfGuess,
    takeoverOfAny: guessesPerDay * takeoverOfGuess,
  };
}
