import type { CallOutcome } from '@thumba/contract/staff/call-outcomes';
import type { ArrearsBucket } from '@thumba/lending/arrears-bucket';
import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import type { Actor } from '../../book/actor.ts';
import { openIdentity } from '../../people/borrower/applicant.ts';
import { type Database, statement } from '../../platform/database.ts';
import { maskMobile, maskName, type Sealing } from '../../platform/sealing.ts';
import { leftOpenUntil } from './calls.ts';
import { type CallDeps, CONTACT_COLUMNS, type ContactRow, type OfLoan } from './contact-state.ts';
import type { PromiseState } from './judge-promises.ts';
import { WORK_COLUMNS } from './worklist.ts';

export type WorkedLoan = ContactRow & {
  loan_id: number;
  borrower_id: number;
  bucket: ArrearsBucket;
  late_since_on: Day;
  late_ngwee: Ngwee;
  owed_ngwee: Ngwee;
  ended_on: Day | null;
  assigned: { staffId: number; userName: string; name: string } | null;
  language: string;
  mobile_sealed: Buffer;
  identity_sealed: Buffer | null;
};

const readStatement = statement<WorkedLoan, OfLoan & { on: Day }>(
  'arrears: read a late loan',
  `select ${WORK_COLUMNS}, w.ended_on, b.language, b.mobile_sealed, i.identity_sealed, ${CONTACT_COLUMNS}
   from arrears_work w join loan l using (borrower_id, loan_id) join borrower b using (borrower_id)
     left join borrower_identity i using (borrower_id)
   where w.borrower_id = $borrowerId and w.loan_id = $loanId`,
);

/** A loan that is late, or that was. */
export function readWorkedLoan(db: Database, of: OfLoan, on: Day): Promise<WorkedLoan | undefined> {
  return db.row(readStatement, { ...of, on });
}

export function maskedIn(sealing: Sealing, row: WorkedLoan): { name: string | null; mobile: string | null } {
  const { borrower_id: borrowerId, identity_sealed: identitySealed, mobile_sealed: mobileSealed } = row;
  const identity = identitySealed && openIdentity(sealing, borrowerId, identitySealed);
  const mobile = mobileSealed.length === 0 ? null : sealing.open('borrower.mobile_sealed', row, mobileSealed);
  return {
    name: identity && maskName(`${identity.firstName} ${identity.lastName}`),
    mobile: mobile && maskMobile(mobile),
  };
}

export type EndedCallRow = {
  borrower_id: number;
  call_id: number;
  begun_at: Date;
  actor: Actor;
  outcome: CallOutcome | 'left_open';
  identified_at: Date | null;
  note_sealed: Buffer | null;
};

const MOST_SHOWN = 50;

const listCallsStatement = statement<EndedCallRow, OfLoan & { leftUntil: Date }>(
  'arrears: list calls about a loan',
  `select borrower_id, call_id, begun_at, actor, coalesce(outcome, 'left_open') as outcome, identified_at, note_sealed
   from arrears_call
   where borrower_id = $borrowerId and loan_id = $loanId and (outcome is not null or begun_at <= $leftUntil)
   order by call_id desc limit ${MOST_SHOWN}`,
);

/** The newest calls that ended or were left open, the last one first. */
export function listCalls(
  deps: Pick<CallDeps, 'db' | 'clock'>,
  { borrowerId, loanId }: OfLoan,
): Promise<EndedCallRow[]> {
  return deps.db.rows(listCallsStatement, { borrowerId, loanId, leftUntil: leftOpenUntil(deps) });
}

export type PromiseShown = {
  promise_id: number;
  promised_on: Day;
  due_on: Day;
  amount_ngwee: Ngwee;
  state: PromiseState;
  judged_on: Day | null;
  actor: Actor;
};

const listPromisesStatement = statement<PromiseShown, OfLoan>(
  'arrears: list promises of a loan',
  `select promise_id, promised_on, due_on, amount_ngwee, state, judged_on, actor from arrears_promise
   where borrower_id = $borrowerId and loan_id = $loanId order by promise_id desc limit ${MOST_SHOWN}`,
);

export function listPromises(db: Database, { borrowerId, loanId }: OfLoan): Promise<PromiseShown[]> {
  return db.rows(listPromisesStatement, { borrowerId, loanId });
}
