import { pictureAskedAgain } from '../../book/loan/picture-request.ts';
import { isWaitingForBorrower } from '../../credit/application/read-evidence.ts';
import { type Database, statement } from '../../platform/database.ts';

/** Who has an application, and until when if no further call is made about it. */
export type Claim = { staffId: number; name: string; heldUntil: Date };

type ClaimRow = { staff_id: number; name: string; held_until: Date };

/** So many minutes after the last call about it an application is free again. */
type OfHolder = { staffId: number; now: Date; holdMinutes: number };

type OfPerson = OfHolder & { loanId: number };

const HELD = 'make_interval(mins => $holdMinutes::integer)';

const CLAIM_COLUMNS = `staff_id, (select m.name from staff_member m where m.staff_id = application_claim.staff_id) as name,
  held_until`;

const takeStatement = statement<ClaimRow, OfPerson>(
  'application claim: take',
  `insert into application_claim (loan_id, borrower_id, staff_id, held_until)
   select loan_id, borrower_id, $staffId::bigint, $now::timestamptz + ${HELD} from loan
   where loan_id = $loanId and state = 'applied'
   on conflict (loan_id) do update set staff_id = excluded.staff_id, held_until = excluded.held_until
   where application_claim.staff_id = excluded.staff_id or application_claim.held_until <= $now::timestamptz
   returning ${CLAIM_COLUMNS}`,
);

const findStatement = statement<ClaimRow, { loanId: number; now: Date }>(
  'application claim: find',
  `select ${CLAIM_COLUMNS} from application_claim where loan_id = $loanId and held_until > $now::timestamptz`,
);

export async function findClaim(db: Database, of: { loanId: number; now: Date }): Promise<Claim | undefined> {
  return claimOf(await db.row(findStatement, of));
}

/** Takes an application for a person, in one statement. Answers who has it then; undefined where it does not wait. */
export async function takeClaim(db: Database, of: OfPerson): Promise<Claim | undefined> {
  return claimOf(await db.row(takeStatement, of)) ?? findClaim(db, { loanId: of.loanId, now: of.now });
}

const keepStatement = statement<{ loan_id: number }, OfPerson>(
  'application claim: keep',
  `update application_claim set held_until = $now::timestamptz + ${HELD}
   where loan_id = $loanId and staff_id = $staffId and held_until > $now::timestamptz returning loan_id`,
);

/** Whether the person has the application. If so, its minutes begin anew. */
export async function keepClaim(db: Database, of: OfPerson): Promise<boolean> {
  return (await db.row(keepStatement, of)) !== undefined;
}

const leaveStatement = statement<never, { loanId: number; staffId: number }>(
  'application claim: leave',
  'delete from application_claim where loan_id = $loanId and staff_id = $staffId',
);

export async function leaveClaim(db: Database, of: { loanId: number; staffId: number }): Promise<void> {
  await db.row(leaveStatement, of);
}

/** SQL: whether a person may take a loan `l` as the next one. */
const FREE = `l.state = 'applied' and l.loan_id is distinct from $afterLoanId
     and not exists (select from application_claim c where c.loan_id = l.loan_id
       and c.staff_id <> $staffId and c.held_until > $now::timestamptz)
     and not exists (select from staff_request r where r.borrower_id = l.borrower_id and r.loan_id = l.loan_id
       and r.kind = 'decision_override' and r.state in ('waiting', 'approved'))
     and not ${isWaitingForBorrower('l.borrower_id', 'l.loan_id')}
     and ${pictureAskedAgain('l.borrower_id')} is null
     and not is_related_staff($staffId, l.borrower_id)`;

const nextStatement = statement<{ loan_id: number }, OfHolder & { afterLoanId: number | null }>(
  'application claim: take the next one',
  `insert into application_claim (loan_id, borrower_id, staff_id, held_until)
   select l.loan_id, l.borrower_id, $staffId::bigint, $now::timestamptz + ${HELD} from loan l
   left join loan last on last.loan_id = $afterLoanId
   where ${FREE}
   order by (l.applied_at, l.loan_id) < (last.applied_at, last.loan_id), l.applied_at, l.loan_id limit 1
   on conflict (loan_id) do update set staff_id = excluded.staff_id, held_until = excluded.held_until
   where application_claim.staff_id = excluded.staff_id or application_claim.held_until <= $now::timestamptz
   returning loan_id`,
);

/** Several people may try for the same one at once. The one who loses tries for the one after it. */
const TRIES = 20;

/** Takes the next application that no other person has: after `afterLoanId` in the queue, and then from its start. */
export async function takeNextClaim(
  db: Database,
  { holdMinutes, ...of }: OfHolder & { afterLoanId: number | null },
): Promise<number | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const taken = await db.row(nextStatement, { ...of, holdMinutes });
    if (taken) return taken.loan_id;
    if (!(await db.row(isAnyFreeStatement, of))?.is_free) return undefined;
  }
  return undefined;
}

const isAnyFreeStatement = statement<
  { is_free: boolean },
  { staffId: number; afterLoanId: number | null; now: Date }
>('application claim: whether one is free', `select exists (select from loan l where ${FREE}) as is_free`);

const purgeStatement = statement<never, { now: Date }>(
  'application claim: purge',
  'delete from application_claim where held_until <= $now::timestamptz',
);

export async function purgeClaims(db: Database, now: Date): Promise<void> {
  await db.rows(purgeStatement, { now });
}

function claimOf(row: ClaimRow | undefined): Claim | undefined {
  return row && { staffId: row.staff_id, name: row.name, heldUntil: row.held_until };
}
