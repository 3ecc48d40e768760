import { type Database, statement } from '../../platform/database.ts';

/** How long a picture is kept that a borrower has claimed. */
type Retention = {
  purpose: string;
  /** From the upload on. Null where the picture goes with the account only. */
  days: number | null;
  /** Whether it stays beyond these days for as long as the identity names it. */
  staysWithIdentity: boolean;
};

export type FaceRetention = { selfieDays: number; frameDays: number };

/** A picture of a card that was taken again, or whose card was never confirmed. */
const UNUSED_CARD_DAYS = 30;
/** As long as a picture of the face: the decision that rests on it is looked into within this time. */
const EVIDENCE_DAYS = 90;

function pictureRetention({ selfieDays, frameDays }: FaceRetention): readonly Retention[] {
  return [
    { purpose: 'nrc_front', days: UNUSED_CARD_DAYS, staysWithIdentity: true },
    { purpose: 'nrc_back', days: UNUSED_CARD_DAYS, staysWithIdentity: true },
    { purpose: 'selfie', days: selfieDays, staysWithIdentity: false },
    { purpose: 'face_frame', days: frameDays, staysWithIdentity: false },
    { purpose: 'evidence', days: EVIDENCE_DAYS, staysWithIdentity: false },
    { purpose: 'avatar', days: null, staysWithIdentity: false },
  ];
}

/** A picture without a key is one of the archive, which has the key. */
const giveUpStatement = statement<
  { given_up: number },
  { purpose: string; days: number; staysWithIdentity: boolean; now: Date }
>(
  'authentication: give up pictures whose time is over',
  `with over as (
     select f.file_id from stored_file f
     where f.purpose = $purpose and f.borrower_id is not null and f.key_sealed is distinct from ''
       and f.uploaded_at <= $now::timestamptz - make_interval(days => $days::integer)
       and not ($staysWithIdentity::boolean and exists (select from borrower_identity i
         where i.borrower_id = f.borrower_id and f.file_id in (i.front_file_id, i.back_file_id)))
     for update
   ),
   given_up as (
     update stored_file f set borrower_id = null, key_sealed = '', uploaded_at = '-infinity'
     from over where f.file_id = over.file_id returning f.file_id
   )
   select count(*) as given_up from given_up`,
);

/** Erases the keys of pictures whose time is over. Their files are removed with the uploads that no borrower claimed. */
export async function giveUpPictures(db: Database, faceRetention: FaceRetention, now: Date): Promise<number> {
  let givenUp = 0;
  for (const { purpose, days, staysWithIdentity } of pictureRetention(faceRetention)) {
    if (days === null) continue;
    givenUp += (await db.row(giveUpStatement, { purpose, days, staysWithIdentity, now }))!.given_up;
  }
  return givenUp;
}
