import { words } from '@thumba/words/catalogue';

export const operatorWords = words('operators', {
  /** "MTN, Airtel or Zamtel"; without names the general term. Before "account" or "number". */
  oneOf: (names: readonly string[] = []) =>
    names.length === 0 ? 'mobile-money' : names.join(', ').replace(/, ([^,]*)$/, ' or $1'),
  mobileMoney: 'mobile money',
  from: (account: string, time: string) => `${account}, from ${time}`,
});
