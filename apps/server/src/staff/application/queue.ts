import type { DeclineReason, PictureToRetake, ReferReason } from '@thumba/lending/decision-reason';
import type { Ngwee } from '@thumba/lending/money';
import { pictureAskedAgain } from '../../book/loan/picture-request.ts';
import { IS_WAITING_FOR_STAFF } from '../../credit/application/waiting-for-staff.ts';
import { type Database, statement } from '../../platform/database.ts';

/** An application in the queue, as staff see it before they open it. */
export type QueuedApplication = {
  loan_id: number;
  applied_at: Date;
  principal_ngwee: Ngwee;
  product_name: string;
  term_days: number;
  reasons: (DeclineReason | ReferReason)[];
  is_another_look: boolean;
  is_with_checker: boolean;
  claim_staff_id: number | null;
  claim_name: string | null;
  claim_held_until: Date | null;
};

const listStatement = statement<QueuedApplication, { now: Date; offset: number; limit: number }>(
  'applications: the queue',
  `select l.loan_id, l.applied_at, l.principal_ngwee, l.terms ->> 'productName' as product_name,
     (l.terms ->> 'termDays')::integer as term_days, d.reasons,
     coalesce((select r.outcome = 'another_look' from application_review r
       where r.borrower_id = l.borrower_id and r.loan_id = l.loan_id order by r.loan_version desc limit 1), false)
       as is_another_look,
     exists (select from staff_request r where r.borrower_id = l.borrower_id and r.loan_id = l.loan_id
       and r.kind = 'decision_override' and r.state in ('waiting', 'approved')) as is_with_checker,
     c.staff_id as claim_staff_id, m.name as claim_name, c.held_until as claim_held_until
   from loan l join loan_decision d using (borrower_id, loan_id)
   left join application_claim c on c.loan_id = l.loan_id and c.held_until > $now::timestamptz
   left join staff_member m on m.staff_id = c.staff_id
   where ${IS_WAITING_FOR_STAFF} order by l.applied_at, l.loan_id offset $offset limit $limit`,
);

/** The applications that wait for staff, the oldest first. Those that wait for the borrower are left out. */
export function listQueue(
  db: Database,
  page: { now: Date; offset: number; limit: number },
): Promise<QueuedApplication[]> {
  return db.rows(listStatement, page);
}

/** The count of a list stops here. */
const COUNTED = 10_000;

const countStatement = statement<{ count: number }>(
  'applications: count the queue',
  `select count(*)::integer as count from (select from loan l where ${IS_WAITING_FOR_STAFF} limit ${COUNTED + 1}) counted`,
);

export async function countQueue(db: Database): Promise<{ total: number; isMore: boolean }> {
  const { count } = (await db.row(countStatement, {}))!;
  return { total: Math.min(count, COUNTED), isMore: count > COUNTED };
}

/** What else waits for an application: the borrower, or a second person. */
export type WaitState = { picture_asked_again: PictureToRetake | null; is_with_checker: boolean };

const waitStateStatement = statement<WaitState, { borrowerId: number; loanId: number }>(
  'applications: what else waits',
  `select ${pictureAskedAgain('$borrowerId')} as picture_asked_again,
     exists (select from staff_request r where r.borrower_id = $borrowerId and r.loan_id = $loanId
       and r.kind = 'decision_override' and r.state in ('waiting', 'approved')) as is_with_checker`,
);

export async function readWaitState(
  db: Database,
  of: { borrowerId: number; loanId: number },
): Promise<WaitState> {
  return (await db.row(waitStateStatement, of))!;
}
