import { CER_CODE } from '@thumba/contract/codes';
import type { DeclineReason, ReferReason } from '@thumba/lending/decision-reason';
import type { Loan } from '@thumba/lending/loan';
import type { LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import { findBorrowerOfLoan, findLoan } from '../../book/loan/queries.ts';
import { type ApplicationFacts, readApplicationFacts } from '../../credit/application/facts.ts';
import { formInWords } from '../../people/authentication/in-words.ts';
import { readFormValues } from '../../people/authentication/queries.ts';
import { findOthersWithIdentity } from '../../people/borrower/identity-check.ts';
import type { CardReading } from '../../people/card/card-reader.ts';
import { findReading } from '../../people/card/card-readings.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { readEarlierApplications, readReviews } from './read-history.ts';

export type ReviewSource = { db: Database; sealing: Sealing; catalogue: LiveCatalogue };

/** What the rules found. */
export type RulesFinding = {
  outcome: 'approve' | 'refer' | 'decline';
  points: number;
  reasons: (DeclineReason | ReferReason)[];
  inputs: Record<string, unknown>;
  decided_at: Date;
  front_file_id: string | null;
  back_file_id: string | null;
  selfie_file_id: string | null;
};

export type FaceCheck = {
  outcome: 'pass' | 'again' | 'refer';
  reason: string | null;
  is_still: boolean;
  checked_at: Date;
  measures: Record<string, unknown> | null;
};

/** Another borrower, and what both have in common. */
export type Duplicate = { other_borrower_id: number; kind: string; similarity: string | null };

export type PictureName = 'front' | 'back' | 'face';

/** Everything that a person sees of an application that waits. */
export type ReviewedApplication = {
  loan: Loan;
  appliedAt: Date;
  facts: ApplicationFacts;
  finding: RulesFinding;
  pictures: Record<PictureName, string | null>;
  personal: readonly { question: string; answer: string }[];
  /** What was read on these pictures of the card. */
  reading: CardReading | undefined;
  faceCheck: FaceCheck | undefined;
  duplicates: Duplicate[];
  othersWithNumber: { borrowerId: number; isChecked: boolean }[];
  earlier: Awaited<ReturnType<typeof readEarlierApplications>>;
  reviews: Awaited<ReturnType<typeof readReviews>>;
};

const readFindingStatement = statement<RulesFinding, { borrowerId: number; loanId: number }>(
  'review: what the rules found',
  `select d.outcome, d.points, d.reasons, d.inputs, d.decided_at, i.front_file_id, i.back_file_id,
     (select f.selfie_file_id from face_check f where f.borrower_id = d.borrower_id
      order by f.checked_at desc limit 1) as selfie_file_id
   from loan_decision d left join borrower_identity i on i.borrower_id = d.borrower_id
   where d.borrower_id = $borrowerId and d.loan_id = $loanId`,
);

const readFaceCheckStatement = statement<
  Omit<FaceCheck, 'measures'> & { check_id: string; measures_sealed: Buffer | null },
  { borrowerId: number }
>(
  'review: last check of the face',
  `select check_id, outcome, reason, is_still, checked_at, measures_sealed from face_check
   where borrower_id = $borrowerId order by checked_at desc limit 1`,
);

const readDuplicatesStatement = statement<Duplicate, { borrowerId: number }>(
  'review: duplicates',
  `select other_borrower_id, kind, similarity::text as similarity from duplicate_find where borrower_id = $borrowerId
   union select borrower_id, kind, similarity::text from duplicate_find where other_borrower_id = $borrowerId
   order by 1, 2`,
);

/** The application, or undefined where there is none with this number that waits for a person. */
export async function readReview(
  source: ReviewSource,
  loanId: number,
): Promise<ReviewedApplication | undefined> {
  const { db, sealing } = source;
  const borrowerId = await findBorrowerOfLoan(db, loanId);
  const stored = borrowerId === undefined ? undefined : await findLoan(db, borrowerId, loanId);
  if (borrowerId === undefined || stored?.loan.state !== 'applied') return undefined;
  const [facts, finding, values, faceCheck, duplicates, othersWithNumber, earlier, reviews] =
    await Promise.all([
      readApplicationFacts(source, borrowerId, { accountId: stored.accountId }),
      db.row(readFindingStatement, { borrowerId, loanId }),
      readFormValues(db, sealing, borrowerId, CER_CODE.personal),
      readFaceCheck(source, borrowerId),
      db.rows(readDuplicatesStatement, { borrowerId }),
      findOthersWithIdentity(db, borrowerId),
      readEarlierApplications(db, borrowerId, loanId),
      readReviews(source, borrowerId, loanId),
    ]);
  if (!finding) throw new Error(`order ${loanId} has no decision`);
  const { front_file_id: front, back_file_id: back, selfie_file_id: face } = finding;
  const files = front === null ? undefined : { frontFileId: front, backFileId: back ?? undefined };
  return {
    loan: stored.loan,
    appliedAt: stored.appliedAt,
    facts,
    finding,
    pictures: { front, back, face },
    personal: formInWords(CER_CODE.personal, values),
    reading: files && (await findReading(source, { borrowerId, ...files })),
    faceCheck,
    duplicates,
    othersWithNumber,
    earlier,
    reviews,
  };
}

async function readFaceCheck(
  { db, sealing }: ReviewSource,
  borrowerId: number,
): Promise<FaceCheck | undefined> {
  const row = await db.row(readFaceCheckStatement, { borrowerId });
  if (!row) return undefined;
  const { check_id, measures_sealed, ...check } = row;
  const place = { borrower_id: borrowerId, check_id };
  const measures = measures_sealed
    ? (JSON.parse(sealing.open('face_check.measures_sealed', place, measures_sealed)) as Record<
        string,
        unknown
      >)
    : null;
  return { ...check, measures };
}
