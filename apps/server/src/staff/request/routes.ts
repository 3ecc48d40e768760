import { PERMISSIONS } from '@thumba/contract/staff/permissions';
import { REQUEST_KINDS, requestKinds } from '@thumba/contract/staff/request-kinds';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { type Actor, personOf } from '../../book/actor.ts';
import { offerPartOf } from '../../book/catalogue/staff-changes.ts';
import { toDate } from '../../platform/clock.ts';
import { done, NOT_FOUND, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { answerRequest, checkRefusalTexts, type RequestDeps, refuseChecker } from './answer-request.ts';
import { answer, findRequest, type KeptRequest, listRequests } from './requests.ts';

/** The requests that wait for a second person. A person sees those that they made and those that they may check. */
export function registerRequestRoutes(server: StaffServer, deps: RequestDeps): void {
  serveStaff(server, 'listRequests', async ({ query: { state, page, pageSize } }, { person }) => {
    const { total, requests } = await listRequests(deps, {
      isOpen: state === 'waiting',
      kinds: REQUEST_KINDS.filter((kind) => person.permissions.includes(requestKinds[kind].check)),
      staffId: person.staffId,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    return done({ total, items: requests.map((request) => shownTo(person, request)) });
  });

  serveStaff(server, 'getRequest', async ({ params }, { person }) => {
    const request = await findRequest(deps, params.requestId);
    if (!request || !maySee(person, request)) return NOT_FOUND;
    const { effect, message, failure } = request;
    return done({
      ...shownTo(person, request),
      ...{ message, failure },
      effect: [...effect],
      offerPart: offerPartOf(request),
    });
  });

  serveStaff(server, 'answerRequest', async ({ params, body }, caller) => {
    const { person } = caller;
    const request = await findRequest(deps, params.requestId);
    if (!request || !maySee(person, request)) return NOT_FOUND;
    caller.note({ kind: request.kind, answer: body.answer });
    const isApproved = body.answer === 'approve';
    const answered = await answerRequest(deps, { request, person, isApproved, reason: body.reason });
    if (answered.ok) return done({ state: answered.state, sentence: answered.sentence });
    const { refusal } = answered;
    return refused(refusal === 'answered_already' ? 409 : 403, checkRefusalTexts[refusal], {
      reason: refusal,
    });
  });

  serveStaff(server, 'withdrawRequest', async ({ params }, { person }) => {
    const request = await findRequest(deps, params.requestId);
    if (request?.madeByStaffId !== person.staffId) return NOT_FOUND;
    const now = toDate(deps.clock.nowMs());
    const { requestId } = request;
    const refusal = await answer(deps, {
      requestId,
      state: 'withdrawn',
      checker: undefined,
      reason: null,
      now,
    });
    return refusal ? refused(409, checkRefusalTexts.answered_already, { reason: refusal }) : done(null);
  });
}

function maySee(person: StaffPerson, request: KeptRequest): boolean {
  return (
    request.madeByStaffId === person.staffId ||
    person.permissions.includes(requestKinds[request.kind].check) ||
    isAuditor(person)
  );
}

/** A person who reads the audit and changes nothing reads what was asked, too. */
function isAuditor({ permissions }: StaffPerson): boolean {
  return (
    permissions.includes('readAudit') &&
    !PERMISSIONS.some((one) => one.startsWith('check') && permissions.includes(one))
  );
}

type Shown = StaffAnswer<'listRequests'>['items'][number];

function shownTo(person: StaffPerson, request: KeptRequest): Shown {
  const refusal = refuseChecker(request, person);
  const { requestId, kind, title, state, borrowerId, loanId, reason, checkReason, checkedBy } = request;
  return {
    requestId,
    kind,
    title,
    state,
    borrowerId,
    loanId,
    madeBy: makerShown(request),
    madeAt: request.madeAt.toISOString(),
    reason,
    checkedBy: checkedBy && personShown(checkedBy, request.checkedByStaffId, request.checkedByName),
    checkedAt: request.checkedAt?.toISOString() ?? null,
    checkReason,
    mayCheck: refusal === undefined,
    whyNot: refusal === undefined ? null : checkRefusalTexts[refusal],
  };
}

export function makerShown({ madeBy, madeByStaffId, madeByName }: KeptRequest): Shown['madeBy'] {
  return personShown(madeBy, madeByStaffId, madeByName);
}

/** A person at the terminal may have no account. */
function personShown(actor: Actor, staffId: number | null, name: string | null): Shown['madeBy'] {
  return { staffId: staffId ?? 0, userName: personOf(actor), name: name ?? personOf(actor) };
}
