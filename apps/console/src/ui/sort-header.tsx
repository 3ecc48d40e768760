import type { Direction } from '@thumba/contract/staff/list-words';
import type { ReactNode } from 'react';
import styles from './table.module.css';

/** By what a list is sorted, and what another choice does. */
export type Sorting = {
  by: string;
  direction: Direction;
  onSort: (by: string, direction: Direction) => void;
};

type SortHeaderProps = {
  className: string;
  sort: string | undefined;
  sorting: Sorting | undefined;
  children: ReactNode;
};

/** The header of a column. Where the list can be sorted by it, it is a button. A second press turns the order around. */
export function SortHeader({ className, sort, sorting, children }: SortHeaderProps) {
  if (sort === undefined || sorting === undefined) {
    return (
      <th scope="col" className={className}>
        {children}
      </th>
    );
  }
  const { by, direction, onSort } = sorting;
  const isSorted = by === sort;
  const isUp = isSorted && direction === 'asc';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        className={styles.sort}
        onClick={() => onSort(sort, isSorted && !isUp ? 'asc' : 'desc')}
      >
        {children}
        <span aria-hidden="true" className={styles.arrow}>
          {isSorted ? (isUp ? '↑' : '↓') : '↕'}
        </span>
      </button>
    </th>
  );
}
