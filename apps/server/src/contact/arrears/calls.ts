import { CALL_OUTCOMES, type CallOutcome } from '@thumba/contract/staff/call-outcomes';
import { type ContactRefusal, refusalOfContact } from '@thumba/lending/contact-limit';
import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Actor, staffActor } from '../../book/actor.ts';
import { toDate } from '../../platform/clock.ts';
import { statement } from '../../platform/database.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { type CallDeps, type Caller, type OfLoan, readContact } from './contact-state.ts';
import { newStopId } from './stops.ts';

/** So long after its beginning a call that has no outcome was left open. Nothing more is done with it. */
const LEFT_AFTER_MS = 30 * 60_000;

export type OpenCall = {
  call_id: number;
  loan_id: number;
  staff_id: number;
  actor: Actor;
  begun_at: Date;
  tries: number;
  identified_at: Date | null;
};

/** Calls that began at this time or earlier, and have no outcome, were left open. */
export function leftOpenUntil({ clock }: Pick<CallDeps, 'clock'>): Date {
  return toDate(clock.nowMs() - LEFT_AFTER_MS);
}

const findOpenStatement = statement<OpenCall, { borrowerId: number; leftUntil: Date }>(
  'arrears: find the open call',
  `select call_id, loan_id, staff_id, actor, begun_at, tries, identified_at from arrears_call
   where borrower_id = $borrowerId and outcome is null and begun_at > $leftUntil`,
);

export function findOpenCall(
  deps: Pick<CallDeps, 'db' | 'clock'>,
  borrowerId: number,
): Promise<OpenCall | undefined> {
  return deps.db.row(findOpenStatement, { borrowerId, leftUntil: leftOpenUntil(deps) });
}

const leaveStatement = statement<never, { borrowerId: number; leftUntil: Date; now: Date }>(
  'arrears: end a call that was left open',
  `update arrears_call set outcome = 'left_open', ended_at = $now
   where borrower_id = $borrowerId and outcome is null and begun_at <= $leftUntil`,
);

/** The number of the call in its day is part of a unique key, so two at once cannot both be the last one allowed. */
const beginStatement = statement<
  { call_id: number },
  OfLoan & { on: Day; now: Date; actor: string; staffId: number }
>(
  'arrears: begin a call',
  `insert into arrears_call (borrower_id, loan_id, on_day, ordinal_of_day, begun_at, actor, staff_id)
   select $borrowerId, $loanId, $on, coalesce(max(ordinal_of_day), 0) + 1, $now::timestamptz, $actor, $staffId
   from arrears_call where borrower_id = $borrowerId and on_day = $on
   returning call_id`,
);

export type BeginRefusal = ContactRefusal | { kind: 'being_called'; by: Actor };

/**
 * Begins a call, or goes on with the one that the same person has begun, unless contact was stopped meanwhile. It counts
 * at once.
 */
export function beginCall(
  deps: CallDeps,
  of: OfLoan,
  caller: Caller,
): Promise<Outcome<{ callId: number }, BeginRefusal>> {
  return retryOnConflict('a call about a late loan', async () => {
    const now = toDate(deps.clock.nowMs());
    await deps.db.rows(leaveStatement, { borrowerId: of.borrowerId, leftUntil: leftOpenUntil(deps), now });
    // A call that another person begins in between counts as a contact. So whether there is one is read last.
    const refusal = refusalOfContact(await readContact(deps, of));
    const open = await findOpenCall(deps, of.borrowerId);
    if (refusal?.kind === 'contact_stopped') return refuse(refusal);
    if (open?.staff_id === caller.staffId && open.loan_id === of.loanId)
      return allow({ callId: open.call_id });
    if (open) return refuse({ kind: 'being_called', by: open.actor });
    if (refusal) return refuse(refusal);
    const { call_id: callId } = (await deps.db.row(beginStatement, {
      ...of,
      on: deps.today(),
      now,
      actor: staffActor(caller.userName),
      staffId: caller.staffId,
    }))!;
    return allow({ callId });
  });
}

export const MOST_TRIES = 3;

const tryStatement = statement<
  { tries: number },
  OfLoan & { callId: number; staffId: number; isRight: boolean; now: Date; leftUntil: Date }
>(
  'arrears: note whether it is the right person',
  `update arrears_call set tries = tries + 1, identified_at = case when $isRight then $now::timestamptz end
   where borrower_id = $borrowerId and loan_id = $loanId and call_id = $callId and staff_id = $staffId
     and outcome is null and begun_at > $leftUntil and identified_at is null and tries < ${MOST_TRIES}
   returning tries`,
);

/** Notes a comparison of facts. Undefined where the call is over, is another person's, or has no try left. */
export async function noteTry(
  deps: CallDeps,
  of: OfLoan & { callId: number; staffId: number; isRight: boolean },
): Promise<{ triesLeft: number } | undefined> {
  const now = toDate(deps.clock.nowMs());
  const row = await deps.db.row(tryStatement, { ...of, now, leftUntil: leftOpenUntil(deps) });
  return row && { triesLeft: MOST_TRIES - row.tries };
}

/** Outcomes that stop contact by themselves. */
const STOP_OF: Partial<Record<CallOutcome, string>> = { wrong_number: 'wrong_number', deceased: 'deceased' };

const endStatement = statement<
  { call_id: number },
  OfLoan & {
    callId: number;
    staffId: number;
    actor: string;
    outcome: string;
    isAboutDebt: boolean;
    noteSealed: Buffer | null;
    on: Day;
    now: Date;
    promiseNgwee: Ngwee | null;
    promiseDueOn: Day | null;
    paidBeforeNgwee: Ngwee;
    stopId: number;
    stop: string | null;
    stopSealed: Buffer;
  }
>(
  'arrears: end a call',
  `with ended as (
     update arrears_call set outcome = $outcome, ended_at = $now::timestamptz, note_sealed = $noteSealed
     where borrower_id = $borrowerId and loan_id = $loanId and call_id = $callId and staff_id = $staffId
       and outcome is null and (identified_at is not null or not $isAboutDebt)
     returning borrower_id, loan_id, call_id
   ),
   promised as (
     insert into arrears_promise (borrower_id, loan_id, call_id, promised_on, due_on, amount_ngwee, paid_before_ngwee,
       actor, made_at)
     select borrower_id, loan_id, call_id, $on, $promiseDueOn::date, $promiseNgwee::bigint, $paidBeforeNgwee, $actor, $now::timestamptz
     from ended where $promiseNgwee::bigint is not null
   ),
   stopped as (
     insert into contact_stop (borrower_id, stop_id, kind, note_sealed, actor, set_at) overriding system value
     select borrower_id, $stopId, $stop, $stopSealed, $actor, $now::timestamptz from ended where $stop::text is not null
     on conflict (borrower_id, kind) where ended_at is null do nothing
   )
   select call_id from ended`,
);

export type EndedCall = OfLoan & {
  callId: number;
  outcome: CallOutcome;
  note: string;
  promise: { amountNgwee: Ngwee; dueOn: Day; paidBeforeNgwee: Ngwee } | null;
};

/** Ends a call with its outcome, its promise and the stop that follows from it. False where it is not open any more. */
export async function endCall(deps: CallDeps, call: EndedCall, caller: Caller): Promise<boolean> {
  const { borrowerId, loanId, callId, outcome, note, promise } = call;
  const stopId = await newStopId(deps);
  const stop = STOP_OF[outcome] ?? null;
  const stopPlace = { borrower_id: borrowerId, stop_id: stopId };
  const callPlace = { borrower_id: borrowerId, call_id: callId };
  const ended = await deps.db.row(endStatement, {
    ...{ borrowerId, loanId, callId, outcome, stopId, stop },
    staffId: caller.staffId,
    actor: staffActor(caller.userName),
    isAboutDebt: CALL_OUTCOMES[outcome].isAboutDebt,
    noteSealed: note === '' ? null : deps.sealing.seal('arrears_call.note_sealed', callPlace, note),
    on: deps.today(),
    now: toDate(deps.clock.nowMs()),
    promiseNgwee: promise?.amountNgwee ?? null,
    promiseDueOn: promise?.dueOn ?? null,
    paidBeforeNgwee: promise?.paidBeforeNgwee ?? (0 as Ngwee),
    stopSealed: deps.sealing.seal(
      'contact_stop.note_sealed',
      stopPlace,
      note === '' ? 'told in a call' : note,
    ),
  });
  return ended !== undefined;
}
