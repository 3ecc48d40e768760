import type { Sealing } from '../../platform/sealing.ts';
import type { SecurityEvent } from './events.ts';

/** How many sealed values were opened, by whether they are under the first key and bound to their row. */
export type OpenedValues = { current: number; earlier: number };

/** A sealing that reports each value that does not open, and counts those that do. */
export function watchSealing(
  sealing: Sealing,
  record: (event: SecurityEvent) => void,
): { sealing: Sealing; opened: OpenedValues } {
  const opened: OpenedValues = { current: 0, earlier: 0 };

  function watch<Value>(sealed: Buffer, column: string, row: object, open: () => Value): Value {
    try {
      const value = open();
      opened[sealing.isCurrent(sealed) ? 'current' : 'earlier'] += 1;
      return value;
    } catch (error) {
      record(eventOf(sealing, sealed, column, row));
      throw error;
    }
  }

  return {
    opened,
    sealing: {
      ...sealing,
      open: (column, row, sealed) => watch(sealed, column, row, () => sealing.open(column, row, sealed)),
      openBytes: (column, row, sealed) =>
        watch(sealed, column, row, () => sealing.openBytes(column, row, sealed)),
    },
  };
}

/** The number of the key stands behind the format in a value that is bound to its row. */
const FORMAT_WITH_KEY = 2;

function eventOf(sealing: Sealing, sealed: Buffer, column: string, row: object): SecurityEvent {
  const key = sealed[0] === FORMAT_WITH_KEY ? sealed[1] : undefined;
  const isKnown = key === undefined || sealing.keyNumbers.data.includes(key);
  const borrowerId = 'borrower_id' in row ? Number(row.borrower_id) : 0;
  return {
    kind: 'value_not_opened',
    outcome: 'refused',
    borrowerId,
    detail: {
      column,
      reason: isKnown ? 'changed_or_of_another_row' : 'unknown_key',
      ...(key === undefined ? {} : { key }),
    },
  };
}
