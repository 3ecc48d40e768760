import { type Database, type Statement, statement, type Transaction } from '../../platform/database.ts';

/** The book as it was at one moment, whatever is posted meanwhile. */
export type BookSnapshot = Transaction & {
  /** The rows of a statement one after the other. The database keeps what was not read yet. */
  stream<Row, Values extends object>(wanted: Statement<Row, Values>, values: Values): AsyncGenerator<Row>;
};

const ROWS_AT_ONCE = 2_000;

const beginStatement = statement<never>(
  'report: read one moment',
  'set transaction isolation level repeatable read, read only',
);
/**
 * The whole result is read, so the plan with the shortest time to the last row is the right one. The moment begins with
 * the first `select` of the transaction, and `set` is none.
 */
const beginMomentStatement = statement<never>(
  'report: begin the moment',
  `select set_config('cursor_tuple_fraction', '1', true)`,
);

/**
 * Reads all parts of a report as of one moment, so that they tie while payments go on. The moment is before `read` begins.
 * So when `read` asks for the business day, it sees nothing that was booked for a later one.
 */
export function readBook<Result>(
  db: Database,
  read: (book: BookSnapshot) => Promise<Result>,
): Promise<Result> {
  let isBegun = false;
  return db.inTransaction(async (transaction) => {
    if (isBegun)
      throw new Error('a migration changed the book while a report was read: please start it again');
    isBegun = true;
    await transaction.rows(beginStatement, {});
    await transaction.rows(beginMomentStatement, {});
    return read({
      rows: transaction.rows,
      row: transaction.row,
      stream: (wanted, values) => streamOf(transaction, wanted, values),
    });
  });
}

async function* streamOf<Row, Values extends object>(
  transaction: Transaction,
  wanted: Statement<Row, Values>,
  values: Values,
): AsyncGenerator<Row> {
  const cursor = `rows_of_${wanted.name.replaceAll(/\W+/g, '_')}`;
  const declare: Statement<never, Values> = {
    name: `${wanted.name}: declare`,
    text: `declare ${cursor} no scroll cursor for ${wanted.text}`,
    parameters: wanted.parameters,
  };
  const fetch = statement<Row>(`${wanted.name}: fetch`, `fetch ${ROWS_AT_ONCE} from ${cursor}`);
  const close = statement<never>(`${wanted.name}: close`, `close ${cursor}`);
  await transaction.rows(declare, values);
  for (;;) {
    const rows = await transaction.rows(fetch, {});
    yield* rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await transaction.rows(close, {});
}
