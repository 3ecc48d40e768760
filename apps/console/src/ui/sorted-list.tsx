import type { UseQueryResult } from '@tanstack/react-query';
import type { Direction } from '@thumba/contract/staff/list-words';
import { Card } from './card.tsx';
import { Steps } from './paging.tsx';
import { Answer, Empty } from './states.tsx';
import { type Column, Table } from './table.tsx';

/** What stands in the address of a sorted list, beside its filters. */
type SortedFilters = { sort: string; direction: string; after: string; before: string };

export const SORTED_DEFAULTS = { direction: 'desc', after: '', before: '' };

type SortedListProps<Row> = {
  /** What the rows are, for a screen reader. */
  label: string;
  query: UseQueryResult<{ items: Row[]; next: string | null; previous: string | null }, Error>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  addressOf?: ((row: Row) => string | undefined) | undefined;
  /** Why the list may be empty, and what fills it. */
  empty: readonly [title: string, why?: string];
  filters: SortedFilters;
  onChange: (changed: Partial<SortedFilters>) => void;
};

/** What the query of a sorted list takes from the address. A word that is none of the list's is left out. */
export function sortedQuery<Sort extends string>(
  { sort, direction, after, before }: SortedFilters,
  sorts: readonly Sort[],
): { sort: Sort; direction: Direction; after?: string; before?: string } {
  return {
    sort: sorts.find((one) => one === sort) ?? sorts[0]!,
    direction: direction === 'asc' ? 'asc' : 'desc',
    ...(after !== '' ? { after } : before !== '' ? { before } : {}),
  };
}

/** The change of the address that begins the list again, with other filters or in another order. */
export const FROM_THE_START = { after: '', before: '' };

/** A list on a card that the server sorts. Each page continues after a row, so it has no number and there is no total. */
export function SortedList<Row>({ label, query, empty, filters, onChange, ...table }: SortedListProps<Row>) {
  const isFirst = filters.after === '' && filters.before === '';
  return (
    <Card isFlush>
      <Answer query={query}>
        {({ items, next, previous }) => (
          <>
            {items.length > 0 ? (
              <Table
                label={label}
                rows={items}
                sorting={{
                  by: filters.sort,
                  direction: filters.direction === 'asc' ? 'asc' : 'desc',
                  onSort: (sort, direction) => onChange({ sort, direction, ...FROM_THE_START }),
                }}
                {...table}
              />
            ) : isFirst ? (
              <Empty title={empty[0]}>{empty[1]}</Empty>
            ) : (
              <Empty title="There is nothing here any more">
                What stood here has moved to another place of the list.
              </Empty>
            )}
            <Steps
              names={[previous === null ? 'From the start' : 'Page before', 'Next page']}
              onBefore={
                isFirst || (previous === null && items.length > 0)
                  ? undefined
                  : () => onChange({ after: '', before: previous ?? '' })
              }
              onNext={next === null ? undefined : () => onChange({ after: next, before: '' })}
            />
          </>
        )}
      </Answer>
    </Card>
  );
}
