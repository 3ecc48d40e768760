/** The numbers that a wheel shares out among its prizes. Without schemas, so that the console downloads only names. */
export const WHEEL_NUMBERS = 10_000;
export const MOST_PRIZES = 12;
