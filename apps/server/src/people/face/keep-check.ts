import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { SimilarBorrower } from './known-faces.ts';

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

const keepCheckStatement = statement<
  { is_kept: boolean },
  Check & { measuresSealed: Buffer | null; embeddingSealed: Buffer | null; model: string | null }
>(
  'face: keep check',
  `with kept as (
     insert into face_check (borrower_id, check_id, is_still, front_file_id, selfie_file_id, outcome, reason,
       rules_version, measures_sealed, checked_at)
     select $borrowerId::bigint, $checkId::text, $isStill::boolean, $frontFileId::text, $selfieFileId::text,
       $outcome::text, $reason::text, $rulesVersion::integer, $measuresSealed::bytea, $now::timestamptz
     -- The consent may have been taken back, or the card taken again, while the pictures were measured.
     where exists (select from consent_given where borrower_id = $borrowerId and kind = 'face')
       and exists (select from borrower_identity
         where borrower_id = $borrowerId and front_file_id = $frontFileId)
     on conflict do nothing
     returning borrower_id
   ),
   released as (
     update face_challenge set held_until = null where borrower_id = $borrowerId and challenge_id = $checkId
   ),
   kept_embedding as (
     insert into face_embedding (borrower_id, model, embedding_sealed, taken_at)
     select borrower_id, $model::text, $embeddingSealed::bytea, $now::timestamptz from kept
     where $embeddingSealed::bytea is not null
     on conflict (borrower_id) do update set embedding_id = default, model = excluded.model,
       embedding_sealed = excluded.embedding_sealed, taken_at = excluded.taken_at
   )
   select exists (select from kept) as is_kept`,
);

/** Keeps the outcome, and the face as sealed numbers. False where the check no longer counts for this borrower. */
export async function keepCheck(
  { db, sealing }: { db: Database; sealing: Sealing },
  check: Check & { measures: object | null; embedding: { bytes: Int8Array; model: string } | null },
): Promise<boolean> {
  const { measures, embedding, ...values } = check;
  const { borrowerId, checkId } = check;
  const place = { borrower_id: borrowerId };
  const row = await db.row(keepCheckStatement, {
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
  });
  return row!.is_kept;
}

const keepSimilarStatement = statement<
  never,
  { borrowerId: number; otherIds: number[]; similarities: number[]; now: Date }
>(
  'face: keep similar',
  `with others as (
     select * from unnest($otherIds::bigint[], $similarities::numeric[]) as o (borrower_id, similarity)
   ),
   forgotten as (
     delete from duplicate_find d where d.borrower_id = $borrowerId and d.kind = 'face'
       and d.other_borrower_id not in (select borrower_id from others)
   )
   insert into duplicate_find (borrower_id, other_borrower_id, kind, similarity, found_at)
   select $borrowerId::bigint, o.borrower_id, 'face', o.similarity, $now::timestamptz
   -- Who deleted the account, or took the consent back, is found no more.
   from others o join face_embedding e using (borrower_id)
   where o.borrower_id <> $borrowerId
   on conflict (borrower_id, other_borrower_id, kind) do update set similarity = excluded.similarity`,
);

/** The other borrowers with a similar face, for staff. A borrower never learns of them. */
export async function keepSimilar(
  db: Database,
  { borrowerId, similar, now }: { borrowerId: number; similar: readonly SimilarBorrower[]; now: Date },
): Promise<void> {
  await db.rows(keepSimilarStatement, {
    borrowerId,
    otherIds: similar.map((one) => one.borrowerId),
    similarities: similar.map((one) => Math.min(1, Math.round(one.similarity * 1000) / 1000)),
    now,
  });
}
