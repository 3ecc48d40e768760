import { type Outcome, refuse } from '@thumba/lending/outcome';
import type { ListKind, ReadList } from './listed-entry.ts';
import { readCsvList } from './read-csv-list.ts';
import { readUnList } from './read-un-list.ts';

/** Reads the file of a list. A refusal says in a few words why the file is none. */
export function readList(listKind: ListKind, fileBytes: Buffer, fileName: string): Outcome<ReadList, string> {
  const text = textOf(fileBytes);
  if (text === undefined) return refuse('its text is not in UTF-8');
  return listKind === 'un' ? readUnList(text) : readCsvList(text, fileName);
}

/** Undefined where the bytes are no UTF-8: a name with a wrong letter would not be found. */
function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
