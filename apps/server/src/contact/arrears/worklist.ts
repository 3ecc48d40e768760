import type { ArrearsBucket } from '@thumba/lending/arrears-bucket';
import { refusalOfContact } from '@thumba/lending/contact-limit';
import { type Day, daysBetween } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { type NextArrearsAction, nextArrearsAction } from '@thumba/lending/next-arrears-action';
import { hasOpenPromise, isContactStopped, isWithAgency } from '../../book/loan/contact-holds.ts';
import { type Database, type Statement, statement } from '../../platform/database.ts';
import { CONTACT_COLUMNS, type ContactDeps, type ContactRow, questionOf } from './contact-state.ts';

export type LateLoan = {
  loanId: number;
  borrowerId: number;
  bucket: ArrearsBucket;
  lateSinceOn: Day;
  lateNgwee: Ngwee;
  owedNgwee: Ngwee;
  assignedTo: { staffId: number; userName: string; name: string } | null;
  next: NextArrearsAction;
};

type WorkRow = ContactRow & {
  loan_id: number;
  borrower_id: number;
  bucket: ArrearsBucket;
  late_since_on: Day;
  late_ngwee: Ngwee;
  owed_ngwee: Ngwee;
  assigned: LateLoan['assignedTo'];
};

export type Whose = 'all' | 'mine' | 'free';
export type Wanted = {
  bucket: ArrearsBucket | undefined;
  whose: Whose;
  staffId: number;
  after: { owedNgwee: number; loanId: number } | undefined;
  limit: number;
};

type ListValues = {
  on: Day;
  staffId: number;
  bucket: string | null;
  afterOwedNgwee: number;
  afterLoanId: number;
  limit: number;
};

export const WORK_COLUMNS = `w.loan_id, w.borrower_id, w.bucket, w.late_since_on, w.late_ngwee, w.owed_ngwee,
     (select json_build_object('staffId', m.staff_id, 'userName', m.user_name, 'name', m.name) from staff_member m
       where m.staff_id = w.assigned_staff_id) as assigned`;

const FILTER_OF: Record<Whose, string> = {
  all: '$staffId::bigint is not null',
  mine: 'w.assigned_staff_id = $staffId',
  free: '$staffId::bigint is not null and w.assigned_staff_id is null',
};

/** A statement for each filter, so that each is read by its own index. */
function listStatement(whose: Whose, isOfBucket: boolean): Statement<WorkRow, ListValues> {
  return statement<WorkRow, ListValues>(
    `arrears: list ${whose}${isOfBucket ? ' of a bucket' : ''}`,
    `select ${WORK_COLUMNS}, ${CONTACT_COLUMNS}
     from (select * from arrears_work w
       where w.ended_on is null and ${FILTER_OF[whose]}
         and ${isOfBucket ? 'w.bucket = $bucket' : '$bucket::text is null'}
         and (w.owed_ngwee, w.loan_id) < ($afterOwedNgwee::bigint, $afterLoanId::bigint)
       order by w.owed_ngwee desc, w.loan_id desc limit $limit) w
     join loan l using (borrower_id, loan_id)
     order by w.owed_ngwee desc, w.loan_id desc`,
  );
}

const listStatements = {
  all: [listStatement('all', false), listStatement('all', true)],
  mine: [listStatement('mine', false), listStatement('mine', true)],
  free: [listStatement('free', false), listStatement('free', true)],
} as const;

const BEFORE_ALL = { owedNgwee: Number.MAX_SAFE_INTEGER, loanId: Number.MAX_SAFE_INTEGER };

/** Late loans, the one that owes most first. */
export async function listLateLoans(
  deps: ContactDeps & { hasAgencies: boolean },
  wanted: Wanted,
): Promise<LateLoan[]> {
  const { bucket, whose, staffId, after = BEFORE_ALL, limit } = wanted;
  const rows = await deps.db.rows(listStatements[whose][bucket === undefined ? 0 : 1], {
    on: deps.today(),
    staffId,
    bucket: bucket ?? null,
    afterOwedNgwee: after.owedNgwee,
    afterLoanId: after.loanId,
    limit,
  });
  return rows.map((row) => ({
    loanId: row.loan_id,
    borrowerId: row.borrower_id,
    bucket: row.bucket,
    lateSinceOn: row.late_since_on,
    lateNgwee: row.late_ngwee,
    owedNgwee: row.owed_ngwee,
    assignedTo: row.assigned,
    next: nextArrearsAction(refusalOfContact(questionOf(row, deps)), {
      daysLate: daysBetween(row.late_since_on, deps.today()),
      on: deps.today(),
      hasAgencies: deps.hasAgencies,
    }),
  }));
}

export type BucketSum = {
  bucket: ArrearsBucket;
  loans: number;
  late_ngwee: Ngwee;
  owed_ngwee: Ngwee;
  measured_on: Day;
};

const sumStatement = statement<BucketSum>(
  'arrears: sums of the buckets',
  `select bucket, count(*)::integer as loans, sum(late_ngwee)::bigint as late_ngwee, sum(owed_ngwee)::bigint as owed_ngwee,
     max(measured_on) as measured_on
   from arrears_work where ended_on is null group by bucket`,
);

export function sumBuckets(db: Database): Promise<BucketSum[]> {
  return db.rows(sumStatement, {});
}

const giveStatement = statement<
  { loan_id: number },
  { borrowerId: number; loanId: number; staffId: number | null; seenStaffId: number | null; now: Date }
>(
  'arrears: give a late loan to a person',
  `update arrears_work set assigned_staff_id = $staffId::bigint,
     assigned_at = case when $staffId::bigint is not null then $now::timestamptz end
   where borrower_id = $borrowerId and loan_id = $loanId and ended_on is null
     and assigned_staff_id is not distinct from $seenStaffId::bigint
     and ($staffId::bigint is null or not ${isWithAgency({ borrowerId: 'arrears_work.borrower_id', loanId: 'arrears_work.loan_id' })})
   returning loan_id`,
);

/**
 * Gives a late loan to a person, or to none. False where another one has it by now, where an agency has it, or where it
 * is late no more.
 */
export async function giveLateLoan(
  db: Database,
  given: {
    borrowerId: number;
    loanId: number;
    staffId: number | null;
    seenStaffId: number | null;
    now: Date;
  },
): Promise<boolean> {
  return (await db.row(giveStatement, given)) !== undefined;
}

const takeNextStatement = statement<{ loan_id: number }, { staffId: number; now: Date }>(
  'arrears: take the next late loan',
  `update arrears_work set assigned_staff_id = $staffId, assigned_at = $now::timestamptz
   where (borrower_id, loan_id) = (
     select w.borrower_id, w.loan_id from arrears_work w
     where w.ended_on is null and w.assigned_staff_id is null
       and not ${isContactStopped('w.borrower_id')}
       and not ${hasOpenPromise({ borrowerId: 'w.borrower_id', loanId: 'w.loan_id' })}
       and not ${isWithAgency({ borrowerId: 'w.borrower_id', loanId: 'w.loan_id' })}
       and not is_related_staff($staffId, w.borrower_id)
     order by w.owed_ngwee desc, w.loan_id desc limit 1 for update skip locked)
   returning loan_id`,
);

/** Takes the late loan that owes most, has no person, and whose borrower may be contacted sooner or later. */
export async function takeNextLateLoan(
  db: Database,
  by: { staffId: number; now: Date },
): Promise<number | null> {
  return (await db.row(takeNextStatement, by))?.loan_id ?? null;
}

const listCollectorsStatement = statement<
  { staffId: number; userName: string; name: string },
  { roles: string[] }
>(
  'arrears: people to give a late loan to',
  `select m.staff_id as "staffId", m.user_name as "userName", m.name from staff_member m
   where m.state = 'active' and exists (select from staff_role r
     where r.staff_id = m.staff_id and r.role = any ($roles::text[]))
   order by m.name, m.staff_id`,
);

export function listCollectors(
  db: Database,
  roles: readonly string[],
): Promise<{ staffId: number; userName: string; name: string }[]> {
  return db.rows(listCollectorsStatement, { roles: [...roles] });
}
