import type { StaffAnswer, StaffBody } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { staffActor } from '../../book/actor.ts';
import { type NameOf, readStaffNames } from '../../book/staff-names.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { pageOf } from '../../platform/page.ts';
import { done, NOT_FOUND, refused } from '../../platform/reply.ts';
import { maskIdNumber, maskMobile } from '../../platform/sealing.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import type { Identity } from '../borrower/applicant.ts';
import {
  addToBlockedList,
  type BlockedEntry,
  type BlockedSubject,
  isEntryOfRelative,
  liftFromBlockedList,
  pageOfBlockedList,
} from './blocked-list.ts';
import { type ListedCase, listCases, readCase, type WholeCase } from './cases.ts';
import { decideHit } from './decide-hit.ts';
import type { ScreenDeps } from './screen.ts';

export type CaseDeps = ScreenDeps & { clock: Clock };

const MOVED_ON = refused(409, 'This case has changed since you opened it. Look at it again.', {
  reason: 'moved_on',
});
const ONE_PART = refused(
  400,
  'A person needs two parts of a name. One part and a birth date are too many people.',
  {
    reason: 'one_part_of_name',
  },
);
const REASON_NEEDED = refused(400, 'Please give a reason of 3 to 200 characters.', {
  reason: 'reason_needed',
});
const NOT_ON_LIST = refused(409, 'This entry is not on the list any more.', { reason: 'not_on_list' });

const RELATED = refused(
  403,
  'This entry is about you or about a relative. Another person has to take it off the list.',
  { reason: 'related' },
);

/** The cases of compliance: hits on lists, and the lender's own list. */
export function registerCaseRoutes(server: StaffServer, deps: CaseDeps): void {
  serveStaff(server, 'listCases', async ({ query }, { person }) => {
    const list = { group: query.state, staffId: person.staffId, page: pageOf(query) };
    const { total, cases } = await listCases(deps, list);
    return done({ total, items: cases.map(shownInList) });
  });

  serveStaff(server, 'getCase', async ({ params: { caseId } }) => {
    const one = await readCase(deps, caseId);
    if (!one) return NOT_FOUND;
    const deciders = [...(one.decision ? [one.decision] : []), ...one.history].map(({ actor }) => actor);
    return done(shownWhole(one, await readStaffNames(deps.db, deciders)));
  });

  serveStaff(server, 'decideCase', async ({ params: { caseId }, body }, caller) => {
    caller.note({ decision: body.decision });
    const decided = await decideHit(deps, {
      hitId: caseId,
      ...body,
      decidedBy: staffActor(caller.person.userName),
      now: toDate(deps.clock.nowMs()),
    });
    if (decided.ok) return done(null);
    return decided.refusal.kind === 'reason_needed' ? REASON_NEEDED : MOVED_ON;
  });
  registerBlockedRoutes(server, deps);
}

function registerBlockedRoutes(server: StaffServer, deps: CaseDeps): void {
  const now = () => toDate(deps.clock.nowMs());

  serveStaff(server, 'listBlocked', async ({ query }) => {
    const { total, entries } = await pageOfBlockedList(deps, pageOf(query));
    const nameOf = await readStaffNames(
      deps.db,
      entries.map(({ addedBy }) => addedBy),
    );
    return done({ total, items: entries.map((entry) => shownEntry(entry, nameOf)) });
  });

  serveStaff(server, 'addBlocked', async ({ body }, caller) => {
    const addedBy = staffActor(caller.person.userName);
    const subject = subjectOf(body.subject);
    const added = await addToBlockedList(deps, { subject, reason: body.reason, addedBy, now: now() });
    if (!added.ok) return added.refusal.kind === 'reason_needed' ? REASON_NEEDED : ONE_PART;
    caller.note({ kind: subject.kind, entryId: added.value.entryId });
    return done(added.value);
  });

  serveStaff(server, 'liftBlocked', async ({ params: { entryId }, body: { reason } }, caller) => {
    caller.note({ entryId });
    const { userName: staffName } = caller.person;
    if (await isEntryOfRelative(deps.db, { entryId, staffName })) return RELATED;
    const liftedBy = staffActor(caller.person.userName);
    const isLifted = await liftFromBlockedList(deps, { entryId, reason, liftedBy, now: now() });
    return isLifted ? done(null) : NOT_ON_LIST;
  });
}

function subjectOf(subject: StaffBody<'addBlocked'>['subject']): BlockedSubject {
  return subject.kind === 'person'
    ? { kind: 'person', name: subject.name.trim(), birthDate: subject.birthDate as Day }
    : subject;
}

function nameOf(identity: Identity | undefined): string | null {
  return identity ? `${identity.firstName} ${identity.lastName}` : null;
}

function shownInList(one: ListedCase): StaffAnswer<'listCases'>['items'][number] {
  const { hitId, borrowerId, state, foundAt, decidedAt, identity, finding } = one;
  const { listKind, listedName, distance, birth } = finding;
  return {
    caseId: hitId,
    ...{ borrowerId, state, listKind, listedName, distance, birth },
    foundAt: foundAt.toISOString(),
    borrowerName: nameOf(identity),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

function shownWhole(one: WholeCase, staffNameOf: NameOf): StaffAnswer<'getCase'> {
  const { shown, listLabel, listedNames, listedBirths, identity, read, mobile, loans, waitingLoanId } = one;
  return {
    ...shownInList(one),
    ...{ shown, listLabel, listedNames, listedBirths, loans, waitingLoanId },
    listReference: one.finding.reference,
    typed: identity ? { name: nameOf(identity)!, birthDate: identity.birthDate } : null,
    read: read ?? null,
    maskedMobile: mobile === null ? null : maskMobile(mobile),
    maskedIdNumber: identity ? maskIdNumber(identity.idNumber) : null,
    registeredAt: one.registeredAt.toISOString(),
    waitingPayouts: one.waitingPayouts.map(({ loanId, amountNgwee, since }) => ({
      loanId,
      amount: toKwacha(amountNgwee),
      since: since.toISOString(),
    })),
    decision: one.decision
      ? {
          by: staffNameOf(one.decision.actor),
          at: one.decision.at.toISOString(),
          reason: one.decision.reason,
        }
      : null,
    history: one.history.map(({ at, actor, decision }) => ({
      at: at.toISOString(),
      by: staffNameOf(actor),
      decision,
    })),
    others: one.others.map(({ hitId, finding, state }) => ({
      caseId: hitId,
      listKind: finding.listKind,
      listedName: finding.listedName,
      state,
    })),
  };
}

function shownEntry(
  { entryId, subject, reason, addedBy, addedAt }: BlockedEntry,
  nameOf: NameOf,
): StaffAnswer<'listBlocked'>['items'][number] {
  return {
    entryId,
    kind: subject.kind,
    text:
      subject.kind === 'person'
        ? subject.name
        : subject.kind === 'mobile'
          ? subject.mobile
          : subject.idNumber,
    birthDate: subject.kind === 'person' ? subject.birthDate : null,
    reason,
    addedBy: nameOf(addedBy),
    addedAt: addedAt.toISOString(),
  };
}
