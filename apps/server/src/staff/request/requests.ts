import type { RequestKind } from '@thumba/contract/staff/request-kinds';
import type { Actor } from '../../book/actor.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { brokenConstraint, type Database, statement, type Transaction } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

export type RequestState = 'waiting' | 'approved' | 'done' | 'failed' | 'declined' | 'withdrawn' | 'expired';

export type Maker = { actor: Actor; staffId: number | null };

export type KeptRequest = AskedRequest & {
  requestId: number;
  state: RequestState;
  madeBy: Actor;
  madeByStaffId: number | null;
  madeByName: string | null;
  madeAt: Date;
  expiresAt: Date;
  checkedBy: Actor | null;
  checkedByStaffId: number | null;
  checkedByName: string | null;
  checkedAt: Date | null;
  checkReason: string | null;
  failure: string | null;
};

/** After as many days a request that was not answered is over. */
const REQUEST_DAYS = 7;

const WAITS_ONCE = 'staff_request_waits_once';
const TWO_PEOPLE = 'staff_request_two_people';
const ANSWERED_ONCE = 'staff_request_answered_once';

type Deps = { db: Database; sealing: Sealing };

const nextStatement = statement<{ request_id: number }>(
  'staff request: next number',
  `select nextval('staff_request_request_id_seq') as request_id`,
);

const fileStatement = statement<
  { request_id: number },
  {
    requestId: number;
    kind: string;
    borrowerId: number | null;
    loanId: number | null;
    ofStaffId: number | null;
    subject: string;
    payload: Buffer;
    effect: Buffer;
    reason: Buffer;
    madeBy: string;
    madeByStaffId: number | null;
    now: Date;
  }
>(
  'staff request: file',
  `insert into staff_request (request_id, kind, borrower_id, loan_id, of_staff_id, subject, payload_sealed, effect_sealed,
     reason_sealed, made_by, made_by_staff_id, made_at, expires_at)
   overriding system value
   values ($requestId, $kind, $borrowerId, $loanId, $ofStaffId, $subject, $payload, $effect, $reason, $madeBy,
     $madeByStaffId, $now::timestamptz, $now::timestamptz + interval '${REQUEST_DAYS} days')
   returning request_id`,
);

/** Files a request. Undefined where one for the same thing waits already. */
export async function fileRequest(
  { db, sealing }: Deps,
  asked: AskedRequest,
  { maker, now }: { maker: Maker; now: Date },
): Promise<number | undefined> {
  const { request_id: requestId } = (await db.row(nextStatement, {}))!;
  const place = { request_id: requestId };
  const { kind, subject, borrowerId, loanId, ofStaffId, payload, title, effect, message, reason } = asked;
  const seal = (column: 'payload_sealed' | 'effect_sealed' | 'reason_sealed', text: string) =>
    sealing.seal(`staff_request.${column}`, place, text);
  try {
    await db.row(fileStatement, {
      requestId,
      kind,
      subject,
      borrowerId,
      loanId,
      ofStaffId,
      payload: seal('payload_sealed', JSON.stringify(payload)),
      effect: seal('effect_sealed', JSON.stringify({ title, effect, message })),
      reason: seal('reason_sealed', reason),
      madeBy: maker.actor,
      madeByStaffId: maker.staffId,
      now,
    });
    return requestId;
  } catch (error) {
    if (brokenConstraint(error) === WAITS_ONCE) return undefined;
    throw error;
  }
}

type RequestRow = {
  request_id: number;
  kind: RequestKind;
  borrower_id: number | null;
  loan_id: number | null;
  of_staff_id: number | null;
  subject: string;
  payload_sealed: Buffer;
  effect_sealed: Buffer;
  reason_sealed: Buffer;
  state: RequestState;
  made_by: Actor;
  made_by_staff_id: number | null;
  made_by_name: string | null;
  made_at: Date;
  expires_at: Date;
  checked_by: Actor | null;
  checked_by_staff_id: number | null;
  checked_by_name: string | null;
  checked_at: Date | null;
  check_reason_sealed: Buffer | null;
  failure: string | null;
};

const REQUEST_COLUMNS = `r.request_id, r.kind, r.borrower_id, r.loan_id, r.of_staff_id, r.subject, r.payload_sealed,
  r.effect_sealed, r.reason_sealed, r.state, r.made_by, r.made_by_staff_id,
  (select m.name from staff_member m where m.staff_id = r.made_by_staff_id) as made_by_name, r.made_at, r.expires_at,
  r.checked_by, r.checked_by_staff_id,
  (select m.name from staff_member m where m.staff_id = r.checked_by_staff_id) as checked_by_name,
  r.checked_at, r.check_reason_sealed, r.failure`;

const findStatement = statement<RequestRow, { requestId: number }>(
  'staff request: find',
  `select ${REQUEST_COLUMNS} from staff_request r where r.request_id = $requestId`,
);

export async function findRequest(deps: Deps, requestId: number): Promise<KeptRequest | undefined> {
  const row = await deps.db.row(findStatement, { requestId });
  return row && requestOf(deps.sealing, row);
}

const openOfBorrowerStatement = statement<
  { request_id: number; kind: RequestKind; made_at: Date },
  { borrowerId: number; loanId: number | null }
>(
  'staff request: open ones of a borrower',
  `select request_id, kind, made_at from staff_request
   where borrower_id = $borrowerId and ($loanId::bigint is null or loan_id = $loanId)
     and state in ('waiting', 'approved') order by request_id`,
);

/** The requests about a borrower, or about one loan, that are not done yet, oldest first. */
export async function openRequestsOf(
  db: Database,
  borrowerId: number,
  loanId: number | null = null,
): Promise<{ requestId: number; kind: RequestKind; madeAt: string }[]> {
  const rows = await db.rows(openOfBorrowerStatement, { borrowerId, loanId });
  return rows.map(({ request_id: requestId, kind, made_at: madeAt }) => ({
    ...{ requestId, kind },
    madeAt: madeAt.toISOString(),
  }));
}

const openOnStatement = statement<RequestRow, { kind: RequestKind; subjects: readonly string[] }>(
  'staff request: open ones on subjects',
  `select ${REQUEST_COLUMNS} from staff_request r
   where r.kind = $kind and r.subject = any($subjects) and r.state in ('waiting', 'approved')`,
);

/** The request of this kind for the same thing that is not done yet. It may belong to no borrower. */
export async function findOpenRequestOn(
  deps: Deps,
  { kind, subject }: { kind: RequestKind; subject: string },
): Promise<KeptRequest | undefined> {
  return (await findOpenRequestsOn(deps, { kind, subjects: [subject] }))[0];
}

/** The requests of this kind for several things that are not done yet. There is at most one for each. */
export async function findOpenRequestsOn(
  { db, sealing }: Deps,
  wanted: { kind: RequestKind; subjects: readonly string[] },
): Promise<KeptRequest[]> {
  return (await db.rows(openOnStatement, wanted)).map((row) => requestOf(sealing, row));
}

const openOnPieceStatement = statement<RequestRow, { pieceNumber: string }>(
  'staff request: open ones on a piece of suspense',
  `select ${REQUEST_COLUMNS} from staff_request r
   where r.kind = 'suspense_placement' and r.state in ('waiting', 'approved')
     and r.subject ~ ('piece ' || $pieceNumber || '( |,|$)')
   order by r.request_id`,
);

/** The requests for a place of a piece of suspense that are not done yet. One may name several pieces. */
export async function openRequestsOnPiece(deps: Deps, pieceId: number): Promise<KeptRequest[]> {
  const rows = await deps.db.rows(openOnPieceStatement, { pieceNumber: String(pieceId) });
  return rows.map((row) => requestOf(deps.sealing, row));
}

/** Requests of these kinds, and those that the person made. The waiting ones oldest first, the others newest first. */
const listStatement = statement<
  RequestRow & { total: number },
  { isOpen: boolean; kinds: string[]; staffId: number; offset: number; limit: number }
>(
  'staff request: list',
  `select count(*) over ()::integer as total, ${REQUEST_COLUMNS} from staff_request r
   where (r.state in ('waiting', 'approved')) = $isOpen::boolean
     and (r.kind = any ($kinds::text[]) or r.made_by_staff_id = $staffId)
   order by case when $isOpen::boolean then r.request_id else -r.request_id end offset $offset limit $limit`,
);

export async function listRequests(
  deps: Deps,
  wanted: { isOpen: boolean; kinds: readonly RequestKind[]; staffId: number; offset: number; limit: number },
): Promise<{ total: number; requests: KeptRequest[] }> {
  const rows = await deps.db.rows(listStatement, { ...wanted, kinds: [...wanted.kinds] });
  return { total: rows[0]?.total ?? 0, requests: rows.map((row) => requestOf(deps.sealing, row)) };
}

const rolesWaitingStatement = statement<RequestRow, { staffIds: number[] }>(
  'staff request: roles that wait',
  `select ${REQUEST_COLUMNS} from staff_request r
   where r.kind = 'role_grant' and r.state = 'waiting' and r.of_staff_id = any ($staffIds::bigint[])`,
);

/** The waiting requests for roles of these people. */
export async function roleRequestsOf(deps: Deps, staffIds: readonly number[]): Promise<KeptRequest[]> {
  const rows = await deps.db.rows(rolesWaitingStatement, { staffIds: [...staffIds] });
  return rows.map((row) => requestOf(deps.sealing, row));
}

const withdrawRolesStatement = statement<never, { staffId: number; now: Date }>(
  'staff request: withdraw the roles of a person',
  `update staff_request set state = 'withdrawn', ended_at = $now
   where kind = 'role_grant' and state = 'waiting' and of_staff_id = $staffId`,
);

/** Takes back the waiting request for roles of a person whose account ends. */
export async function withdrawRoleRequests(
  transaction: Transaction,
  of: { staffId: number; now: Date },
): Promise<void> {
  await transaction.rows(withdrawRolesStatement, of);
}

type Answer = 'approved' | 'declined' | 'withdrawn';

const answerStatement = statement<
  { request_id: number },
  {
    requestId: number;
    state: Answer;
    checkedBy: string | null;
    checkedByStaffId: number | null;
    checkReason: Buffer | null;
    now: Date;
  }
>(
  'staff request: answer',
  `update staff_request set state = $state::text, checked_by = $checkedBy, checked_by_staff_id = $checkedByStaffId,
     checked_at = case when $checkedBy::text is not null then $now::timestamptz end, check_reason_sealed = $checkReason,
     ended_at = case when $state::text = 'approved' then null else $now::timestamptz end
   where request_id = $requestId and state = 'waiting' and expires_at > $now::timestamptz
   returning request_id`,
);

export type AnswerRefusal = 'answered_already' | 'own_request';

/** Answers a request once. The database refuses the maker as the checker. Undefined where it is done. */
export async function answer(
  { db, sealing }: Deps,
  request: { requestId: number; state: Answer; checker: Maker | undefined; reason: string | null; now: Date },
): Promise<AnswerRefusal | undefined> {
  const { requestId, state, checker, reason, now } = request;
  try {
    const answered = await db.row(answerStatement, {
      requestId,
      state,
      checkedBy: checker?.actor ?? null,
      checkedByStaffId: checker?.staffId ?? null,
      checkReason:
        reason === null
          ? null
          : sealing.seal('staff_request.check_reason_sealed', { request_id: requestId }, reason),
      now,
    });
    return answered ? undefined : 'answered_already';
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === TWO_PEOPLE) return 'own_request';
    if (constraint === ANSWERED_ONCE) return 'answered_already';
    throw error;
  }
}

/** After as many minutes the process that did it is taken for killed. */
const EXECUTION_MINUTES = 10;

const beginExecutionStatement = statement<{ request_id: number }, { requestId: number; now: Date }>(
  'staff request: begin execution',
  `update staff_request set execution_began_at = $now
   where request_id = $requestId and state = 'approved' and (execution_began_at is null
     or execution_began_at < $now::timestamptz - interval '${EXECUTION_MINUTES} minutes')
   returning request_id`,
);

/** Takes an approved request for being done. False where another process does it at the moment. */
export async function beginExecution(db: Database, requestId: number, now: Date): Promise<boolean> {
  return (await db.row(beginExecutionStatement, { requestId, now })) !== undefined;
}

const breakOffStatement = statement<never, { requestId: number }>(
  'staff request: execution broke off',
  `update staff_request set execution_began_at = null where request_id = $requestId and state = 'approved'`,
);

/** Leaves an approved request to the next look. */
export async function leaveExecution(db: Database, requestId: number): Promise<void> {
  await db.row(breakOffStatement, { requestId });
}

const endStatement = statement<
  never,
  { requestId: number; state: 'done' | 'failed'; failure: string | null; now: Date }
>(
  'staff request: end',
  `update staff_request set state = $state::text, failure = $failure, ended_at = $now
   where request_id = $requestId and state = 'approved'`,
);

/** Keeps how an approved request ended. `failure` is a sentence for staff. */
export async function endRequest(
  db: Database,
  end: { requestId: number; state: 'done' | 'failed'; failure: string | null; now: Date },
): Promise<void> {
  await db.row(endStatement, end);
}

const expireStatement = statement<never, { now: Date }>(
  'staff request: expire',
  `update staff_request set state = 'expired', ended_at = $now::timestamptz
   where state = 'waiting' and expires_at <= $now::timestamptz`,
);

export async function expireRequests(db: Database, now: Date): Promise<void> {
  await db.rows(expireStatement, { now });
}

const unfinishedStatement = statement<RequestRow, { now: Date }>(
  'staff request: approved and not done',
  `select ${REQUEST_COLUMNS} from staff_request r
   where r.state = 'approved' and r.checked_at < $now::timestamptz - interval '1 minute' order by r.request_id limit 100`,
);

/** Approved requests of a process that was stopped before it did them. */
export async function unfinishedRequests(deps: Deps, now: Date): Promise<KeptRequest[]> {
  return (await deps.db.rows(unfinishedStatement, { now })).map((row) => requestOf(deps.sealing, row));
}

function requestOf(sealing: Sealing, row: RequestRow): KeptRequest {
  const place = { request_id: row.request_id };
  const open = (
    column: 'payload_sealed' | 'effect_sealed' | 'reason_sealed' | 'check_reason_sealed',
    sealed: Buffer,
  ) =>
    // The words of a borrower whose years are over are erased.
    sealed.length === 0 ? '' : sealing.open(`staff_request.${column}`, place, sealed);
  const shown = open('effect_sealed', row.effect_sealed) || '{"title":"erased","effect":[],"message":null}';
  return {
    ...(JSON.parse(shown) as Pick<AskedRequest, 'title' | 'effect' | 'message'>),
    requestId: row.request_id,
    kind: row.kind,
    subject: row.subject,
    borrowerId: row.borrower_id,
    loanId: row.loan_id,
    ofStaffId: row.of_staff_id,
    payload: JSON.parse(open('payload_sealed', row.payload_sealed) || '{}') as Record<string, unknown>,
    reason: open('reason_sealed', row.reason_sealed),
    state: row.state,
    madeBy: row.made_by,
    madeByStaffId: row.made_by_staff_id,
    madeByName: row.made_by_name,
    madeAt: row.made_at,
    expiresAt: row.expires_at,
    checkedBy: row.checked_by,
    checkedByStaffId: row.checked_by_staff_id,
    checkedByName: row.checked_by_name,
    checkedAt: row.checked_at,
    checkReason:
      row.check_reason_sealed === null ? null : open('check_reason_sealed', row.check_reason_sealed),
    failure: row.failure,
  };
}
