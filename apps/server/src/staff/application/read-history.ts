import type { PictureToRetake } from '@thumba/lending/decision-reason';
import type { LoanState } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import type { Actor } from '../../book/actor.ts';
import type { Review } from '../../book/posting-line/posting.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

export type EarlierApplication = {
  loan_id: number;
  applied_at: Date;
  principal_ngwee: Ngwee;
  state: LoanState;
  worst_days_late: number;
};

const SHOWN = 20;

const readEarlierStatement = statement<EarlierApplication, { borrowerId: number; loanId: number }>(
  'review: earlier applications',
  `select loan_id, applied_at, principal_ngwee, state, worst_days_late from loan
   where borrower_id = $borrowerId and loan_id <> $loanId order by loan_id desc limit ${SHOWN}`,
);

export function readEarlierApplications(
  db: Database,
  borrowerId: number,
  loanId: number,
): Promise<EarlierApplication[]> {
  return db.rows(readEarlierStatement, { borrowerId, loanId });
}

/** What was done with an application. */
export type ReviewOutcome = Review['outcome'];

type ReviewRow = {
  loan_version: number;
  outcome: ReviewOutcome;
  reason_code: string | null;
  picture: PictureToRetake | null;
  actor: Actor;
  reviewed_at: Date;
};

export type EarlierReview = ReviewRow & { note: string };

const readReviewsStatement = statement<
  ReviewRow & { note_sealed: Buffer | null },
  { borrowerId: number; loanId: number }
>(
  'review: earlier reviews',
  `select loan_version, outcome, reason_code, picture, actor, reviewed_at, note_sealed from application_review
   where borrower_id = $borrowerId and loan_id = $loanId order by loan_version`,
);

/** What was done with this application before. */
export async function readReviews(
  { db, sealing }: { db: Database; sealing: Sealing },
  borrowerId: number,
  loanId: number,
): Promise<EarlierReview[]> {
  const rows = await db.rows(readReviewsStatement, { borrowerId, loanId });
  return rows.map(({ note_sealed, ...review }) => {
    const place = { borrower_id: borrowerId, loan_id: loanId, loan_version: review.loan_version };
    return {
      ...review,
      note: note_sealed ? sealing.open('application_review.note_sealed', place, note_sealed) : '',
    };
  });
}
