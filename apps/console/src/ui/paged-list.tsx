import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Paging } from './paging.tsx';
import { Answer, Empty } from './states.tsx';
import { type Column, Table } from './table.tsx';

export const PAGE_SIZE = 20;

type PagedListProps<Row> = {
  /** What the rows are, for a screen reader. */
  label: string;
  /** Draws it as the title of the card, where the page has more than this list. */
  isTitled?: boolean;
  note?: ReactNode;
  query: UseQueryResult<{ total: number; items: Row[] }, Error>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  addressOf?: ((row: Row) => string) | undefined;
  /** Why the list may be empty, and what fills it. */
  empty: readonly [title: string, why: string];
  page: number;
  pageSize?: number;
  onPage: (page: number) => void;
};

/** A list on a card, page by page. */
export function PagedList<Row>({
  label,
  isTitled = false,
  note,
  query,
  empty,
  page,
  pageSize = PAGE_SIZE,
  onPage,
  ...table
}: PagedListProps<Row>) {
  return (
    <Card {...(isTitled ? { title: label } : {})} note={note} isFlush>
      <Answer query={query}>
        {({ total, items }) =>
          total === 0 ? (
            <Empty title={empty[0]}>{empty[1]}</Empty>
          ) : (
            <>
              <Table label={label} rows={items} {...table} />
              <Paging page={page} pageSize={pageSize} total={total} onPage={onPage} />
            </>
          )
        }
      </Answer>
    </Card>
  );
}
