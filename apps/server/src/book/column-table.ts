/*
 * A column table lists the columns of one kind of record, such as a loan. Select lists, record types, SET lists and the
 * functions between rows and values are made from it, so a new column is added in one place and in a migration.
 */

/** When a column is written: once with the row, with every change, or also when only days have passed. */
type Written = 'once' | 'with changes' | 'with days';

export type Column = {
  name: string;
  type: 'bigint' | 'date' | 'integer' | 'jsonb' | 'text' | 'uuid';
  written: Written;
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

/** The columns that may change when only days have passed. */
export function columnsOfDays(columns: readonly Column[]): Column[] {
  return columns.filter(({ written }) => written === 'with days');
}

/** The columns that a change may change. */
export function columnsOfChanges(columns: readonly Column[]): Column[] {
  return columns.filter(({ written }) => written !== 'once');
}

/** `l.state, l.terms`, for a select list or, without an alias, for the columns of an insert. */
export function selectList(columns: readonly Column[], alias?: string): string {
  return columns.map(({ name }) => (alias === undefined ? name : `${alias}.${name}`)).join(', ');
}

/** `state text, terms jsonb`, for `json_to_recordset`. */
export function recordType(columns: readonly Column[]): string {
  return columns.map(({ name, type }) => `${name} ${type}`).join(', ');
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

/** Makes the function that reads a value from a JSON array with the columns in the order of the table. */
export function compileTupleReader<Value>(table: ColumnTable<Value>): (tuple: readonly unknown[]) => Value {
  const properties = Object.keys(table).map((property, index) => `${property}: tuple[${index}]`);
  return functionOf(['tuple'], properties);
}

/** Some columns of a table, and the expression that their values are read from. */
type Source = { from: string; table: Record<string, Column>; columns?: readonly Column[] };

/**
 * Makes the function that writes columns of its arguments as a JSON record. A source with a dot may be null; then all
 * of its columns are null.
 */
export function compileWriter<Arguments extends unknown[]>(
  argumentNames: readonly string[],
  sources: readonly Source[],
): (...values: Arguments) => Record<string, unknown> {
  const properties = sources.flatMap(({ from, table, columns }) =>
    Object.entries(table)
      .filter(([, column]) => columns === undefined || columns.includes(column))
      .map(([property, { name }]) =>
        from.includes('.') ? `${name}: ${from}?.${property} ?? null` : `${name}: ${from}.${property}`,
      ),
  );
  return functionOf(argumentNames, properties);
}

function functionOf<Made>(argumentNames: readonly string[], properties: readonly string[]): Made {
  return new Function(...argumentNames, `return { ${properties.join(', ')} };`) as Made;
}
