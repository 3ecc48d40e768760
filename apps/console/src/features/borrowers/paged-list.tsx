import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Paging } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';

export const PAGE_SIZE = 20;

type PagedListProps<Row> = {
  title: string;
  note?: ReactNode;
  query: UseQueryResult<{ total: number; items: Row[] }, Error>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** Why the list may be empty, and what fills it. */
  empty: readonly [title: string, why: string];
  page: number;
  onPage: (page: number) => void;
};

/** A list of the borrower, page by page. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { title, note, query, columns, keyOf, empty, page, onPage } = props;
  return (
    <Answer query={query}>
      {({ total, items }) =>
        total === 0 ? (
          <Empty title={empty[0]}>{empty[1]}</Empty>
        ) : (
          <>
            <Card title={title} note={note} isFlush>
              <Table label={title} rows={items} columns={columns} keyOf={keyOf} />
            </Card>
            <Paging page={page} pageSize={PAGE_SIZE} total={total} onPage={onPage} />
          </>
        )
      }
    </Answer>
  );
}
