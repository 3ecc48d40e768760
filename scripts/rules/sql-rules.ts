import { placeOf } from './districts.ts';
import { isOfTests, lineAt, type SourceFile } from './source-files.ts';

/** The tables that only the book writes. */
const BOOK_TABLES = [
  'ledger_transfer',
  'loan_event',
  'wallet_payout_event',
  'loan',
  'instalment',
  'borrower_standing',
  'message',
  'idempotency_key',
  'payment_attempt',
  'payment_attempt_step',
  'payment_by_attempt',
];

/** Rooms that write tables of other rooms, with the reason. */
const FOREIGN_WRITES_ALLOWED: readonly { room: RegExp; tables: readonly string[] | 'all'; why: string }[] = [
  {
    room: /^upkeep\/personal-data$/,
    tables: 'all',
    why: 'it erases personal data in every table, as docs/personal-data.md says',
  },
  {
    room: /^people\/borrower$/,
    tables: ['borrower_standing', 'session', 'known_device'],
    why: 'one statement writes a new borrower and their standing, and a second code confirms a session and its device',
  },
  {
    room: /^people\/mobile-change$/,
    tables: ['borrower', 'borrower_by_mobile', 'repay_account', 'session', 'signin_code'],
    why: 'one statement moves everything from the old mobile number to the new one',
  },
  {
    room: /^contact\/wheel$/,
    tables: ['wheel_chance'],
    why: 'a change of a loan gives a chance, and a spin spends it',
  },
  {
    room: /^book\/posting-line$/,
    tables: ['reconciliation_difference'],
    why: 'the statement that takes a collection back resolves its difference',
  },
];

/** Tables that no room owns: the platform counts for every room and knows no kind of use. */
const TABLES_OF_THE_PLATFORM = ['counted_use', 'growing_pause'];

const WRITE = /\b(?:insert\s+into|update(?!\s+(?:of|set|skip)\b)|delete\s+from)\s+(?:only\s+)?([a-z_]+)/g;

type Write = { table: string; room: string; path: string; line: number };

/** Answers one line for each statement that writes a table of another room. */
export function findForeignWrites(files: readonly SourceFile[], tables: ReadonlySet<string>): string[] {
  const writes = files.filter((file) => !isOfTests(file)).flatMap((file) => writesIn(file, tables));
  const writesOfBookTables = writes.filter(
    ({ table, room }) => BOOK_TABLES.includes(table) && !room.startsWith('book/'),
  );
  const found = writesOfBookTables
    .filter((write) => !isAllowed(write))
    .map((write) => `${at(write)} writes ${write.table}: only the book writes it.`);
  return [...found, ...tablesWithTwoWriters(writes)];
}

/** The names of the tables that the migrations create. */
export function tablesIn(migrations: readonly string[]): Set<string> {
  return new Set(
    migrations.flatMap((text) =>
      [...text.matchAll(/create\s+(?:unlogged\s+)?table\s+([a-z_]+)/g)].map(([, name]) => name!),
    ),
  );
}

/** Answers one line for each place where the platform names a table of a room. */
export function findTablesInPlatform(files: readonly SourceFile[], tables: ReadonlySet<string>): string[] {
  return files
    .filter((file) => file.path.startsWith('apps/server/src/platform/') && !isOfTests(file))
    .flatMap((file) =>
      [...file.code.matchAll(/\b(?:from|join|into|update)\s+([a-z_]+)/g)]
        .filter(([, name]) => tables.has(name!) && !TABLES_OF_THE_PLATFORM.includes(name!))
        .map(
          ({ 1: name, index }) =>
            `${file.path}:${lineAt(file.code, index)} names the table ${name}: the platform names no table of a room.`,
        ),
    );
}

function tablesWithTwoWriters(writes: readonly Write[]): string[] {
  const firstWriters = new Map<string, Write>();
  const found: string[] = [];
  for (const write of writes) {
    if (isAllowed(write) || BOOK_TABLES.includes(write.table)) continue;
    const first = firstWriters.get(write.table);
    if (first === undefined) firstWriters.set(write.table, write);
    else if (ownerOf(first.room) !== ownerOf(write.room))
      found.push(
        `${at(write)} writes ${write.table}, which ${first.room} writes too: only one room writes a table.`,
      );
  }
  return found;
}

/** All rooms of the book count as one writer, because one posting writes tables of several rooms. */
function ownerOf(room: string): string {
  return room.startsWith('book/') ? 'book' : room;
}

function isAllowed({ room, table }: Write): boolean {
  return FOREIGN_WRITES_ALLOWED.some(
    (exception) =>
      exception.room.test(room) && (exception.tables === 'all' || exception.tables.includes(table)),
  );
}

function at({ path, line }: Write): string {
  return `${path}:${line}`;
}

function writesIn(file: SourceFile, tables: ReadonlySet<string>): Write[] {
  const place = placeOf(file.path);
  if (place === undefined || place.district === 'simulator') return [];
  const room = `${place.district}/${place.room}`;
  return [...file.code.matchAll(WRITE)]
    .filter(([, table]) => tables.has(table!))
    .map((match) => ({ table: match[1]!, room, path: file.path, line: lineAt(file.code, match.index) }));
}
