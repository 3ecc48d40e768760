import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { faceOutcome } from '../borrower/face-check.ts';
import type { Compared } from './known-faces.ts';

type Check = {
  borrowerId: number;
  checkId: string;
  isStill: boolean;
  frontFileId: string;
  selfieFileId: string;
  outcome: 'pass' | 'again' | 'refer';
  reason: string | null;
  rulesVersion: number;
  now: Date;
};

type CheckValues = Check & {
  measuresSealed: Buffer | null;
  embeddingSealed: Buffer | null;
  model: string | null;
  /** The newest face that was compared. Null where no face is kept, or it could not be compared. */
  newestEmbeddingId: number | null;
  otherIds: number[];
  similarities: number[];
};

/**
 * Faces are kept one after the other, so that each sees those before it, and their numbers grow as they become visible.
 * A statement of its own, because a statement does not see what was written while it waited.
 */
const lockFacesStatement = statement<never>(
  'face: lock kept faces',
  `select pg_advisory_xact_lock(hashtext('kept faces'))`,
);

const keepCheckStatement = statement<{ is_kept: boolean; is_newer_kept: boolean }, CheckValues>(
  'face: keep check',
  `with newer as (
     select exists (select from face_embedding where embedding_id > $newestEmbeddingId::bigint
       and model = $model::text and borrower_id <> $borrowerId) as is_kept
   ),
   consent as (
     -- Of a check and a withdrawal at the same moment one waits for the other here.
     select borrower_id from consent_given where borrower_id = $borrowerId and kind = 'face' for key share
   ),
   released as (
     update face_challenge set held_until = null
     where borrower_id = $borrowerId and challenge_id = $checkId and held_until is not null
       and not (select is_kept from newer)
     returning borrower_id, asked_at
   ),
   kept as (
     insert into face_check (borrower_id, check_id, is_still, front_file_id, selfie_file_id, outcome, reason,
       rules_version, measures_sealed, checked_at)
     select h.borrower_id, $checkId::text, $isStill::boolean, $frontFileId::text, $selfieFileId::text,
       $outcome::text, $reason::text, $rulesVersion::integer, $measuresSealed::bytea, $now::timestamptz
     from released h join consent using (borrower_id)
     -- The card may have been taken again, the consent taken back, or another check ended meanwhile.
     where exists (select from borrower_identity
         where borrower_id = $borrowerId and front_file_id = $frontFileId)
       and not exists (select from consent_change t where t.borrower_id = $borrowerId and t.kind = 'face'
         and not t.is_given and t.changed_at > h.asked_at)
       and ${faceOutcome('$borrowerId')} is null
     on conflict do nothing
     returning borrower_id
   ),
   kept_embedding as (
     insert into face_embedding (borrower_id, model, embedding_sealed, taken_at)
     select borrower_id, $model::text, $embeddingSealed::bytea, $now::timestamptz from kept
     where $embeddingSealed::bytea is not null
     on conflict (borrower_id) do update set embedding_id = default, model = excluded.model,
       embedding_sealed = excluded.embedding_sealed, taken_at = excluded.taken_at
   ),
   others as materialized (
     -- Another borrower who takes the consent back meanwhile waits for this find, or this find waits for them.
     -- Locked in the order of ids, because two checks may find the same borrowers.
     select borrower_id from consent_given
     where kind = 'face' and borrower_id = any ($otherIds::bigint[]) and borrower_id <> $borrowerId
     order by borrower_id for key share
   ),
   kept_find as (
     insert into duplicate_find (borrower_id, other_borrower_id, kind, similarity, found_at)
     select kept.borrower_id, o.borrower_id, 'face', o.similarity, $now::timestamptz
     -- Who deleted the account, or took the consent back, is found no more. What was found before stays.
     from kept, unnest($otherIds::bigint[], $similarities::numeric[]) as o (borrower_id, similarity)
       join others using (borrower_id) join face_embedding e using (borrower_id)
     on conflict (borrower_id, other_borrower_id, kind) do update set similarity = excluded.similarity,
       last_found_at = excluded.found_at
   )
   select exists (select from kept) as is_kept, is_kept as is_newer_kept from newer`,
);

/**
 * Keeps the outcome, the face as sealed numbers, and the other borrowers with a similar face, for staff: all of it or
 * nothing. A borrower never learns of the others. Nothing is kept where a face was kept since this one was compared, or
 * where the check no longer counts for this borrower.
 */
export async function keepCheck(
  { db, sealing }: { db: Database; sealing: Sealing },
  check: Check & {
    measures: object | null;
    embedding: { bytes: Int8Array; model: string } | null;
    /** Null where the face could not be compared. */
    compared: Compared | null;
  },
): Promise<'kept' | 'newer_face' | 'no_longer_counts'> {
  const { measures, embedding, compared, ...values } = check;
  const { borrowerId, checkId } = check;
  const place = { borrower_id: borrowerId };
  const similar = embedding && compared ? compared.similar : [];
  const sealed = {
    ...values,
    measuresSealed:
      measures &&
      sealing.seal('face_check.measures_sealed', { ...place, check_id: checkId }, JSON.stringify(measures)),
    embeddingSealed:
      embedding &&
      sealing.seal(
        'face_embedding.embedding_sealed',
        place,
        Buffer.from(embedding.bytes.buffer).toString('base64'),
      ),
    model: embedding?.model ?? null,
    newestEmbeddingId: embedding && compared ? compared.newestEmbeddingId : null,
    otherIds: similar.map((one) => one.borrowerId),
    similarities: similar.map((one) => Math.min(1, Math.round(one.similarity * 1000) / 1000)),
  };
  const row = await db.inTransaction(async (transaction) => {
    if (embedding) await transaction.rows(lockFacesStatement, {});
    return transaction.row(keepCheckStatement, sealed);
  });
  if (row!.is_newer_kept) return 'newer_face';
  return row!.is_kept ? 'kept' : 'no_longer_counts';
}
