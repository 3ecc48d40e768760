import type { RowOf, SealedColumn } from './sealed-columns.ts';
import type { Sealing } from './sealing.ts';

/** Sealed text in a column that holds clear text of earlier versions too. */
export const SEALED_TEXT_PREFIX = 'sealed:';

/** An empty text stays empty, as an erased one is. */
export function sealText<Column extends SealedColumn>(
  sealing: Sealing,
  column: Column,
  row: RowOf<Column>,
  text: string,
): string {
  return text === '' ? '' : SEALED_TEXT_PREFIX + sealing.seal(column, row, text).toString('base64');
}

export function openText<Column extends SealedColumn>(
  sealing: Sealing,
  column: Column,
  row: RowOf<Column>,
  stored: string,
): string {
  return stored.startsWith(SEALED_TEXT_PREFIX)
    ? sealing.open(column, row, Buffer.from(stored.slice(SEALED_TEXT_PREFIX.length), 'base64'))
    : stored;
}
