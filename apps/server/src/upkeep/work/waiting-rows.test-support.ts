import pg from 'pg';
import { expect } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase, type Statement } from '../../platform/database.ts';

export const NOW = '2026-11-21T08:00:00Z';
/** When what waits for something else was due. */
export const EARLIER = '2026-11-21T07:00:00Z';
/** When a claim ends. */
export const SOON = '2026-11-21T08:01:00Z';
/** When what waits for later is due. */
export const LATER = '2026-11-21T20:00:00Z';

/** So many rows wait, and so many are done. */
const FEW = 10;
const MANY = 100_000;
/** What deeper indexes of a larger table may cost, and the pages of the rows that are due. */
const MOST_MORE_PAGES = 150;

type Plan = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Plan[];
};

export type Asked = { name: string; text: string; values: readonly unknown[] };

/** A kind of work that waits. */
export type WaitingWork = {
  /** The statements that take it. */
  asked: readonly Asked[];
  /** SQL that makes `rows` rows that wait for something else, and as many that are done. */
  othersOf(rows: number): readonly string[];
  /** SQL that makes the rows that are taken. */
  due: readonly string[];
  /** Plans are made for the values, as for the first calls of a connection. Otherwise they are made for all values. */
  isPlannedForValues?: boolean;
  tables: readonly string[];
};

export function ask<Values extends object>(wanted: Statement<unknown, Values>, values: Values): Asked {
  const { name, text, parameters } = wanted;
  return { name, text, values: parameters.map((parameter) => values[parameter as keyof Values]) };
}

/** What work asks of an empty database. */
export async function askedBy(work: (db: Database) => Promise<unknown>): Promise<Asked[]> {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.url });
  const asked: Asked[] = [];
  const noting = ({ rows }: Pick<Database, 'rows'>): Pick<Database, 'rows' | 'row'> => {
    const noted: Database['rows'] = (wanted, values) => {
      asked.push(ask(wanted as never, values));
      return rows(wanted, values);
    };
    return { rows: noted, row: async (wanted, values) => (await noted(wanted, values))[0] };
  };
  const { inTransaction } = db;
  db.inTransaction = (within) => inTransaction((transaction) => within(noting(transaction)));
  Object.assign(db, noting(db));
  try {
    await work(db);
    return asked;
  } finally {
    await db.close();
    await database.drop();
  }
}

/** Expects that work is taken at the same cost, however much waits for something else or is done. */
export async function expectSameCost(work: WaitingWork): Promise<void> {
  const few = await costsOf(work, FEW);
  const many = await costsOf(work, MANY);
  for (const [place, { rows, pages, thrownAway }] of many.entries()) {
    const { name } = work.asked[place]!;
    const before = few[place]!;
    const cost = `${name}: ${before.pages} pages with ${FEW} rows, ${pages} with ${MANY}`;
    expect(before.rows, `${name} takes what is due`).toBeGreaterThan(0);
    expect(rows, `${name} takes what is due`).toBe(before.rows);
    expect(pages - before.pages, cost).toBeLessThan(MOST_MORE_PAGES);
    expect(thrownAway - before.thrownAway, `${name}: rows that are read in vain`).toBeLessThan(FEW);
  }
}

type Cost = { rows: number; pages: number; thrownAway: number };

/** In a database of its own, because a table keeps the pages of rows that are gone. */
async function costsOf(work: WaitingWork, others: number): Promise<Cost[]> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    // The rows of other tables, and what triggers keep, are no part of what is counted here.
    await client.query(`set session_replication_role = replica`);
    for (const sql of [...work.othersOf(others), ...work.due]) await client.query(sql);
    await client.query(`analyze ${work.tables.join(', ')}`);
    const plan = work.isPlannedForValues ? 'custom' : 'generic';
    await client.query(`set plan_cache_mode = force_${plan}_plan`);
    const costs: Cost[] = [];
    for (const asked of work.asked) costs.push(await costOf(client, asked));
    return costs;
  } finally {
    await client.end();
    await database.drop();
  }
}

/** The second time, as a process asks all day: the first time reads what PostgreSQL knows of the tables. */
async function costOf(client: pg.Client, { text, values }: Asked): Promise<Cost> {
  await client.query(`prepare asked as ${text}`);
  const given = values.map((value) => literalOf(value)).join(', ');
  const explain = `explain (analyze, buffers, timing off, format json) execute asked${given && `(${given})`}`;
  await client.query('begin');
  await client.query(explain);
  await client.query('rollback');
  await client.query('begin');
  const { rows } = await client.query(explain);
  await client.query('rollback');
  await client.query('deallocate asked');
  const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
  return {
    rows: rowsTaken(plan),
    pages: pagesRead(plan),
    thrownAway: thrownAway(plan),
  };
}

/** The values of a prepared statement cannot be parameters. */
function literalOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return pg.escapeLiteral(`\\x${value.toString('hex')}`);
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(String).join(',')}}`);
  return pg.escapeLiteral(String(value));
}

/**
 * The pages that the parts of a plan read. A change in a CTE that nothing reads from happens at the end, and does not count
 * in the plan that holds it.
 */
function pagesRead(plan: Plan): number {
  const parts = plan.Plans ?? [];
  const below = parts.reduce((total, part) => total + pagesOf(part), 0);
  return parts.reduce((total, part) => total + pagesRead(part), Math.max(0, pagesOf(plan) - below));
}

function pagesOf(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

/** The rows that a plan changed, or else the rows that it answers. */
function rowsTaken(plan: Plan): number {
  const changes = (part: Plan): Plan[] => [
    ...(part['Node Type'] === 'ModifyTable' ? [part] : []),
    ...(part.Plans ?? []).flatMap(changes),
  ];
  const changed = changes(plan)
    .flatMap(({ Plans: parts = [] }) => parts.filter((part) => part['Parent Relationship'] === 'Outer'))
    .reduce((total, part) => total + part['Actual Rows'], 0);
  return changed || plan['Actual Rows'];
}

/** The rows that a plan read and did not need. */
function thrownAway(plan: Plan): number {
  const own = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0);
  return (plan.Plans ?? []).reduce((total, part) => total + thrownAway(part), own * plan['Actual Loops']);
}
