import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SortHeader, type Sorting } from './sort-header.tsx';

const sorted = (by: string, direction: Sorting['direction']): Sorting => ({
  by,
  direction,
  onSort: () => undefined,
});
const shown = (sort: string | undefined, sorting: Sorting | undefined) =>
  renderToStaticMarkup(
    <SortHeader className="" sort={sort} sorting={sorting}>
      Amount
    </SortHeader>,
  );

test('the column that the list is sorted by says in which direction', () => {
  expect(shown('amount', sorted('amount', 'desc'))).toContain('aria-sort="descending"');
  expect(shown('amount', sorted('amount', 'asc'))).toContain('aria-sort="ascending"');
});

test('another column that the list can be sorted by is a button, and says that it does not sort it', () => {
  expect(shown('amount', sorted('number', 'asc'))).toMatch(/aria-sort="none".*<button/);
});

test('a column without a sort, and a list that is not sorted by the person, have no button', () => {
  expect(shown(undefined, sorted('number', 'asc'))).not.toMatch(/aria-sort|<button/);
  expect(shown('amount', undefined)).not.toMatch(/aria-sort|<button/);
});
