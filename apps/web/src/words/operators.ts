import { words } from '@thumba/words/catalogue';

export const operatorWords = words('operators', {
  /** In the place of the operators' names while they are not known. Before "account" or "number". */
  unnamed: 'mobile-money',
  /** All operators but the last: "MTN, Airtel" in "MTN, Airtel or Zamtel". */
  listed: (before: string, next: string) => `${before}, ${next}`,
  /** The last one: "MTN, Airtel or Zamtel". */
  orLast: (before: string, last: string) => `${before} or ${last}`,
  mobileMoney: 'mobile money',
  from: (account: string, time: string) => `${account}, from ${time}`,
});

/** "MTN, Airtel or Zamtel"; without names the general term. Before "account" or "number". */
export function oneOfOperators(names: readonly string[] = []): string {
  const { unnamed, listed, orLast } = operatorWords;
  const [first = unnamed, ...others] = names;
  const last = others.pop();
  const before = others.reduce(listed, first);
  return last === undefined ? before : orLast(before, last);
}
