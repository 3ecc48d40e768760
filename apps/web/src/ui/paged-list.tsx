import { type ReactNode, useState } from 'react';
import { pagedWords } from '../words/paged.ts';
import { Button } from './button.tsx';
import { Coming, type ComingAnswer } from './coming.tsx';

export const PAGE_SIZE = 20;

type Page<Item> = { total: number; items: Item[] };
type PageAnswer<Item> = ComingAnswer & { data: Page<Item> | undefined };

type PagedListProps<Item> = {
  /** A hook that reads one page, counted from 1. */
  usePage: (page: number) => PageAnswer<Item>;
  children: (items: Item[], page: number) => ReactNode;
  empty: ReactNode;
};

/** A list that grows by a page each time more is asked for. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const [pageCount, setPageCount] = useState(1);
  return Array.from({ length: pageCount }, (_, index) => (
    <ListPage
      // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
      key={index}
      {...props}
      page={index + 1}
      isLast={index + 1 === pageCount}
      onMore={() => setPageCount(pageCount + 1)}
    />
  ));
}

type ListPageProps<Item> = PagedListProps<Item> & { page: number; isLast: boolean; onMore: () => void };

function ListPage<Item>({ usePage, children, empty, page, isLast, onMore }: ListPageProps<Item>) {
  const answer = usePage(page);
  const { data } = answer;
  if (data === undefined) return <Coming answers={[answer]} lines={[84, 84, 84]} />;
  if (data.total === 0) return empty;
  return (
    <>
      {children(data.items, page)}
      {isLast && page * PAGE_SIZE < data.total && (
        <Button variant="secondary" onClick={onMore}>
          {pagedWords.showMore}
        </Button>
      )}
    </>
  );
}
