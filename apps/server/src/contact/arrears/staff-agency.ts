import { HANDOVER_FROM_DAYS, type HandoverRefusal, refusalOfHandover } from '@thumba/lending/agency-handover';
import { daysBetween } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { owedOnLoan } from '@thumba/lending/owed';
import type { Actor } from '../../book/actor.ts';
import { loanToday } from '../../book/loan/loan-view.ts';
import { findLoan } from '../../book/loan/queries.ts';
import type { ApprovedRequest, AskedRequest, Execution } from '../../book/staff-request.ts';
import { toDate } from '../../platform/clock.ts';
import { agencyOfRequest, place } from './agency.ts';
import { type ContactDeps, type OfLoan, questionOf } from './contact-state.ts';
import { readWorkedLoan } from './read-late-loan.ts';
import { AGENCY_NOT_NAMED, contactSentence } from './staff-refusals.ts';

/** `agencies` are those that the settings of the lender name. */
export type AgencyDeps = Omit<ContactDeps, 'quietHours'> & { agencies: readonly string[] };

type Handover = OfLoan & { agency: string };
type Refusal = { kind: HandoverRefusal['kind'] | 'no_such_agency'; sentence: string };

const NOT_NAMED: Refusal = { kind: 'no_such_agency', sentence: AGENCY_NOT_NAMED };

/** What the request is about: the loan, so that one hand-over of it waits at a time. */
function subjectOf(loanId: number): string {
  return `order ${loanId}`;
}

/** What the loan owes now. Refused where it may not be handed to this agency. */
async function owedOfHandover(
  deps: AgencyDeps,
  { borrowerId, loanId, agency }: Handover,
): Promise<Outcome<ReturnType<typeof owedOnLoan>['totalNgwee'], Refusal>> {
  if (!deps.agencies.includes(agency)) return refuse(NOT_NAMED);
  const on = deps.today();
  const row = await readWorkedLoan(deps.db, { borrowerId, loanId }, on);
  if (!row) return refuse({ kind: 'not_late', sentence: contactSentence({ kind: 'not_late' }) });
  const daysLate = row.ended_on === null ? daysBetween(row.late_since_on, on) : 0;
  const refusal = refusalOfHandover(questionOf(row, { ...deps, quietHours: null }), daysLate);
  if (refusal) return refuse({ kind: refusal.kind, sentence: sentenceOf(refusal) });
  const { loan } = (await findLoan(deps.db, borrowerId, loanId))!;
  return allow(owedOnLoan(loanToday(loan, on)).totalNgwee);
}

function sentenceOf(refusal: HandoverRefusal): string {
  return refusal.kind === 'not_late_enough'
    ? `The loan is ${refusal.daysLate} days late. It can be handed to an agency from ${HANDOVER_FROM_DAYS} days late on.`
    : contactSentence(refusal);
}

/** Asks a second person to hand a late loan to an agency. */
export async function askForHandover(
  deps: AgencyDeps,
  handover: Handover,
  reason: string,
): Promise<Outcome<AskedRequest, Refusal>> {
  const owed = await owedOfHandover(deps, handover);
  if (!owed.ok) return owed;
  const { borrowerId, loanId, agency } = handover;
  return allow({
    kind: 'agency_handover',
    title: `Hand order ${loanId} to ${agency}: ${formatKwacha(owed.value)}`,
    subject: subjectOf(loanId),
    ...{ borrowerId, loanId },
    ofStaffId: null,
    payload: { agency },
    effect: [
      { title: 'Who collects', before: 'our people', after: agency },
      { title: 'Owed', before: null, after: formatKwacha(owed.value) },
      { title: 'Our calls, messages and reminders', before: 'as the policy allows', after: 'none' },
      {
        title: 'What the agency gets',
        before: null,
        after: 'number of the loan, name, mobile number, language, days late and what is owed',
      },
    ],
    message: null,
    reason,
  });
}

/** Hands a loan over once a second person approved it. A second time it finds that it is done. */
export async function handOverAsApproved(
  deps: AgencyDeps,
  { requestId, borrowerId, loanId, payload, madeBy }: ApprovedRequest,
  approvedBy: Actor,
): Promise<Execution> {
  const agency = String(payload.agency);
  const done = {
    isDone: true,
    sentence: `${agency} has order ${loanId} with the next file that is made for it.`,
  };
  if ((await agencyOfRequest(deps.db, requestId)) !== undefined) return done;
  const of = { borrowerId: borrowerId!, loanId: loanId! };
  const owed = await owedOfHandover(deps, { ...of, agency });
  if (!owed.ok) return { isDone: false, sentence: owed.refusal.sentence };
  const isPlaced = await place(deps.db, {
    ...{ ...of, agency, requestId, approvedBy },
    actor: madeBy,
    on: deps.today(),
    now: toDate(deps.clock.nowMs()),
    owedNgwee: owed.value,
  });
  return isPlaced ? done : { isDone: false, sentence: contactSentence({ kind: 'with_agency' }) };
}
