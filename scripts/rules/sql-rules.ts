import { placeOf } from './districts.ts';
import { isOfTests, lineAt, type SourceFile } from './source-files.ts';

/** The tables of money and of what is told. Only the book writes them. */
const TABLES_OF_THE_BOOK = [
  'ledger_transfer',
  'loan_event',
  'wallet_payout_event',
  'loan',
  'instalment',
  'borrower_standing',
  'message',
  'idempotency_key',
  'payment_attempt',
  'payment_by_attempt',
];

/**
 * Rooms that write a table of another room, with the reason. Erasing personal data touches every table, in statements
 * that docs/personal-data.md lists.
 */
const WRITES_ELSEWHERE: readonly { room: RegExp; tables: readonly string[] | 'all'; why: string }[] = [
  { room: /^upkeep\/personal-data$/, tables: 'all', why: 'it erases what is kept of a borrower' },
  {
    room: /^people\/borrower$/,
    tables: ['borrower_standing'],
    why: 'a new borrower and their standing are one statement',
  },
  {
    room: /^people\/mobile-change$/,
    tables: ['borrower', 'borrower_by_mobile', 'repay_account', 'session', 'signin_code'],
    why: 'a change of number moves all that stands under the old number in one statement',
  },
  {
    room: /^contact\/wheel$/,
    tables: ['wheel_chance'],
    why: 'a chance is given with the change of a loan and spent by a spin',
  },
];

const WRITE = /\b(?:insert\s+into|update(?!\s+(?:of|set|skip)\b)|delete\s+from)\s+(?:only\s+)?([a-z_]+)/g;

type Write = { table: string; room: string; path: string; line: number };

/** One line for every statement that writes a table which belongs to another room. */
export function findForeignWrites(files: readonly SourceFile[], tables: ReadonlySet<string>): string[] {
  const writes = files.filter((file) => !isOfTests(file)).flatMap((file) => writesIn(file, tables));
  const ofTheBook = writes.filter(
    ({ table, room }) => TABLES_OF_THE_BOOK.includes(table) && !room.startsWith('book/'),
  );
  const found = ofTheBook
    .filter((write) => !isAllowed(write))
    .map((write) => `${at(write)} writes ${write.table}: only the book writes it.`);
  return [...found, ...tablesWithTwoWriters(writes)];
}

/** The names of the tables that migrations create. */
export function tablesIn(migrations: readonly string[]): Set<string> {
  return new Set(
    migrations.flatMap((text) =>
      [...text.matchAll(/create\s+(?:unlogged\s+)?table\s+([a-z_]+)/g)].map(([, name]) => name!),
    ),
  );
}

/** One line for every place where the platform names a table of a room. */
export function findTablesInPlatform(files: readonly SourceFile[], tables: ReadonlySet<string>): string[] {
  return files
    .filter((file) => file.path.startsWith('apps/server/src/platform/') && !isOfTests(file))
    .flatMap((file) =>
      [...file.code.matchAll(/\b(?:from|join|into|update)\s+([a-z_]+)/g)]
        .filter(([, name]) => tables.has(name!))
        .map(
          (match) =>
            `${file.path}:${lineAt(file.code, match.index)} names the table ${match[1]}: the platform names no table of a room.`,
        ),
    );
}

function tablesWithTwoWriters(writes: readonly Write[]): string[] {
  const firstWriters = new Map<string, Write>();
  const found: string[] = [];
  for (const write of writes) {
    if (isAllowed(write) || TABLES_OF_THE_BOOK.includes(write.table)) continue;
    const first = firstWriters.get(write.table);
    if (first === undefined) firstWriters.set(write.table, write);
    else if (ownerOf(first.room) !== ownerOf(write.room))
      found.push(
        `${at(write)} writes ${write.table}, which ${first.room} writes too: one room writes a table.`,
      );
  }
  return found;
}

/** All rooms of the book are one writer, because a change of a loan writes the tables of several. */
function ownerOf(room: string): string {
  return room.startsWith('book/') ? 'book' : room;
}

function isAllowed({ room, table }: Write): boolean {
  return WRITES_ELSEWHERE.some(
    (one) => one.room.test(room) && (one.tables === 'all' || one.tables.includes(table)),
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
