import type { Day } from '@thumba/lending/day';
import type { DeclineReason, PictureToRetake, ReferReason } from '@thumba/lending/decision-reason';
import type { Loan, LoanEvent } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';
import { sqlList } from '../../platform/sql-list.ts';
import type { Actor } from '../actor.ts';
import { INSTALMENTS_OF_LOAN, LOAN_COLUMNS, type LoanRow, toLoan } from './loan-columns.ts';
import { pictureAskedAgain } from './picture-request.ts';

/** A loan with the columns that only screens need. */
export type StoredLoan = { loan: Loan; accountId: number; appliedAt: Date; disbursedAt: Date | null };

type WithInstalments = LoanRow & { instalments: string | null };

/** The states of an open loan, as an SQL list. A borrower has at most one (index `loan_one_open`). */
export const OPEN_STATES = sqlList([
  'applied',
  'approved',
  'paying_out',
  'payout_failed',
  'active',
  'overdue',
  'written_off',
] satisfies Loan['state'][]);

function toStoredLoan(row: WithInstalments): StoredLoan {
  return {
    loan: toLoan(row, row.instalments),
    accountId: row.account_id,
    appliedAt: row.applied_at,
    disbursedAt: row.disbursed_at,
  };
}

const findLoanStatement = statement<WithInstalments, { borrowerId: number; loanId: number }>(
  'loan: find',
  `select ${LOAN_COLUMNS}, ${INSTALMENTS_OF_LOAN}
   from loan l where l.borrower_id = $borrowerId and l.loan_id = $loanId`,
);

export async function findLoan(
  db: Database,
  borrowerId: number,
  loanId: number,
): Promise<StoredLoan | undefined> {
  const row = await db.row(findLoanStatement, { borrowerId, loanId });
  return row && toStoredLoan(row);
}

/** `approvedBy` is the second person, where staff needed one. */
export type HistoryEvent = { event: LoanEvent; on: Day; at: Date; actor: Actor; approvedBy?: string };

const readHistoryStatement = statement<
  {
    kind: string;
    on_day: Day;
    detail: Record<string, unknown>;
    recorded_at: Date;
    actor: Actor;
  },
  { borrowerId: number; loanId: number }
>(
  'loan: history',
  `select kind, on_day, detail, recorded_at, actor from loan_event
   where borrower_id = $borrowerId and loan_id = $loanId order by loan_version, ordinal`,
);

/** What happened to a loan, oldest first. */
export async function readHistory(db: Database, borrowerId: number, loanId: number): Promise<HistoryEvent[]> {
  const rows = await db.rows(readHistoryStatement, { borrowerId, loanId });
  return rows.map((row) => ({
    event: { kind: row.kind, on: row.on_day, ...row.detail } as unknown as LoanEvent,
    on: row.on_day,
    at: row.recorded_at,
    actor: row.actor,
    ...(typeof row.detail.approvedBy === 'string' ? { approvedBy: row.detail.approvedBy } : {}),
  }));
}

type LatestDecision = {
  reasons: (DeclineReason | ReferReason)[];
  mayApplyAgainOn: Day | null;
  hadAnotherLook: boolean;
};

export type Overview = {
  walletNgwee: Ngwee;
  /** The open loan, or the newest one when none is open. */
  latest: StoredLoan | undefined;
  latestDecision: LatestDecision | undefined;
  /** What the borrower is asked to take again for the application that waits. */
  pictureAskedAgain: PictureToRetake | null;
};

const readOverviewStatement = statement<
  { [Column in keyof LoanRow]: LoanRow[Column] | null } & {
    instalments: string | null;
    wallet_ngwee: Ngwee;
    reasons: (DeclineReason | ReferReason)[] | null;
    may_apply_again_on: Day | null;
    had_another_look: boolean;
    picture_asked_again: PictureToRetake | null;
  },
  { borrowerId: number }
>(
  'loan: overview',
  `select ${LOAN_COLUMNS}, ${INSTALMENTS_OF_LOAN}, s.wallet_ngwee, d.may_apply_again_on,
     case d.review_outcome when 'decline' then jsonb_build_array(coalesce(d.declined_for, 'staff_decision'))
       else d.reasons end as reasons,
     d.another_look_at is not null as had_another_look,
     ${pictureAskedAgain('b.borrower_id')} as picture_asked_again
   from borrower b
   join borrower_standing s on s.borrower_id = b.borrower_id
   left join lateral (
     select * from loan where borrower_id = b.borrower_id
     order by (state in ${OPEN_STATES}) desc, loan_id desc limit 1
   ) l on true
   left join loan_decision d on d.borrower_id = l.borrower_id and d.loan_id = l.loan_id
   where b.borrower_id = $borrowerId`,
);

/** The wallet, the latest loan and its decision of a borrower, in one query. */
export async function readOverview(db: Database, borrowerId: number): Promise<Overview | undefined> {
  const row = await db.row(readOverviewStatement, { borrowerId });
  if (!row) return undefined;
  return {
    walletNgwee: row.wallet_ngwee,
    latest: row.loan_id === null ? undefined : toStoredLoan(row as WithInstalments),
    latestDecision: row.reasons
      ? {
          reasons: row.reasons,
          mayApplyAgainOn: row.may_apply_again_on,
          hadAnotherLook: row.had_another_look,
        }
      : undefined,
    pictureAskedAgain: row.picture_asked_again,
  };
}

const listLoansStatement = statement<
  WithInstalments & { total: number },
  { borrowerId: number; limit: number; offset: number }
>(
  'loan: list',
  `select ${LOAN_COLUMNS}, ${INSTALMENTS_OF_LOAN}, count(*) over () as total
   from loan l where l.borrower_id = $borrowerId order by l.loan_id desc limit $limit offset $offset`,
);

export async function listLoans(
  db: Database,
  borrowerId: number,
  page: Page,
): Promise<{ total: number; loans: StoredLoan[] }> {
  const valuesOf = ({ limit, offset }: Page) => ({ borrowerId, limit, offset });
  const { total, rows } = await readPage(db, listLoansStatement, valuesOf, page);
  return { total, loans: rows.map(toStoredLoan) };
}

const findBorrowerOfLoanStatement = statement<{ borrower_id: number }, { loanId: number }>(
  'loan: find its borrower',
  'select borrower_id from loan where loan_id = $loanId',
);

/** The borrower of a loan, for staff, who know only the number of the loan. */
export async function findBorrowerOfLoan(db: Database, loanId: number): Promise<number | undefined> {
  return (await db.row(findBorrowerOfLoanStatement, { loanId }))?.borrower_id;
}

const hasOtherOpenLoanStatement = statement<{ has_other: boolean }, { borrowerId: number; loanId: number }>(
  'loan: has another open one',
  `select exists (select from loan
     where borrower_id = $borrowerId and loan_id <> $loanId and state in ${OPEN_STATES}) as has_other`,
);

export async function hasOtherOpenLoan(db: Database, borrowerId: number, loanId: number): Promise<boolean> {
  return (await db.row(hasOtherOpenLoanStatement, { borrowerId, loanId }))!.has_other;
}

/**
 * SQL: whether a borrower keeps the identity that an open loan was decided by. Staff may have asked for another picture
 * of the card.
 */
export function isIdentityFixed(borrowerId: string): string {
  return `(exists (select from loan where borrower_id = ${borrowerId} and state in ${OPEN_STATES})
    and ${pictureAskedAgain(borrowerId)} is distinct from 'identity')`;
}
