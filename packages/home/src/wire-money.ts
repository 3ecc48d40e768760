import { formatKwacha, formatKwachaShort, type Ngwee, parseKwacha } from '@thumba/lending/money';

/** A wire amount as money. The contract promises at most two decimals, so anything else is a bug. */
export function fromKwacha(kwacha: number): Ngwee {
  const amount = parseKwacha(kwacha);
  if (amount === undefined) throw new RangeError(`not an amount in kwacha: ${kwacha}`);
  return amount;
}

/*
 * One layout of amounts. What is owed, paid, charged or held to the ngwee has its ngwee: "K1,150.00". What a person chose
 * or set in whole kwacha has none: the amount of a loan, a limit, the least or largest amount: "K1,000".
 */

/** "K1,150.00" for a wire amount; a difference may be below zero. */
export function moneyText(kwacha: number): string {
  return formatKwacha(Math.round(kwacha * 100));
}

/** "K1,000" for a wire amount that is whole. */
export function shortMoneyText(kwacha: number): string {
  return formatKwachaShort(Math.round(kwacha * 100));
}
