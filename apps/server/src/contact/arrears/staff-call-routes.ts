import { CALL_OUTCOMES, DISPUTE_LEAST_LETTERS } from '@thumba/contract/staff/call-outcomes';
import type { StaffAnswer, StaffBody } from '@thumba/contract/staff/wire';
import { refusalOfContact } from '@thumba/lending/contact-limit';
import { day } from '@thumba/lending/day';
import { parseKwacha, sum } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { owedOnLoan } from '@thumba/lending/owed';
import { refusalOfPromise } from '@thumba/lending/promise-to-pay';
import { staffActor } from '../../book/actor.ts';
import { loanToday } from '../../book/loan/loan-view.ts';
import { findLoan } from '../../book/loan/queries.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import { findBorrowerMobile } from '../../people/borrower/queries.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { beginCall, type EndedCall, endCall, findOpenCall, MOST_TRIES, noteTry } from './calls.ts';
import { type CallDeps, type OfLoan, readContact } from './contact-state.ts';
import { isRightPerson } from './right-person.ts';
import type { ArrearsRouteDeps } from './route-deps.ts';
import {
  CALL_OVER,
  contactRefused,
  DISPUTE_MISSING,
  NO_TRIES,
  NOT_IDENTIFIED,
  NOT_STOPPED,
  OWN_STOP,
  PROMISE_MISSING,
  promiseRefused,
  REMINDED_TODAY,
  STOPPED_ALREADY,
  TOO_MANY_COMPLAINTS,
} from './staff-refusals.ts';
import { endStop, stopContact } from './stops.ts';

/** Calls about a late loan, messages to its borrower, and stops of contact. */
export function registerCallRoutes(server: StaffServer, deps: ArrearsRouteDeps): void {
  serveStaff(server, 'beginArrearsCall', async ({ params: { loanId } }, { person, note }) => {
    const of = await ofLoan(deps, loanId);
    const begun = await beginCall(deps, of, person);
    if (begun.ok) {
      note({ callId: begun.value.callId });
      const mobile = await findBorrowerMobile(deps.db, deps.sealing, of.borrowerId);
      return mobile === undefined ? NOT_FOUND : done({ callId: begun.value.callId, mobile });
    }
    const { refusal } = begun;
    if (refusal.kind !== 'being_called') return contactRefused(refusal);
    const nameOf = await readStaffNames(deps.db, [refusal.by]);
    const by = nameOf(refusal.by);
    return refused(409, `${by} is calling this borrower now.`, { reason: 'being_called' });
  });

  serveStaff(server, 'checkRightPerson', async ({ params, body }, { person, note }) => {
    const of = await ofLoan(deps, params.loanId);
    const isRight = await isRightPerson(deps, of.borrowerId, body);
    const { callId } = params;
    const tried = await noteTry(deps, { ...of, callId, staffId: person.staffId, isRight });
    note({ callId, facts: Object.keys(body), isRight: tried ? isRight : null });
    if (tried) return done({ isRight, triesLeft: tried.triesLeft });
    const open = await findOpenCall(deps, of.borrowerId);
    return open?.call_id === callId && open.tries >= MOST_TRIES ? NO_TRIES : CALL_OVER;
  });

  serveStaff(server, 'endArrearsCall', async ({ params, body }, { person, note }) => {
    const of = await ofLoan(deps, params.loanId);
    note({ callId: params.callId, outcome: body.outcome });
    return end(deps, { of, callId: params.callId, body, person });
  });

  serveStaff(server, 'sendArrearsMessage', async ({ params: { loanId }, body: { kind } }, { note }) => {
    const of = await ofLoan(deps, loanId);
    note({ kind });
    const refusal = refusalOfContact(await readContact(deps, of));
    if (refusal) return contactRefused(refusal);
    const isSent = await deps.sendReminder({ ...of, kind, lenderPhone: deps.lender.phone });
    return isSent ? done(null) : REMINDED_TODAY;
  });

  serveStaff(server, 'stopArrearsContact', async ({ params: { loanId }, body }, { person, note }) => {
    const { borrowerId } = await ofLoan(deps, loanId);
    note({ kind: body.kind });
    return (await stopContact(deps, { borrowerId, ...body, by: person })) ? done(null) : STOPPED_ALREADY;
  });

  serveStaff(server, 'endContactStop', async ({ params: { loanId }, body }, { person, note }) => {
    const { borrowerId } = await ofLoan(deps, loanId);
    note({ kind: body.kind });
    const ended = await endStop(deps, { borrowerId, ...body, by: person });
    if (ended === 'own_stop') return OWN_STOP;
    return ended === 'ended' ? done(null) : NOT_STOPPED;
  });
}

async function ofLoan(deps: ArrearsRouteDeps, loanId: number): Promise<OfLoan> {
  return { borrowerId: (await deps.findBorrowerOfLoan(loanId))!, loanId };
}

type Ending = { of: OfLoan; callId: number; body: StaffBody<'endArrearsCall'>; person: StaffPerson };

async function end(
  deps: ArrearsRouteDeps,
  { of, callId, body, person }: Ending,
): Promise<Reply<StaffAnswer<'endArrearsCall'>>> {
  const { outcome, note = '' } = body;
  const open = await findOpenCall(deps, of.borrowerId);
  if (open?.call_id !== callId || open.staff_id !== person.staffId) return CALL_OVER;
  if (CALL_OUTCOMES[outcome].isAboutDebt && open.identified_at === null) return NOT_IDENTIFIED;
  const promised = outcome === 'promised' ? await promiseOf(deps, of, body.promise) : allow(null);
  if (!promised.ok) return promised.refusal;
  // The same words are one complaint, so a second try after a lost answer opens no further one.
  const disputed = outcome === 'disputes' ? await disputeOf(deps, of, { note, person }) : allow(null);
  if (!disputed.ok) return disputed.refusal;
  const ended = { ...of, callId, outcome, note: note.trim(), promise: promised.value };
  return (await endCall(deps, ended, person)) ? done({ ticketId: disputed.value }) : CALL_OVER;
}

/** What the borrower disputes becomes a complaint, so that there is no call and no reminder until it is answered. */
async function disputeOf(
  deps: ArrearsRouteDeps,
  of: OfLoan,
  { note, person }: { note: string; person: StaffPerson },
): Promise<Outcome<number, Reply<never>>> {
  const text = note.trim();
  if (text.length < DISPUTE_LEAST_LETTERS) return refuse(DISPUTE_MISSING);
  const opened = await deps.openComplaint({ ...of, text, writtenBy: staffActor(person.userName) });
  return opened ? allow(opened.ticketId) : refuse(TOO_MANY_COMPLAINTS);
}

/** What was promised, compared with what the loan owes today. */
async function promiseOf(
  { db, today }: CallDeps,
  { borrowerId, loanId }: OfLoan,
  promise: StaffBody<'endArrearsCall'>['promise'],
): Promise<Outcome<EndedCall['promise'], Reply<never>>> {
  if (promise === undefined) return refuse(PROMISE_MISSING);
  const on = today();
  const loan = loanToday((await findLoan(db, borrowerId, loanId))!.loan, on);
  const promised = { promisedOn: on, dueOn: day(promise.dueOn), amountNgwee: parseKwacha(promise.amount)! };
  const refusal = refusalOfPromise(
    {
      isOverdue: loan.state === 'overdue',
      isPaymentPending: loan.pending !== null,
      owedNgwee: owedOnLoan(loan).totalNgwee,
    },
    promised,
  );
  if (refusal) return refuse(promiseRefused(refusal));
  const paidToday = loan.countedPayments.filter(({ valueOn }) => valueOn === on);
  const paidBeforeNgwee = sum(paidToday.map(({ amountNgwee }) => amountNgwee));
  return allow({ amountNgwee: promised.amountNgwee, dueOn: promised.dueOn, paidBeforeNgwee });
}
