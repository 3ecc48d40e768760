import { type Database, statement } from '../../platform/database.ts';
import { newToken, type Randomness } from '../../platform/randomness.ts';
import { faceOutcome } from '../borrower/face-check.ts';

const referStatement = statement<
  { has_card: boolean; is_referred: boolean },
  { borrowerId: number; checkId: string; now: Date }
>(
  'face: refer without a picture',
  `with card as (
     select borrower_id, front_file_id from borrower_identity
     where borrower_id = $borrowerId and front_file_id is not null
   ),
   referred as (
     insert into face_check (borrower_id, check_id, is_still, front_file_id, selfie_file_id, outcome, reason,
       rules_version, checked_at, consent)
     select borrower_id, $checkId::text, true, front_file_id, null, 'refer', 'person_asked_for', 0, $now::timestamptz, null
     from card where ${faceOutcome('$borrowerId')} is null
     returning borrower_id
   )
   select exists (select from card) as has_card, exists (select from referred) as is_referred`,
);

/**
 * Lets a borrower apply without a picture of the face: a person looks at each application until a loan that was approved
 * has ended. It needs no consent, because nothing of the face is kept.
 */
export async function referWithoutFace(
  { db, random }: { db: Database; random: Randomness },
  { borrowerId, now }: { borrowerId: number; now: Date },
): Promise<'referred' | 'no_card' | 'checked_already'> {
  const row = (await db.row(referStatement, { borrowerId, checkId: newToken(random), now }))!;
  if (row.is_referred) return 'referred';
  return row.has_card ? 'checked_already' : 'no_card';
}
