import type { RowOf, SealedColumn } from './sealed-columns.ts';
import type { Sealing } from './sealing.ts';

/** Sealed text in a column that holds clear text of earlier versions too. */
const PREFIX = 'sealed:';

/** An empty text stays empty, as an erased one is. */
export function sealText(sealing: Sealing, text: string): string {
  return text === '' ? '' : PREFIX + sealing.sealUnbound(text).toString('base64');
}

export function openText<Column extends SealedColumn>(
  sealing: Sealing,
  column: Column,
  row: RowOf<Column>,
  stored: string,
): string {
  return stored.startsWith(PREFIX)
    ? sealing.openAlsoUnbound(column, row, Buffer.from(stored.slice(PREFIX.length), 'base64'))
    : stored;
}
