import { nameSounds } from '@thumba/identity/name-distance';
import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { namePartHashes } from './screen.ts';

/** Whom the lender does not lend to. */
export type BlockedSubject =
  | { kind: 'id_number'; idNumber: string }
  | { kind: 'mobile'; mobile: string }
  | { kind: 'person'; name: string; birthDate: Day };

export type BlockedEntry = {
  entryId: number;
  subject: BlockedSubject;
  reason: string;
  addedBy: Actor;
  addedAt: Date;
};

/** One part of a name with a birth date is not enough to know a person. */
const LEAST_PARTS = 2;

/**
 * SQL: whether something of a borrower is on the blocked list: the number of the card, the mobile number that they sign
 * in with, that of the account that gets the money (the row `account`), or two parts of the name with the birth date.
 */
export function isOnBlockedList(borrowerId: string, account: string): string {
  return `(exists (select from blocked_subject s join borrower_by_national_id n on n.national_id_hash = s.id_number_hash
      where n.borrower_id = ${borrowerId} and s.lifted_at is null)
    or exists (select from blocked_subject s join borrower_by_mobile m using (mobile_hash)
      where m.borrower_id = ${borrowerId} and s.lifted_at is null)
    or exists (select from blocked_subject s where s.mobile_hash = ${account}.mobile_hash and s.lifted_at is null)
    or exists (select from borrower_name_part p join blocked_part bp using (part_hash) join blocked_subject s using (entry_id)
      where p.borrower_id = ${borrowerId} and s.lifted_at is null
      group by s.entry_id having count(*) >= ${LEAST_PARTS}))`;
}

/** SQL: whether the number of any account is on it. One that gets no money is a reason to look, and does not block. */
export function hasBlockedAccount(borrowerId: string): string {
  return `exists (select from blocked_subject s join repay_account a using (mobile_hash)
    where a.borrower_id = ${borrowerId} and s.lifted_at is null)`;
}

const drawIdStatement = statement<{ entry_id: number }>(
  'screening: draw id of blocked entry',
  `select nextval('blocked_subject_id') as entry_id`,
);

const addStatement = statement<
  never,
  {
    entryId: number;
    kind: BlockedSubject['kind'];
    subjectSealed: Buffer;
    idNumberHashes: Buffer[];
    mobileHashes: Buffer[];
    partHashes: Buffer[];
    reasonSealed: Buffer;
    addedBy: string;
    now: Date;
  }
>(
  'screening: add to blocked list',
  `with inserted_parts as (
     insert into blocked_part (part_hash, entry_id)
     select part_hash, $entryId::bigint from unnest($partHashes::bytea[]) as part_hash
   )
   insert into blocked_subject
     (entry_id, kind, subject_sealed, id_number_hash, mobile_hash, reason_sealed, added_by, added_at)
   values ($entryId, $kind, $subjectSealed,
     coalesce((select national_id_hash from borrower_by_national_id
       where national_id_hash = any ($idNumberHashes::bytea[]) limit 1), ($idNumberHashes::bytea[])[1]),
     coalesce((select mobile_hash from borrower_by_mobile where mobile_hash = any ($mobileHashes::bytea[]) limit 1),
       (select mobile_hash from repay_account where mobile_hash = any ($mobileHashes::bytea[]) limit 1),
       ($mobileHashes::bytea[])[1]),
     $reasonSealed, $addedBy, $now)`,
);

export type BlockRefusal = ReasonRefusal | { kind: 'one_part_of_name' };

/** Puts a number or a person on the list. Who has one of them cannot borrow from then on. */
export async function addToBlockedList(
  { db, sealing }: { db: Database; sealing: Sealing },
  request: { subject: BlockedSubject; reason: string; addedBy: string; now: Date },
): Promise<Outcome<{ entryId: number }, BlockRefusal>> {
  const { subject, addedBy, now } = request;
  const reason = checkReason(request.reason);
  if (!reason.ok) return reason;
  if (subject.kind === 'person' && nameSounds(subject.name).length < LEAST_PARTS)
    return refuse({ kind: 'one_part_of_name' });
  const { entry_id: entryId } = (await db.row(drawIdStatement, {}))!;
  const place = { entry_id: entryId };
  await db.rows(addStatement, {
    entryId,
    kind: subject.kind,
    subjectSealed: sealing.seal('blocked_subject.subject_sealed', place, textOf(subject)),
    idNumberHashes: subject.kind === 'id_number' ? sealing.lookupHashes('national_id', subject.idNumber) : [],
    mobileHashes: subject.kind === 'mobile' ? sealing.lookupHashes('mobile', subject.mobile) : [],
    partHashes:
      subject.kind === 'person'
        ? namePartHashes(sealing, {
            firstName: subject.name,
            lastName: '',
            birthDate: subject.birthDate,
          }).flat()
        : [],
    reasonSealed: sealing.seal('blocked_subject.reason_sealed', place, reason.value),
    addedBy,
    now,
  });
  return allow({ entryId });
}

/** A number stands as it is, because the keys of the look-up hashes are changed by it. */
function textOf(subject: BlockedSubject): string {
  if (subject.kind === 'id_number') return subject.idNumber;
  return subject.kind === 'mobile' ? subject.mobile : `${subject.birthDate} ${subject.name}`;
}

/** SQL: the borrowers whom the entry `s` keeps from borrowing. */
const BORROWERS_OF_ENTRY = `select n.borrower_id from borrower_by_national_id n
    where n.national_id_hash = s.id_number_hash
  union all select m.borrower_id from borrower_by_mobile m where m.mobile_hash = s.mobile_hash
  union all select a.borrower_id from repay_account a where a.mobile_hash = s.mobile_hash
  union all (select p.borrower_id from blocked_part bp join borrower_name_part p using (part_hash)
    where bp.entry_id = s.entry_id group by p.borrower_id having count(*) >= ${LEAST_PARTS})`;

const isOfRelativeStatement = statement<{ is_of_relative: boolean }, { entryId: number; staffName: string }>(
  'screening: whether a blocked entry is of a relative',
  `select exists (select from blocked_subject s, staff_member m
     where s.entry_id = $entryId and m.user_name = $staffName
       and (exists (select from staff_relation r where r.staff_id = m.staff_id and r.mobile_hash = s.mobile_hash)
         or exists (select from (${BORROWERS_OF_ENTRY}) b where is_related_staff(m.staff_id, b.borrower_id)))
   ) as is_of_relative`,
);

/** Whether an entry is about the person of staff or a relative whom they declared. Rule: docs/rules/screening.md. */
export async function isEntryOfRelative(
  db: Database,
  entry: { entryId: number; staffName: string },
): Promise<boolean> {
  return (await db.row(isOfRelativeStatement, entry))!.is_of_relative;
}

const liftStatement = statement<
  { entry_id: number },
  { entryId: number; reasonSealed: Buffer | null; liftedBy: string; now: Date }
>(
  'screening: lift from blocked list',
  `update blocked_subject set lifted_by = $liftedBy, lifted_at = $now, lift_reason_sealed = $reasonSealed
   where entry_id = $entryId and lifted_at is null returning entry_id`,
);

/** False where no such entry stands. */
export async function liftFromBlockedList(
  { db, sealing }: { db: Database; sealing: Sealing },
  { reason, ...lift }: { entryId: number; reason?: string; liftedBy: string; now: Date },
): Promise<boolean> {
  const place = { entry_id: lift.entryId };
  const reasonSealed =
    reason === undefined ? null : sealing.seal('blocked_subject.lift_reason_sealed', place, reason);
  return (await db.row(liftStatement, { ...lift, reasonSealed })) !== undefined;
}

type BlockedRow = {
  entry_id: number;
  kind: BlockedSubject['kind'];
  subject_sealed: Buffer;
  reason_sealed: Buffer;
  added_by: Actor;
  added_at: Date;
};

const COLUMNS = 's.entry_id, s.kind, s.subject_sealed, s.reason_sealed, s.added_by, s.added_at';

const listStatement = statement<BlockedRow>(
  'screening: blocked list',
  `select ${COLUMNS} from blocked_subject s where s.lifted_at is null order by s.entry_id`,
);

/** The entries that stand, for staff. */
export async function blockedList(db: Database, sealing: Sealing): Promise<BlockedEntry[]> {
  return (await db.rows(listStatement, {})).map((row) => entryOf(sealing, row));
}

const pageStatement = statement<BlockedRow & { total: number }, Page>(
  'screening: page of blocked list',
  `select ${COLUMNS}, count(*) over ()::integer as total from blocked_subject s where s.lifted_at is null
   order by s.entry_id desc limit $limit offset $offset`,
);

/** The entries that stand, the newest first. */
export async function pageOfBlockedList(
  { db, sealing }: { db: Database; sealing: Sealing },
  page: Page,
): Promise<{ total: number; entries: BlockedEntry[] }> {
  const { total, rows } = await readPage(db, pageStatement, (values) => values, page);
  return { total, entries: rows.map((row) => entryOf(sealing, row)) };
}

function entryOf(sealing: Sealing, row: BlockedRow): BlockedEntry {
  return {
    entryId: row.entry_id,
    subject: subjectOf(row.kind, sealing.open('blocked_subject.subject_sealed', row, row.subject_sealed)),
    reason: sealing.open('blocked_subject.reason_sealed', row, row.reason_sealed),
    addedBy: row.added_by,
    addedAt: row.added_at,
  };
}

function subjectOf(kind: BlockedSubject['kind'], text: string): BlockedSubject {
  if (kind === 'id_number') return { kind, idNumber: text };
  if (kind === 'mobile') return { kind, mobile: text };
  const at = text.indexOf(' ');
  return { kind, birthDate: text.slice(0, at) as Day, name: text.slice(at + 1) };
}
