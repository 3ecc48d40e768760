/*
 * Records that a statement gets as a table. They are one JSON text, or one array for each column. PostgreSQL reads arrays
 * in half the time, so statements that write much take arrays.
 */

export type ColumnType = 'bigint' | 'date' | 'integer' | 'json' | 'jsonb' | 'text' | 'uuid';

/** The columns of a record. */
export type RecordColumns = readonly { readonly name: string; readonly type: ColumnType }[];

/** Makes the SQL of the table `alias` from the parameter of this name, without `$`. */
export type RecordTable = (parameter: string, alias: string, columns: RecordColumns) => string;

/** `state text, terms jsonb`, for `json_to_recordset`. */
export function recordType(columns: RecordColumns): string {
  return columns.map(({ name, type }) => `${name} ${type}`).join(', ');
}

/** The columns of a record type: `loan_id bigint, kind text`. */
export function columnsOfRecord(type: string): RecordColumns {
  return type.split(',').map((column) => {
    const [name, columnType] = column.trim().split(' ');
    return { name: name!, type: columnType as ColumnType };
  });
}

/** The parameter holds all records as JSON. */
export const jsonTable: RecordTable = (parameter, alias, columns) =>
  `json_to_recordset($${parameter}::json) as ${alias}(${recordType(columns)})`;

/** No text in JSON has this character, because JSON escapes it. */
const SEPARATOR = '\u001e';
const SEPARATOR_IN_SQL = String.raw`e'\x1e'`;

/**
 * Each column is a parameter of its own, with the values of `arraysOf`. The arrays are in sub-selects, because PostgreSQL
 * would plan again for each array whose length it knows.
 */
export const arrayTable: RecordTable = (parameter, alias, columns) => {
  const arrays = columns.map(({ name, type }) => {
    const value = `$${parameterOf(parameter, name)}`;
    return isJson(type)
      ? `(select string_to_array(${value}::text, ${SEPARATOR_IN_SQL}, '')::${type}[])`
      : `(select ${value}::${type}[])`;
  });
  return `unnest(${arrays.join(', ')}) as ${alias}(${columns.map(({ name }) => name).join(', ')})`;
};

/** The values of the parameters of `arrayTable`. A property that a record does not have is null. */
export function arraysOf(
  parameter: string,
  columns: RecordColumns,
  records: readonly object[],
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { name, type } of columns) {
    values[parameterOf(parameter, name)] = isJson(type)
      ? separatedJson(name, records)
      : arrayLiteral(name, type, records);
  }
  return values;
}

function isJson(type: ColumnType): boolean {
  return type === 'json' || type === 'jsonb';
}

function parameterOf(parameter: string, column: string): string {
  return `${parameter}_${column}`;
}

function separatedJson(name: string, records: readonly object[]): string {
  return records.map((record) => jsonOf((record as Record<string, unknown>)[name])).join(SEPARATOR);
}

function jsonOf(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** The values are joined at once. A text that grows by one value after the other takes almost three times the memory. */
function arrayLiteral(name: string, type: ColumnType, records: readonly object[]): string {
  const literals = records.map((record) => {
    const value = (record as Record<string, unknown>)[name];
    if (value === undefined || value === null) return 'NULL';
    return type === 'text' ? quoted(value as string) : value;
  });
  return `{${literals.join(',')}}`;
}

function quoted(text: string): string {
  return /["\\]/.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`;
}
