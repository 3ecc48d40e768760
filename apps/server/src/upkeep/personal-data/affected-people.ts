import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { tableRules } from './tables.ts';

/** Whose data a breach concerns. */
export type Breach =
  /**
   * A copy of the database or a backup of a moment that is not known more exactly than this time: everyone whose data
   * was held at any instant of it. `until` is the first instant after it.
   */
  | { kind: 'copy'; from: Date; until: Date }
  /**
   * Accounts in the hands of another person: those with an event in the security log in this time. `until` is the first
   * instant after it.
   */
  | { kind: 'accounts'; from: Date; until: Date }
  | { kind: 'borrowers'; borrowerIds: readonly number[] };

export type AffectedPerson = {
  borrowerId: number;
  /** Undefined where the number was erased. */
  mobile: string | undefined;
  isDeleted: boolean;
  /** What is kept of them, as the download names its parts. */
  data: string[];
};

type PersonRow = { borrower_id: number; mobile_sealed: Buffer; is_deleted: boolean; deleted_at: Date | null };

const PEOPLE = `select b.borrower_id, b.mobile_sealed, d.borrower_id is not null as is_deleted, d.deleted_at
  from borrower b left join account_deletion d using (borrower_id)`;

const heldBetweenStatement = statement<PersonRow, { from: Date; until: Date }>(
  'personal data: people held between',
  `${PEOPLE} where b.registered_at < $until::timestamptz
     and coalesce(d.purged_at >= $from::timestamptz, true) order by b.borrower_id`,
);

const usedBetweenStatement = statement<PersonRow, { from: Date; until: Date }>(
  'personal data: people with events between',
  `${PEOPLE} where b.borrower_id in (select e.borrower_id from security_event e
     where e.happened_at >= $from::timestamptz and e.happened_at < $until::timestamptz) order by b.borrower_id`,
);

const namedStatement = statement<PersonRow, { borrowerIds: number[] }>(
  'personal data: people by number',
  `${PEOPLE} where b.borrower_id = any ($borrowerIds::bigint[]) order by b.borrower_id`,
);

/** The parts of the download whose rows name their borrower, with their tables. */
const PARTS = Object.entries(tableRules).flatMap(([table, { download }]) =>
  'part' in download && download.whose === undefined ? [{ table, part: download.part }] : [],
);

const partsOfStatement = statement<{ borrower_id: number; data: string[] }, { borrowerIds: number[] }>(
  'personal data: parts that are kept',
  `select b.borrower_id, array_remove(array[${PARTS.map(
    ({ table, part }) =>
      `case when exists (select from ${table} t where t.borrower_id = b.borrower_id) then '${part}' end`,
  ).join(', ')}], null) as data
   from unnest($borrowerIds::bigint[]) as b(borrower_id)`,
);

export const DATA_PARTS: readonly string[] = PARTS.map(({ part }) => part);

const PEOPLE_AT_ONCE = 1000;

/**
 * The people whom a breach concerns, with what is kept of them now. `parts`: only people of whom one of these is kept, and
 * those who deleted their account after a copy was taken, of whom the copy had more.
 */
export async function* affectedPeople(
  { db, sealing }: { db: Database; sealing: Sealing },
  breach: Breach,
  parts?: readonly string[],
): AsyncGenerator<AffectedPerson> {
  const people = await readPeople(db, breach);
  for (let from = 0; from < people.length; from += PEOPLE_AT_ONCE) {
    const some = people.slice(from, from + PEOPLE_AT_ONCE);
    const borrowerIds = some.map(({ borrower_id }) => borrower_id);
    const rows = await db.rows(partsOfStatement, { borrowerIds });
    const kept = new Map(rows.map(({ borrower_id, data }) => [borrower_id, data]));
    for (const person of some) {
      const data = kept.get(person.borrower_id)!;
      if (parts && !data.some((part) => parts.includes(part)) && !hadMore(person, breach)) continue;
      yield {
        borrowerId: person.borrower_id,
        mobile: mobileOf(sealing, person),
        isDeleted: person.is_deleted,
        data,
      };
    }
  }
}

/** Those of these numbers that no borrower has. */
export async function unknownBorrowers(db: Database, borrowerIds: readonly number[]): Promise<number[]> {
  const people = await readPeople(db, { kind: 'borrowers', borrowerIds });
  const known = new Set(people.map(({ borrower_id }) => borrower_id));
  return borrowerIds.filter((id) => !known.has(id));
}

function hadMore({ deleted_at }: PersonRow, breach: Breach): boolean {
  return breach.kind === 'copy' && deleted_at !== null && deleted_at >= breach.from;
}

function readPeople(db: Database, breach: Breach): Promise<PersonRow[]> {
  switch (breach.kind) {
    case 'copy':
      return db.rows(heldBetweenStatement, { from: breach.from, until: breach.until });
    case 'accounts':
      return db.rows(usedBetweenStatement, { from: breach.from, until: breach.until });
    case 'borrowers':
      return db.rows(namedStatement, { borrowerIds: [...breach.borrowerIds] });
  }
}

function mobileOf(sealing: Sealing, row: PersonRow): string | undefined {
  return row.mobile_sealed.length === 0
    ? undefined
    : sealing.open('borrower.mobile_sealed', row, row.mobile_sealed);
}
