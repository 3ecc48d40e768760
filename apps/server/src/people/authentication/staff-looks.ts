import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Actor, staffActor } from '../../book/actor.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Files } from '../../platform/files.ts';

/** A look of a person of staff at the data of a borrower. */
export type StaffLook = {
  lookId: number;
  lookedAt: Date;
  lookedBy: Actor;
  reason: string;
  borrowerId: number;
  /**
   * The purpose of a picture, `archive`, `application` with what lists and other borrowers say of it, or what a command
   * lists.
   */
  subject: string;
};

/** SQL: whether a file is the picture of a borrower, and not erased. */
export const IS_A_PICTURE = `borrower_id is not null and key_sealed is distinct from ''`;

const recordPictureLookStatement = statement<
  { borrower_id: number },
  { fileId: string; lookedBy: Actor; reason: string; now: Date }
>(
  'authentication: record a look at a picture',
  `insert into staff_look (looked_at, looked_by, reason, borrower_id, subject, file_id)
   select $now, $lookedBy, $reason, borrower_id, purpose, file_id from stored_file
   where file_id = $fileId and ${IS_A_PICTURE}
   returning borrower_id`,
);

export type PictureLookRefusal = ReasonRefusal | { kind: 'no_such_picture' };

/**
 * A picture of a borrower for a person of staff. The look is recorded before the picture is read. The picture of an
 * account that is in the archive is none: `npm run archive` reads it.
 */
export async function readPictureForStaff(
  { db, files }: { db: Database; files: Files },
  { fileId, staffName, reason, now }: { fileId: string; staffName: string; reason: string; now: Date },
): Promise<Outcome<Buffer, PictureLookRefusal>> {
  const checked = checkReason(reason);
  if (!checked.ok) return checked;
  const look = { fileId, lookedBy: staffActor(staffName), reason: checked.value, now };
  const recorded = await db.row(recordPictureLookStatement, look);
  return recorded ? allow(await files.read(fileId)) : refuse({ kind: 'no_such_picture' });
}

/** What staff look at that is no picture: the archive, an application, or what a command lists of borrowers. */
export type LookSubject = 'archive' | 'application' | 'screening_hit' | 'duplicate' | 'account_holder';

const recordLooksStatement = statement<
  never,
  { borrowerIds: number[]; subject: LookSubject; lookedBy: Actor; reason: string; now: Date }
>(
  'authentication: record looks',
  `insert into staff_look (looked_at, looked_by, reason, borrower_id, subject)
   select $now, $lookedBy, $reason, seen.borrower_id, $subject
   from (select distinct unnest($borrowerIds::bigint[]) as borrower_id) seen`,
);

/** Records a look at each of these borrowers, before anything of them is shown. */
export async function recordLooks(
  db: Database,
  look: {
    borrowerIds: readonly number[];
    subject: LookSubject;
    staffName: string;
    reason: string;
    now: Date;
  },
): Promise<void> {
  const { staffName, borrowerIds, ...values } = look;
  await db.rows(recordLooksStatement, {
    ...values,
    borrowerIds: [...borrowerIds],
    lookedBy: staffActor(staffName),
  });
}

const LOOKS_ON_A_PAGE = 50;

const readLooksStatement = statement<
  {
    look_id: number;
    looked_at: Date;
    looked_by: Actor;
    reason: string;
    borrower_id: number;
    subject: string;
  },
  { borrowerId: number | null }
>(
  'authentication: read looks of staff',
  `select look_id, looked_at, looked_by, reason, borrower_id, subject from staff_look
   where borrower_id = coalesce($borrowerId::bigint, borrower_id) order by look_id desc limit ${LOOKS_ON_A_PAGE}`,
);

/** The last looks, or those at one borrower, the newest first. */
export async function readStaffLooks(db: Database, borrowerId: number | null): Promise<StaffLook[]> {
  const rows = await db.rows(readLooksStatement, { borrowerId });
  return rows.map((row) => ({
    lookId: row.look_id,
    lookedAt: row.looked_at,
    lookedBy: row.looked_by,
    reason: row.reason,
    borrowerId: row.borrower_id,
    subject: row.subject,
  }));
}
