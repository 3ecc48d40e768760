import { IS_A_PICTURE } from '../../people/authentication/staff-looks.ts';
import { endedFaceCheck, isDecidedByPerson } from '../../people/borrower/face-check.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

export type FaceCheck = {
  outcome: 'pass' | 'again' | 'refer';
  reason: string | null;
  is_still: boolean;
  checked_at: Date;
  /** Null where the borrower sent no picture of the face, and where it is erased. */
  selfie_file_id: string | null;
  /** Whether it was made with another picture of the card than the one that stands. */
  is_of_other_card: boolean;
};

/** A check with what was measured: likeness and angles, which staff see and which do not decide. */
export type CountedFaceCheck = FaceCheck & { measures: unknown };

/** A check that does not count, and what may be the reason. */
export type OtherFaceCheck = FaceCheck & {
  set_aside_at: Date | null;
  is_without_consent: boolean;
  is_decided_by_person: boolean;
};

/** The check that counts, if one does, and the others. */
export type FaceChecks = { counted: CountedFaceCheck | undefined; others: OtherFaceCheck[] };

const SHOWN = 20;

type CheckRow = OtherFaceCheck & {
  check_id: string;
  is_counted: boolean;
  measures_sealed: Buffer | null;
};

const readChecksStatement = statement<CheckRow, { borrowerId: number }>(
  'review: checks of the face',
  `select f.check_id, f.outcome, f.reason, f.is_still, f.checked_at, f.set_aside_at, f.measures_sealed,
     (select file_id from stored_file where file_id = f.selfie_file_id and ${IS_A_PICTURE}) as selfie_file_id,
     f.consent is null as is_without_consent, ${isDecidedByPerson('f')} as is_decided_by_person,
     f.front_file_id is distinct from (select front_file_id from borrower_identity where borrower_id = $borrowerId)
       as is_of_other_card,
     f.check_id is not distinct from ${endedFaceCheck('$borrowerId', 'c.check_id')} as is_counted
   from face_check f where f.borrower_id = $borrowerId order by is_counted desc, f.checked_at desc limit ${SHOWN}`,
);

export async function readFaceChecks(
  { db, sealing }: { db: Database; sealing: Sealing },
  borrowerId: number,
): Promise<FaceChecks> {
  const rows = await db.rows(readChecksStatement, { borrowerId });
  const counted = rows.find(({ is_counted }) => is_counted);
  return {
    counted: counted && { ...counted, measures: openMeasures(sealing, borrowerId, counted) },
    others: rows.filter((row) => row !== counted),
  };
}

function openMeasures(
  sealing: Sealing,
  borrowerId: number,
  { check_id, measures_sealed }: CheckRow,
): unknown {
  if (measures_sealed === null) return null;
  const place = { borrower_id: borrowerId, check_id };
  return JSON.parse(sealing.open('face_check.measures_sealed', place, measures_sealed));
}
