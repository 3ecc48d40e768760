import { words } from './catalogue.ts';

export const operatorWords = words('operators', {
  mobileMoney: 'mobile money',
  from: (account: string, time: string) => `${account}, from ${time}`,
});
