import { words } from '@thumba/words/catalogue';

/** Home, on the first view after the money of a loan has arrived. */
export const moneyArrivedWords = words('moneyArrived', {
  title: (sum: string, operator: string) => `${sum} is in your ${operator} account`,
  repayOn: (sum: string, day: string) => `You repay ${sum} on ${day}.`,
  repayInParts: (parts: number, sum: string, day: string) =>
    `You repay in ${parts} parts. The first is ${sum}, on ${day}.`,
  ok: 'OK',
});
