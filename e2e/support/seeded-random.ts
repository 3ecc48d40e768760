/** Random numbers from 0 up to but not including 1. The same seed gives the same numbers. */
export type Random = () => number;

const STEP = 0x6d2b79f5;

/** Mulberry32: 32 bits of state are enough for delays and choices. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + STEP) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The seed of this run: a new one each time, or the one in SEED to repeat a run. */
export function seedOfRun(): number {
  const { SEED } = process.env;
  return SEED ? Number(SEED) : Math.trunc(Math.random() * 2 ** 31);
}
