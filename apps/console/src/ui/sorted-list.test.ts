import { LOAN_SORTS } from '@thumba/contract/staff/list-words';
import { expect, test } from 'vitest';
import { sortedQuery } from './sorted-list.tsx';

const address = { sort: 'amount', direction: 'asc', after: '', before: '' };

test('the order of the address is asked for', () => {
  expect(sortedQuery(address, LOAN_SORTS)).toEqual({ sort: 'amount', direction: 'asc' });
  expect(sortedQuery({ ...address, before: '7_7' }, LOAN_SORTS)).toMatchObject({ before: '7_7' });
});

test('words that the list does not have lead to its first order', () => {
  const changed = { ...address, sort: 'name', direction: 'sideways' };
  expect(sortedQuery(changed, LOAN_SORTS)).toEqual({ sort: 'number', direction: 'desc' });
});

test('of two places in a changed address one is asked for', () => {
  const query = sortedQuery({ ...address, after: '1_1', before: '7_7' }, LOAN_SORTS);
  expect(query).toEqual({ sort: 'amount', direction: 'asc', after: '1_1' });
});
