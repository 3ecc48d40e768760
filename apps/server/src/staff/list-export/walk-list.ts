import type { CallSchemas } from '@thumba/contract/schemas';
import { staffCalls } from '@thumba/contract/staff/calls';
import type { ExportedList } from '@thumba/contract/staff/list-export-words';
import { staffSchemas } from '@thumba/contract/staff/schemas';
import type { StaffBody } from '@thumba/contract/staff/wire';
import { type Reply, refused } from '../../platform/reply.ts';
import { handlerOf, type SignedInCaller, type StaffServer } from '../../platform/serve-staff.ts';
import { lendingLists } from './lending-lists.ts';
import type { ListColumn, ListFile, RowsWord } from './list-columns.ts';
import { moneyLists } from './money-lists.ts';
import { reportLists } from './report-lists.ts';
import { setUpLists } from './set-up-lists.ts';

export type ListRow = Readonly<Record<string, unknown>>;
type ListPage = Partial<Record<RowsWord, readonly ListRow[]>>;

/** The file of any of the lists. */
type WalkedList = {
  rows?: RowsWord;
  columns: readonly ListColumn<ListRow>[];
  named?: readonly ListColumn<ListRow>[];
  borrowerOf?(row: ListRow): number | null;
  next(answer: ListPage, query: ListRow): ListRow | null;
};

const listFiles = { ...lendingLists, ...moneyLists, ...reportLists, ...setUpLists } satisfies {
  [List in ExportedList]: ListFile<List>;
};

export const LIST_FILES = listFiles as unknown as Readonly<Record<ExportedList, WalkedList>>;

export type AskedList = StaffBody<'exportList'>;

/** A list as its call takes it: words that are checked, with defaults, and without a place where it begins. */
export type WantedList = { list: ExportedList; params: ListRow; query: ListRow; filter: ListRow };

const NOT_YOURS = refused(403, 'Your roles do not show you this list.', { reason: 'not_permitted' });
const BAD_FILTER = refused(400, 'The list does not have such a filter.', { reason: 'bad_filter' });

/** Words of a query that say what part of a list a screen shows. A file has all of it. */
const PLACES = ['page', 'pageSize', 'before', 'after', 'total'];

/**
 * So many rows are read by one statement. Between two of them the database keeps nothing for the reader. The rows of a
 * small page are garbage before they are old, so the memory of the server hardly grows with the list.
 */
const ROWS_AT_ONCE = 1_000;
/** A page that reads anew what the pages before it have read. Of these, fewer and larger ones are read. */
const ROWS_OF_LARGE_PAGE = 5_000;

/** Reads what a list is asked for, where the person may see it on its screen. */
export function readWantedList(
  { list, params, filter }: Pick<AskedList, 'list' | 'params' | 'filter'>,
  { person }: Pick<SignedInCaller, 'person'>,
): { wanted: WantedList } | { refusal: Reply<never> } {
  const { access } = staffCalls[list];
  if (access !== 'signed_in' && !person.permissions.includes(access)) return { refusal: NOT_YOURS };
  const shapes: CallSchemas = staffSchemas[list];
  const words = Object.fromEntries(Object.entries(filter).filter(([word]) => !PLACES.includes(word)));
  const query = shapes.query?.safeParse(words);
  const inPath = shapes.params?.safeParse(params);
  if (query?.success === false || inPath?.success === false) return { refusal: BAD_FILTER };
  const known = (query?.data ?? {}) as ListRow;
  if (Object.keys(words).some((word) => !(word in known))) return { refusal: BAD_FILTER };
  const rowsAtOnce = isReadAnew(list, known) ? ROWS_OF_LARGE_PAGE : ROWS_AT_ONCE;
  return {
    wanted: {
      list,
      params: (inPath?.data ?? {}) as ListRow,
      query: {
        ...known,
        ...('pageSize' in known ? { pageSize: rowsAtOnce } : {}),
        ...('total' in known ? { total: 'left_out' } : {}),
      },
      filter: { ...params, ...words },
    },
  };
}

/** A numbered page reads past all pages before it, and these lists sort the rows of a day or join the spans of two. */
function isReadAnew(list: ExportedList, known: ListRow): boolean {
  const isOfFigure = list === 'listLoansOfFigure' && known.figure !== 'out';
  return 'page' in known || isOfFigure || list === 'listFlowEntries' || list === 'listEntriesOfAccount';
}

/** The refusal of a list by its own call, for example of days that it does not have. */
export class ListRefused extends Error {
  readonly reply: Reply<never>;
  constructor(reply: Reply<never>) {
    super('the call of the list refused it');
    this.reply = reply;
  }
}

/**
 * The rows of a list, a page after the other, as its own call answers them: with its filters, its order and what it hides.
 * Each page is a short read of its own.
 */
export async function* pagesOf(
  server: StaffServer,
  { list, params, query }: WantedList,
  caller: SignedInCaller,
): AsyncGenerator<readonly ListRow[]> {
  const handler = handlerOf(server, list) as unknown as (
    input: { params: ListRow; query: ListRow; body: undefined },
    caller: SignedInCaller,
  ) => Promise<Reply<ListPage>>;
  let asked: ListRow = query;
  for (;;) {
    const reply = await handler({ params, query: asked, body: undefined }, caller);
    if (reply.code !== 200) throw new ListRefused(reply as Reply<never>);
    const page = reply.data as ListPage;
    const { rows = 'items', next: nextOf } = LIST_FILES[list];
    yield page[rows]!;
    const next = nextOf(page, asked);
    if (next === null) return;
    asked = { ...asked, ...next };
  }
}
