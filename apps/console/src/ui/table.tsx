import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import { useKeys } from '../platform/keys.ts';
import { classNames } from './class-names.ts';
import styles from './table.module.css';

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers, amounts and ages stand at the right. */
  isRight?: boolean;
  /** Left out where the screen is narrow. */
  isExtra?: boolean;
};

type TableProps<Row> = {
  /** What the rows are, for a screen reader. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** Where a row leads, if it does. The first column is the link, and the whole row takes the click. */
  addressOf?: ((row: Row) => string | undefined) | undefined;
};

/** A list as a table. `j` and `k` move through rows that lead somewhere, and Enter opens one. */
export function Table<Data>({ label, rows, columns, keyOf, addressOf }: TableProps<Data>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const move = (by: number) => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
  };
  useKeys(
    label,
    addressOf
      ? [
          { keys: 'j', does: 'Next row', run: () => move(1) },
          { keys: 'k', does: 'Row before', run: () => move(-1) },
        ]
      : [],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of fields is something else
    <div role="group" className={styles.frame} aria-label={label} tabIndex={addressOf ? undefined : 0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <Row key={keyOf(row)} row={row} columns={columns} address={addressOf?.(row)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps<Data> = { row: Data; columns: readonly Column<Data>[]; address: string | undefined };

function Row<Data>({ row, columns, address }: RowProps<Data>) {
  const isLeading = address !== undefined;
  return (
    <tr className={isLeading ? styles.leading : undefined}>
      {columns.map((column, index) => (
        <td key={column.title} className={classOf(column)}>
          {isLeading && index === 0 ? (
            <Link href={address} className={styles.link} data-row="">
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function classOf<Data>({ isRight = false, isExtra = false }: Column<Data>): string {
  return classNames(isRight && styles.right, isExtra && styles.extra);
}
