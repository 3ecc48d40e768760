import type { ColumnType } from './record-table.ts';

/*
 * A column table lists the columns of one kind of record, such as a loan. Select lists, record types, SET lists and the
 * functions between rows and values are made from it, so a new column is added in one place and in a migration.
 */

/** The columns that change together. A change writes the groups in which a column is another one than before. */
export const COLUMN_GROUPS = ['days', 'payments', 'collections', 'rare changes'] as const;

/**
 * Passing days, payments and collections that begin or end change most rows. All other changes of a row are rare.
 */
export type ColumnGroup = (typeof COLUMN_GROUPS)[number];

/** Some groups of columns: each is a bit, in the order of `COLUMN_GROUPS`. */
export type ColumnGroups = number;

export const NO_GROUPS: ColumnGroups = 0;
export const ALL_GROUPS: ColumnGroups = COLUMN_GROUPS.reduce((bits, group) => bits | bitOf(group), 0);

export type Column = {
  name: string;
  type: ColumnType;
  /** `once` is written with the row and never changes. */
  written: 'once' | ColumnGroup;
};

/** The column of each property of a value. A new property without a column is a type error. */
export type ColumnTable<Value> = { readonly [Property in keyof Value]-?: Column };

/** A row as the database returns it. */
export type RowOf<Value, Table extends ColumnTable<Value>> = {
  [Property in keyof Value as Table[Property]['name']]: Value[Property];
};

export function columnsOf(...tables: readonly Record<string, Column>[]): Column[] {
  return tables.flatMap((table) => Object.values(table));
}

function bitOf(group: ColumnGroup): ColumnGroups {
  return 1 << COLUMN_GROUPS.indexOf(group);
}

export function columnsOfGroups(columns: readonly Column[], groups: ColumnGroups): Column[] {
  return columns.filter(({ written }) => written !== 'once' && (bitOf(written) & groups) !== 0);
}

/** `l.state, l.terms`, for a select list or, without an alias, for the columns of an insert. */
export function selectList(columns: readonly Column[], alias?: string): string {
  return columns.map(({ name }) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');
}

/** `state = r.state, terms = r.terms`, for an update from the record `r`. */
export function setList(columns: readonly Column[], record: string): string {
  return columns.map(({ name }) => `${name} = ${record}.${name}`).join(', ');
}

/*
 * The functions between rows and values run for every loan and instalment at the end of a day. A loop over the columns
 * took twenty times as long as an object literal, so the source of such a literal is made from the table and compiled.
 */

/** Makes the function that reads a value from a row. Further properties are arguments of the function. */
export function compileReader<Value, Further extends unknown[] = []>(
  table: Record<string, Column>,
  further: readonly string[] = [],
): (row: object, ...further: Further) => Value {
  const properties = Object.entries(table).map(([property, { name }]) => `${property}: row.${name}`);
  return functionOf(['row', ...further], [...properties, ...further]);
}

/** Makes the function that reads a value from its columns as texts, none of them null, in the order of the table. */
export function compileTextReader<Value>(table: ColumnTable<Value>): (texts: readonly string[]) => Value {
  const properties = Object.entries<Column>(table).map(([property, { type }], index) => {
    const text = `texts[${index}]`;
    if (type === 'jsonb') return `${property}: JSON.parse(${text})`;
    return `${property}: ${isNumber(type) ? '+' : ''}${text}`;
  });
  return functionOf(['texts'], properties);
}

function isNumber(type: ColumnType): boolean {
  return type === 'bigint' || type === 'integer';
}

/**
 * Makes the function that answers the groups in which a value differs from the one before. Properties are compared by
 * identity, because a rule keeps the values that it does not change.
 */
export function compileComparison<Value>(
  table: Record<string, Column>,
): (before: Value, after: Value) => ColumnGroups {
  const bits = COLUMN_GROUPS.map((group) => {
    const differences = Object.entries(table)
      .filter(([, { written }]) => written === group)
      .map(([property]) => `before.${property} !== after.${property}`);
    return `(${differences.join(' || ') || 'false'} ? ${bitOf(group)} : 0)`;
  });
  return new Function('before', 'after', `return ${bits.join(' | ')};`) as (
    before: Value,
    after: Value,
  ) => ColumnGroups;
}

/** The columns of a table, and the expression that their values are read from. */
type Source = { from: string; table: Record<string, Column> };

/**
 * Makes the function that writes its arguments as a record of columns. A source with a dot may be null; then all
 * of its columns are null.
 */
export function compileWriter<Arguments extends unknown[]>(
  argumentNames: readonly string[],
  sources: readonly Source[],
): (...values: Arguments) => Record<string, unknown> {
  const properties = sources.flatMap(({ from, table }) =>
    Object.entries(table).map(([property, { name }]) =>
      from.includes('.') ? `${name}: ${from}?.${property} ?? null` : `${name}: ${from}.${property}`,
    ),
  );
  return functionOf(argumentNames, properties);
}

function functionOf<Made>(argumentNames: readonly string[], properties: readonly string[]): Made {
  return new Function(...argumentNames, `return { ${properties.join(', ')} };`) as Made;
}
