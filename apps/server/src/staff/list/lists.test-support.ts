import type { AppServer } from '../../../test/app-server.ts';
import type { Statement } from '../../platform/database.ts';

/** So many rows are made of each kind, and so few of them may be read for a page. */
const MADE = 20_000;
const MOST_READ = 2_500;

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

/**
 * Runs calls, and explains their statements of lists over a book that is made large for it and is thrown away after it.
 * Answers how many statements there were, and those that read more rows of a table than a page needs.
 */
export async function examineLists(
  server: AppServer,
  call: () => Promise<void>,
): Promise<{ statements: number; readTooMuch: string[] }> {
  const asked: { name: string; text: string; values: unknown[] }[] = [];
  const { rows } = server.db;
  server.db.rows = (wanted, values) => {
    const { name, text, parameters } = wanted as unknown as Statement<unknown, object>;
    const inOrder = parameters.map((parameter) => (values as Record<string, unknown>)[parameter]);
    if (name.startsWith('lists: ')) asked.push({ name, text, values: inOrder });
    return rows(wanted, values);
  };
  try {
    await call();
  } finally {
    server.db.rows = rows;
  }
  const client = await server.owner.pool.connect();
  try {
    await client.query('begin');
    for (const text of MAKE_LARGE) await client.query(text);
    const readTooMuch: string[] = [];
    for (const { name, text, values } of asked) {
      const explained = await client.query(`explain (analyze, timing off, format json) ${text}`, values);
      const read = rowsRead(explained.rows[0]['QUERY PLAN'][0].Plan);
      if (read > MOST_READ) readTooMuch.push(`${name}: ${read} rows`);
    }
    return { statements: asked.length, readTooMuch };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The rows that a plan took from tables, also those that it threw away. */
function rowsRead(plan: Plan): number {
  const own =
    plan['Relation Name'] === undefined
      ? 0
      : (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return (plan.Plans ?? []).reduce((total, part) => total + rowsRead(part), own);
}

const columnsBut = (table: string, changed: Record<string, string>) =>
  `do $make$
   declare
     names text;
     made text;
   begin
     select string_agg(quote_ident(column_name), ', ' order by ordinal_position),
       string_agg(case column_name ${Object.entries(changed)
         .map(([column, sql]) => `when '${column}' then '${sql.replaceAll("'", "''")}'`)
         .join(' ')} else 'o.' || quote_ident(column_name) end, ', ' order by ordinal_position)
     into names, made
     from information_schema.columns
     where table_schema = 'public' and table_name = '${table}' and is_generated = 'NEVER';
     execute format('insert into ${table} (%s) overriding system value select %s from
       (select t.*, row_number() over () as row_no, count(*) over () as row_count from ${table} t) o,
       generate_series(1, ${MADE}) n where n %% o.row_count = o.row_no - 1', names, made);
   end
   $make$`;

/** Rows like those that are there, by the numbers of other borrowers, with values that are spread. */
const MAKE_LARGE: readonly string[] = [
  'set local session_replication_role = replica',
  columnsBut('borrower', { borrower_id: '1000000 + n' }),
  columnsBut('borrower_standing', { borrower_id: '1000000 + n', ladder_step: '1 + n % 12' }),
  columnsBut('loan', {
    borrower_id: '1000000 + n',
    loan_id: '1000000 + n',
    principal_ngwee: '10000 + n * 100',
    disbursed_on: 'o.disbursed_on - n % 1000',
  }),
  columnsBut('loan_decision', {
    borrower_id: '1000000 + n',
    loan_id: '1000000 + n',
    points: 'n % 900',
    decided_at: `o.decided_at - n * interval '1 minute'`,
    reviewed_at: `o.reviewed_at - n * interval '1 minute'`,
  }),
  columnsBut('payment_attempt', {
    borrower_id: '1000000 + n',
    attempt_id: 'gen_random_uuid()',
    amount_ngwee: '10000 + n * 100',
    created_at: `o.created_at - n * interval '1 minute'`,
  }),
  'analyze borrower, borrower_standing, loan, loan_decision, payment_attempt',
];
