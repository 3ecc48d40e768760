import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useKeys } from '../platform/keys.ts';
import { keepPlace, returnToRow } from '../platform/place.ts';
import { classNames } from './class-names.ts';
import { SortHeader, type Sorting } from './sort-header.tsx';
import styles from './table.module.css';

export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers, amounts and ages stand at the right. */
  isRight?: boolean;
  /** Left out where the screen is narrow. */
  isExtra?: boolean;
  /** The name by which the server sorts the list by this column. */
  sort?: string | undefined;
};

type TableProps<Row> = {
  /** What the rows are, for a screen reader. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** Where a row leads, if it does. The first column is the link, and the whole row takes the click. */
  addressOf?: ((row: Row) => string | undefined) | undefined;
  /** Where rows can be chosen for something that is done to many. */
  choice?: Choice<Row> | undefined;
  /** By what the server sorted the rows, where a person may choose it. */
  sorting?: Sorting | undefined;
  /** Rows with the sums, below the others. */
  totals?: readonly Row[];
};

type Choice<Row> = {
  isChosen: (row: Row) => boolean;
  onChoose: (row: Row) => void;
  /** What a row is, for a screen reader. */
  nameOf: (row: Row) => string;
};

/**
 * A list as a table. `j` and `k` move through rows that lead somewhere, Enter opens one and `x` chooses it. The way back from
 * an opened row leads to that row.
 */
export function Table<Data>({
  label,
  rows,
  columns,
  keyOf,
  addressOf,
  choice,
  sorting,
  totals = [],
}: TableProps<Data>) {
  const { body, keep } = useRows(label, {
    isLeading: addressOf !== undefined,
    mayChoose: choice !== undefined,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of fields is something else
    <div role="group" className={styles.frame} aria-label={label} tabIndex={addressOf ? undefined : 0}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {choice && (
              <th scope="col">
                <span className="visually-hidden">Chosen</span>
              </th>
            )}
            {columns.map((column) => (
              <SortHeader key={column.title} className={classOf(column)} sort={column.sort} sorting={sorting}>
                {column.title}
              </SortHeader>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onClickCapture={keep}>
          {rows.map((row) => (
            <Row
              key={keyOf(row)}
              name={String(keyOf(row))}
              row={row}
              columns={columns}
              address={addressOf?.(row)}
              choice={choice}
            />
          ))}
        </tbody>
        {totals.length > 0 && (
          <tfoot>
            {totals.map((row) => (
              <Row
                key={keyOf(row)}
                name=""
                row={row}
                columns={columns}
                address={undefined}
                choice={undefined}
              />
            ))}
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** The keys that move through the rows, and the way back to the row by which a person left. */
function useRows(label: string, { isLeading, mayChoose }: { isLeading: boolean; mayChoose: boolean }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const move = (by: number) => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
  };
  useEffect(() => returnToRow(body.current, label), [label]);
  const keep = ({ target }: MouseEvent<HTMLElement>) => {
    const row = (target as Element).closest<HTMLElement>('[data-row]')?.dataset.row;
    if (row !== undefined) keepPlace({ list: label, row });
  };
  const choose = () =>
    document.activeElement?.closest('tr')?.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
  useKeys(label, [
    ...(isLeading
      ? [
          { keys: 'j', does: 'Next row', run: () => move(1), isMove: true },
          { keys: 'k', does: 'Row before', run: () => move(-1), isMove: true },
        ]
      : []),
    ...(mayChoose ? [{ keys: 'x', does: 'Choose the row, or not', run: choose, isMove: true }] : []),
  ]);
  return { body, keep };
}

type RowProps<Data> = {
  name: string;
  row: Data;
  columns: readonly Column<Data>[];
  address: string | undefined;
  choice: Choice<Data> | undefined;
};

function Row<Data>({ name, row, columns, address, choice }: RowProps<Data>) {
  const isLeading = address !== undefined;
  return (
    <tr className={isLeading ? styles.leading : undefined}>
      {choice && (
        <td className={styles.choice}>
          <input
            type="checkbox"
            aria-label={choice.nameOf(row)}
            checked={choice.isChosen(row)}
            onChange={() => choice.onChoose(row)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.title} className={classOf(column)}>
          {isLeading && index === 0 ? (
            <Link href={address} className={styles.link} data-row={name}>
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
