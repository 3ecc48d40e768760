import type { ReadIdentity } from '@thumba/identity/card-agreement';
import { nameSounds } from '@thumba/identity/name-distance';
import { isDay } from '@thumba/lending/day';
import { type Database, statement } from '../../platform/database.ts';
import { AGAIN, retryOnConflict } from '../../platform/retry.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Identity, openIdentity } from '../borrower/applicant.ts';
import type { ScreeningLists } from './lists.ts';
import { type Finding, type HitChange, type HitState, type KnownHit, nextHits } from './next-hits.ts';

export type ScreenDeps = {
  db: Database;
  sealing: Sealing;
  /** What is believed of the reading of a card. */
  openCard: (sealing: Sealing, borrowerId: number, readingSealed: Buffer) => ReadIdentity;
};

/** Whom a borrower may be: the names and the birth date that they typed, and those that were read on their card. */
type Person = Pick<Identity, 'firstName' | 'lastName' | 'birthDate'>;

type BorrowerRow = {
  borrower_id: number;
  identity_sealed: Buffer;
  confirmed_at: Date;
  reading_sealed: Buffer | null;
  version: number | null;
  hits: { hit_id: number; state: HitState; finding: string }[] | null;
};

const COLUMNS = `i.borrower_id, i.identity_sealed, i.confirmed_at, sc.version,
  (select r.reading_sealed from card_reading r
   where r.borrower_id = i.borrower_id and r.front_file_id = i.front_file_id) as reading_sealed,
  (select json_agg(json_build_object('hit_id', h.hit_id, 'state', h.state,
     'finding', encode(h.finding_sealed, 'base64')) order by h.hit_id)
   from screening_hit h where h.borrower_id = i.borrower_id) as hits`;

const readOneStatement = statement<BorrowerRow, { borrowerId: number }>(
  'screening: read borrower',
  `select ${COLUMNS} from borrower_identity i left join borrower_screening sc using (borrower_id)
   where i.borrower_id = $borrowerId`,
);

const readBatchStatement = statement<
  BorrowerRow,
  { afterBorrowerId: number; revision: number; limit: number }
>(
  'screening: read borrowers',
  `select ${COLUMNS} from borrower_identity i left join borrower_screening sc using (borrower_id)
   where i.borrower_id > $afterBorrowerId
     and (sc.borrower_id is null or sc.revision < $revision or sc.identity_confirmed_at <> i.confirmed_at)
   order by i.borrower_id limit $limit`,
);

const drawIdsStatement = statement<{ hit_id: number }, { count: number }>(
  'screening: draw ids of hits',
  `select nextval('screening_hit_id') as hit_id from generate_series(1, $count::integer)`,
);

const readStoredPartsStatement = statement<{ part_hash: Buffer }, { partHashes: Buffer[] }>(
  'screening: read stored parts of names',
  'select distinct part_hash from borrower_name_part where part_hash = any($partHashes::bytea[])',
);

/**
 * A borrower who was compared in the meantime, or confirmed another identity, is left out. What is removed is found by a
 * list of borrowers and a hashed subquery. A join could be planned as one loop in another, as the tables grow while the
 * plan is kept.
 */
const writeStatement = statement<
  { borrower_id: number },
  {
    revision: number;
    now: Date;
    borrowerIds: number[];
    borrowers: string;
    hits: string;
    parts: string;
  }
>(
  'screening: write comparisons',
  `with compared as (
     select * from json_to_recordset($borrowers::json) as b(borrower_id bigint, version integer, confirmed_at timestamptz)
   ),
   written as (
     insert into borrower_screening as sc (borrower_id, revision, identity_confirmed_at, screened_at)
     -- An instant of the program has milliseconds, and one of the database microseconds.
     select c.borrower_id, $revision, i.confirmed_at, $now from compared c
     join borrower_identity i on i.borrower_id = c.borrower_id
       and date_trunc('milliseconds', i.confirmed_at) = date_trunc('milliseconds', c.confirmed_at)
     order by c.borrower_id
     on conflict (borrower_id) do update set revision = greatest(sc.revision, excluded.revision),
       identity_confirmed_at = excluded.identity_confirmed_at, screened_at = excluded.screened_at,
       version = sc.version + 1
     where sc.version = (select version from compared k where k.borrower_id = sc.borrower_id)
     returning sc.borrower_id
   ),
   inserted_hits as (
     insert into screening_hit as h (borrower_id, hit_id, finding_sealed, state, found_at)
     select n.borrower_id, n.hit_id, decode(n.finding, 'base64'), 'open', $now
     from json_to_recordset($hits::json) as n(borrower_id bigint, hit_id bigint, finding text)
     join written using (borrower_id) where n.finding is not null
     on conflict (borrower_id, hit_id) do update set finding_sealed = excluded.finding_sealed, state = 'open',
       found_at = case when h.state = 'open' then h.found_at else excluded.found_at end, reason_sealed = null, decided_by = null, decided_at = null
   ),
   ended_hits as (
     update screening_hit h set state = 'ended', decided_at = $now
     from json_to_recordset($hits::json) as n(borrower_id bigint, hit_id bigint, finding text), written w
     where n.finding is null and h.borrower_id = n.borrower_id and h.hit_id = n.hit_id and h.state = 'open'
       and w.borrower_id = h.borrower_id
   ),
   parts as materialized (
     select n.borrower_id, decode(n.part_hash, 'hex') as part_hash
     from json_to_recordset($parts::json) as n(borrower_id bigint, part_hash text)
     where n.borrower_id in (select borrower_id from written)
   ),
   removed_parts as (
     delete from borrower_name_part old where old.borrower_id = any($borrowerIds::bigint[])
       and old.borrower_id in (select borrower_id from written)
       and (old.borrower_id, old.part_hash) not in (select borrower_id, part_hash from parts)
   ),
   inserted_parts as (
     insert into borrower_name_part (borrower_id, part_hash) select distinct borrower_id, part_hash from parts
     on conflict do nothing
   )
   select borrower_id from written`,
);

/** Compares one borrower with the lists. Nothing happens to a borrower without an identity. */
export async function screenBorrower(
  deps: ScreenDeps,
  lists: ScreeningLists,
  { borrowerId, now }: { borrowerId: number; now: Date },
): Promise<void> {
  await retryOnConflict('a comparison with the lists', async () => {
    const row = await deps.db.row(readOneStatement, { borrowerId });
    if (!row) return null;
    return (await screenBorrowers(deps, lists, [row], now)).size === 1 ? null : AGAIN;
  });
}

/** The next borrowers who were not compared with the lists of a revision yet, or not with their identity. */
export function readBorrowersToCompare(
  db: Database,
  values: { afterBorrowerId: number; revision: number; limit: number },
): Promise<BorrowerRow[]> {
  return db.rows(readBatchStatement, values);
}

/** Compares borrowers with the lists. Answers who was written: the others were compared meanwhile. */
export async function screenBorrowers(
  deps: ScreenDeps,
  lists: ScreeningLists,
  rows: readonly BorrowerRow[],
  now: Date,
): Promise<ReadonlySet<number>> {
  const { db, sealing } = deps;
  const compared = rows.map((row) => {
    const people = peopleOf(deps, row);
    const found = findingsOf(lists, people, row.confirmed_at);
    return { row, people, changes: nextHits(knownHits(sealing, row), found) };
  });
  const newCount = compared.flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'new')).length;
  const ids = newCount === 0 ? [] : await db.rows(drawIdsStatement, { count: newCount });
  const nextId = () => ids.pop()!.hit_id;
  const parts = await partsOf(deps, compared);
  const written = await db.rows(writeStatement, {
    revision: lists.revision,
    now,
    borrowerIds: rows.map(({ borrower_id }) => borrower_id),
    borrowers: JSON.stringify(
      rows.map(({ borrower_id, version, confirmed_at }) => ({ borrower_id, version, confirmed_at })),
    ),
    hits: JSON.stringify(
      compared.flatMap(({ row, changes }) =>
        changes.map((change) => hitRecord(sealing, row.borrower_id, change, nextId)),
      ),
    ),
    parts: JSON.stringify(parts),
  });
  return new Set(written.map(({ borrower_id }) => borrower_id));
}

/**
 * The hash of each part of a name, in hexadecimal. While keys change it is the one that is stored already, so that all
 * rows about one part have the same (platform/adopted-hash.ts does so for one value at a time).
 */
async function partsOf(
  { db, sealing }: ScreenDeps,
  compared: readonly { row: BorrowerRow; people: readonly Person[] }[],
): Promise<{ borrower_id: number; part_hash: string }[]> {
  const parts = compared.flatMap(({ row, people }) =>
    people
      .flatMap((person) => namePartHashes(sealing, person))
      .map((hashes) => ({ borrower_id: row.borrower_id, hashes })),
  );
  const isChoice = parts.some(({ hashes }) => hashes.length > 1);
  const partHashes = parts.flatMap(({ hashes }) => hashes);
  const rows = isChoice ? await db.rows(readStoredPartsStatement, { partHashes }) : [];
  const stored = new Set(rows.map(({ part_hash }) => part_hash.toString('hex')));
  return parts.map(({ borrower_id, hashes }) => {
    const [first = '', ...others] = hashes.map((hash) => hash.toString('hex'));
    return { borrower_id, part_hash: [first, ...others].find((hash) => stored.has(hash)) ?? first };
  });
}

/** What the card was not read to say, it says as it was typed. */
function peopleOf({ sealing, openCard }: ScreenDeps, row: BorrowerRow): Person[] {
  const typed = openIdentity(sealing, row.borrower_id, row.identity_sealed);
  if (!row.reading_sealed) return [typed];
  const read = openCard(sealing, row.borrower_id, row.reading_sealed);
  const { firstName = typed.firstName, lastName = typed.lastName, birthDate = '' } = read;
  return [typed, { firstName, lastName, birthDate: isDay(birthDate) ? birthDate : typed.birthDate }];
}

/** An entry that both the typed and the read person may be is found once, where it is nearest. */
function findingsOf(lists: ScreeningLists, people: readonly Person[], confirmedAt: Date): Finding[] {
  const hits = people
    .flatMap((person) => lists.find({ name: nameOf(person), birthOn: person.birthDate }))
    .toSorted((one, other) => one.distance - other.distance);
  const nearest = hits.filter(
    ({ listed }, at) =>
      hits.findIndex(
        (other) => other.listed.listKind === listed.listKind && other.listed.reference === listed.reference,
      ) === at,
  );
  return nearest.map(({ listed, listedName, distance, birth }) => ({
    listKind: listed.listKind,
    reference: listed.reference,
    entry: JSON.stringify([listed.names, listed.births]),
    identityConfirmedAt: confirmedAt.toISOString(),
    listedName,
    distance,
    birth,
  }));
}

function nameOf({ firstName, lastName }: Pick<Identity, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`;
}

/** For each part of a name with the birth date, its hash under each live key. */
export function namePartHashes(sealing: Sealing, { birthDate, ...names }: Person): Buffer[][] {
  return nameSounds(nameOf(names)).map((sound) => sealing.lookupHashes('name_part', `${birthDate} ${sound}`));
}

function knownHits(sealing: Sealing, { borrower_id, hits }: BorrowerRow): KnownHit[] {
  return (hits ?? []).map(({ hit_id, state, finding }) => ({
    hitId: hit_id,
    state,
    finding: openFinding(sealing, { borrower_id, hit_id }, Buffer.from(finding, 'base64')),
  }));
}

export function openFinding(
  sealing: Sealing,
  place: { borrower_id: number; hit_id: number },
  sealed: Buffer,
): Finding {
  return JSON.parse(sealing.open('screening_hit.finding_sealed', place, sealed)) as Finding;
}

function hitRecord(sealing: Sealing, borrowerId: number, change: HitChange, nextId: () => number) {
  const hitId = change.kind === 'new' ? nextId() : change.hitId;
  const place = { borrower_id: borrowerId, hit_id: hitId };
  const finding =
    change.kind === 'ended'
      ? null
      : sealing
          .seal('screening_hit.finding_sealed', place, JSON.stringify(change.finding))
          .toString('base64');
  return { ...place, finding };
}
