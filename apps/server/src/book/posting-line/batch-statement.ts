import { type Statement, statement } from '../../platform/database.ts';
import { arraysOf, type RecordColumns } from '../record-table.ts';

/**
 * A part of a batch is a CTE that writes the records in the parameter of its name: JSON, or an array for each column
 * where most batches have the part.
 */
export type Part = string | { columns: RecordColumns; sql: string };

type WrittenLoan = { loan_id: number };
type BatchValues = { at: Date } & Record<string, unknown>;
/** A statement that writes a batch and answers the loans that it wrote. */
export type Written = [Statement<WrittenLoan, BatchValues>, BatchValues];
export type Batch<PartName extends string> = {
  loans: readonly object[];
  at: Date;
  rows: { [Name in PartName]?: readonly object[] };
};

/**
 * Makes one prepared statement for each set of parts that a batch can have. A part without records is left out, because
 * running it on nothing would take longer than the rest of a small batch.
 */
export function batchStatement<PartName extends string>(
  name: string,
  loans: Part,
  parts: Record<PartName, Part>,
): (batch: Batch<PartName>) => Written {
  const partNames = Object.keys(parts) as PartName[];
  const statements = new Map<string, Written[0]>();

  function statementOf(present: PartName[]): Written[0] {
    // PostgreSQL cuts a name after 63 bytes, so parts are numbered in it.
    const fullName = `${name} ${present.map((part) => partNames.indexOf(part)).join('.')}`;
    const known = statements.get(fullName);
    if (known) return known;
    const ctes = [loans, ...present.map((part) => parts[part])].map((part) =>
      typeof part === 'string' ? part : part.sql,
    );
    const made = statement<WrittenLoan, BatchValues>(
      fullName,
      `${ctes.join(',\n  ')}\n  select loan_id from entries`,
    );
    statements.set(fullName, made);
    return made;
  }

  return ({ at, loans: loanRecords, rows }) => {
    const present = partNames.filter((part) => (rows[part]?.length ?? 0) > 0);
    const values: BatchValues = { at, ...valuesOf('loans', loans, loanRecords) };
    for (const part of present) Object.assign(values, valuesOf(part, parts[part], rows[part]!));
    return [statementOf(present), values];
  };
}

function valuesOf(name: string, part: Part, records: readonly object[]): Record<string, unknown> {
  return typeof part === 'string'
    ? { [name]: JSON.stringify(records) }
    : arraysOf(name, part.columns, records);
}
