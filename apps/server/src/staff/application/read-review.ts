import { CER_CODE } from '@thumba/contract/codes';
import type { DeclineReason, ReferReason } from '@thumba/lending/decision-reason';
import type { Loan } from '@thumba/lending/loan';
import type { LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import { findBorrowerOfLoan, findLoan, type StoredLoan } from '../../book/loan/queries.ts';
import { type ApplicationFacts, readApplicationFacts } from '../../credit/application/facts.ts';
import { readShown, type Shown } from '../../credit/application/shown-to-staff.ts';
import { formInWords } from '../../people/authentication/in-words.ts';
import { readFormValues } from '../../people/authentication/queries.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type FaceChecks, readFaceChecks } from './read-face-checks.ts';
import { readEarlierApplications, readReviews } from './read-history.ts';
import { type OtherBorrower, readOthers } from './read-others.ts';

export type ReviewSource = { db: Database; sealing: Sealing; catalogue: LiveCatalogue };

/** What the rules found. */
export type RulesFinding = {
  outcome: 'approve' | 'refer' | 'decline';
  points: number;
  reasons: (DeclineReason | ReferReason)[];
  inputs: Record<string, unknown>;
  versions: { scorecard: number };
  decided_at: Date;
};

export type PictureName = 'front' | 'back' | 'face';

/** Everything that a person sees of an application that waits. */
export type ReviewedApplication = {
  loan: Loan;
  appliedAt: Date;
  /** What a decision rests on. */
  shown: Shown;
  facts: ApplicationFacts;
  finding: RulesFinding;
  /** The files of the pictures. */
  pictures: Record<PictureName, string | null>;
  personal: readonly { question: string; answer: string }[];
  faceChecks: FaceChecks;
  others: OtherBorrower[];
  earlier: Awaited<ReturnType<typeof readEarlierApplications>>;
  reviews: Awaited<ReturnType<typeof readReviews>>;
};

const readFindingStatement = statement<RulesFinding, { borrowerId: number; loanId: number }>(
  'review: what the rules found',
  `select outcome, points, reasons, inputs, versions, decided_at from loan_decision
   where borrower_id = $borrowerId and loan_id = $loanId`,
);

/** An application that waits for a person. Undefined where no such application waits. */
export async function findWaiting(db: Database, loanId: number): Promise<StoredLoan | undefined> {
  const borrowerId = await findBorrowerOfLoan(db, loanId);
  const stored = borrowerId === undefined ? undefined : await findLoan(db, borrowerId, loanId);
  return stored?.loan.state === 'applied' ? stored : undefined;
}

/** The application, or undefined where there is none with this number that waits for a person. */
export async function readReview(
  source: ReviewSource,
  loanId: number,
): Promise<ReviewedApplication | undefined> {
  const { db, sealing } = source;
  const stored = await findWaiting(db, loanId);
  if (!stored) return undefined;
  const { borrowerId } = stored.loan;
  // What a decision rests on is read first: what changes from here on is refused with the decision.
  const shown = await readShown(source, stored);
  const [facts, finding, values, faceChecks, others, earlier, reviews] = await Promise.all([
    readApplicationFacts(source, borrowerId, { accountId: stored.accountId }),
    db.row(readFindingStatement, { borrowerId, loanId }),
    readFormValues(db, sealing, borrowerId, CER_CODE.personal),
    readFaceChecks(source, borrowerId),
    readOthers(db, borrowerId),
    readEarlierApplications(db, borrowerId, loanId),
    readReviews(source, borrowerId, loanId),
  ]);
  if (!finding) throw new Error(`order ${loanId} has no decision`);
  return {
    loan: stored.loan,
    appliedAt: stored.appliedAt,
    shown,
    facts,
    finding,
    pictures: {
      front: shown.evidence.frontFileId,
      back: shown.evidence.backFileId,
      face: faceChecks.counted?.selfie_file_id ?? null,
    },
    personal: formInWords(CER_CODE.personal, values),
    faceChecks,
    others,
    earlier,
    reviews,
  };
}
