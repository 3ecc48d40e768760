import {
  type ClassTable,
  type ClassTableRefusal,
  checkClassTable,
  exampleClassTable,
} from '@thumba/accounting/classification';
import {
  checkDefaultTable,
  checkLossTable,
  type DefaultTable,
  type DefaultTableRefusal,
  exampleDefaultTable,
  exampleLossTable,
  type LossTable,
  type LossTableRefusal,
} from '@thumba/accounting/expected-loss';
import type { RunTables } from '@thumba/accounting/impairment-run';
import { allow, type Outcome } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement, type Transaction } from '../../platform/database.ts';

export const TABLE_KINDS = ['classes', 'default-probability', 'loss-given-default'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];
export type ImpairmentTable = ClassTable | DefaultTable | LossTable;

/** A table with its kind, so that its content has the right type. */
export type NamedTable =
  | { kind: 'classes'; content: ClassTable }
  | { kind: 'default-probability'; content: DefaultTable }
  | { kind: 'loss-given-default'; content: LossTable };

export type TableRefusal = ClassTableRefusal | DefaultTableRefusal | LossTableRefusal;

export type TableVersions = Record<TableKind, number>;

/** Refuses what the rules of the table refuse. Rules: docs/rules/classes.md and docs/rules/impairment.md. */
export function checkTable(table: NamedTable): Outcome<ImpairmentTable, TableRefusal> {
  switch (table.kind) {
    case 'classes':
      return checkClassTable(table.content);
    case 'default-probability':
      return checkDefaultTable(table.content);
    case 'loss-given-default':
      return checkLossTable(table.content);
  }
}

const EXAMPLES: readonly NamedTable[] = [
  { kind: 'classes', content: exampleClassTable },
  { kind: 'default-probability', content: exampleDefaultTable },
  { kind: 'loss-given-default', content: exampleLossTable },
];

const insertExamplesStatement = statement<never, { examples: string; now: Date }>(
  'impairment: insert example tables',
  `insert into impairment_table (kind, version, content, saved_by, saved_at)
   select e.kind, 1, e.content, 'setup', $now
   from jsonb_to_recordset($examples::jsonb) as e(kind text, content jsonb)
   where not exists (select from impairment_table t where t.kind = e.kind)
   on conflict do nothing`,
);

const readTablesStatement = statement<{ kind: TableKind; version: number; content: unknown }>(
  'impairment: read tables',
  `select distinct on (kind) kind, version, content from impairment_table order by kind, version desc`,
);

/** The newest tables with their versions. The examples are the first version where the lender has saved none. */
export async function readNewestTables(
  db: Transaction,
  clock: Clock,
): Promise<{ tables: RunTables; versions: TableVersions }> {
  await db.rows(insertExamplesStatement, { examples: JSON.stringify(EXAMPLES), now: toDate(clock.nowMs()) });
  const newest = await db.rows(readTablesStatement, {});
  const found = (kind: TableKind) => newest.find((table) => table.kind === kind)!;
  return {
    tables: {
      classes: found('classes').content as ClassTable,
      defaults: found('default-probability').content as DefaultTable,
      losses: found('loss-given-default').content as LossTable,
    },
    versions: {
      classes: found('classes').version,
      'default-probability': found('default-probability').version,
      'loss-given-default': found('loss-given-default').version,
    },
  };
}

const readVersionStatement = statement<{ content: unknown }, { kind: TableKind; version: number }>(
  'impairment: read version of table',
  'select content from impairment_table where kind = $kind and version = $version',
);

/** The tables by which a run was made. */
export async function readTablesOf(db: Transaction, versions: TableVersions): Promise<RunTables> {
  const read = async (kind: TableKind) =>
    (await db.row(readVersionStatement, { kind, version: versions[kind] }))!.content;
  return {
    classes: (await read('classes')) as ClassTable,
    defaults: (await read('default-probability')) as DefaultTable,
    losses: (await read('loss-given-default')) as LossTable,
  };
}

const saveTableStatement = statement<
  { version: number },
  { kind: TableKind; content: string; savedBy: Actor; now: Date }
>(
  'impairment: save table',
  `insert into impairment_table (kind, version, content, saved_by, saved_at)
   select $kind, coalesce(max(version), 0) + 1, $content::jsonb, $savedBy, $now
   from impairment_table where kind = $kind
   returning version`,
);

/** Saves the next version of a table. Runs that were made keep theirs. Refuses what `checkTable` refuses. */
export async function saveTable(
  { db, clock }: { db: Database; clock: Clock },
  table: NamedTable,
  savedBy: Actor,
): Promise<Outcome<{ version: number }, TableRefusal>> {
  const checked = checkTable(table);
  if (!checked.ok) return checked;
  // The examples come first, so that a lender's first table is version 2 and the examples stay readable.
  await readNewestTables(db, clock);
  const saved = await db.row(saveTableStatement, {
    kind: table.kind,
    content: JSON.stringify(table.content),
    savedBy,
    now: toDate(clock.nowMs()),
  });
  return allow({ version: saved!.version });
}

export type SavedVersion = { kind: TableKind; version: number; savedBy: string; savedAt: Date };

const listVersionsStatement = statement<SavedVersion>(
  'impairment: list versions',
  `select kind, version, saved_by as "savedBy", saved_at as "savedAt" from impairment_table order by kind, version`,
);

export async function listTableVersions(db: Database): Promise<SavedVersion[]> {
  return db.rows(listVersionsStatement, {});
}
