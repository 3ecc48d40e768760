import type { ComponentProps, ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Page } from '../../ui/page.tsx';
import { Steps } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { BackToReport } from './back-to-report.tsx';

type Query<Data> = Parameters<typeof Answer<Data>>[0]['query'];

type RowsPageProps<Row, Data> = {
  title: string;
  /** What of all rows is listed: the number that led here. */
  note: ReactNode;
  /** The report that the number is of. */
  report: string;
  /** What the list is asked for, for its file. */
  file: ComponentProps<typeof ListFiles>;
  query: Query<Data>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  addressOf?: ((row: Row) => string | undefined) | undefined;
  after: string;
  onAfter: (after: string) => void;
};

/** The rows behind a number of a report, page by page. They name no borrower. */
export function RowsPage<Row, Data extends { items: Row[]; next: string | null }>({
  title,
  note,
  report,
  file,
  query,
  after,
  onAfter,
  ...table
}: RowsPageProps<Row, Data>) {
  return (
    <Page
      title={title}
      note={note}
      actions={
        <>
          <BackToReport report={report} />
          <ListFiles {...file} />
        </>
      }
    >
      <Answer query={query}>
        {({ items, next }) => (
          <Card isFlush>
            {items.length === 0 ? (
              <Empty title="Nothing is counted here">The number is zero for these days and filters.</Empty>
            ) : (
              <Table label={title} rows={items} {...table} />
            )}
            <Steps
              names={['From the start', 'Next page']}
              onBefore={after === '' ? undefined : () => onAfter('')}
              onNext={next === null ? undefined : () => onAfter(next)}
            />
          </Card>
        )}
      </Answer>
    </Page>
  );
}
