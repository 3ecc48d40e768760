import { permissionsOf, ROLES } from '@thumba/contract/staff/roles';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { refusalOfHandover } from '@thumba/lending/agency-handover';
import { ARREARS_BUCKET_NAMES } from '@thumba/lending/arrears-bucket';
import { contactLimit, refusalOfContact } from '@thumba/lending/contact-limit';
import { addDays, daysBetween } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { nextArrearsAction } from '@thumba/lending/next-arrears-action';
import { PROMISE_MOST_DAYS } from '@thumba/lending/promise-to-pay';
import { personOf } from '../../book/actor.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import { toDate } from '../../platform/clock.ts';
import { done, NOT_FOUND, type Reply } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { findPlacement } from './agency.ts';
import { findOpenCall, MOST_TRIES } from './calls.ts';
import { type OfLoan, questionOf } from './contact-state.ts';
import { listCalls, listPromises, maskedIn, readWorkedLoan, type WorkedLoan } from './read-late-loan.ts';
import type { ArrearsRouteDeps } from './route-deps.ts';
import { registerAgencyRoutes } from './staff-agency-routes.ts';
import { registerCallRoutes } from './staff-call-routes.ts';
import { collectedBy, contactSentence, NOT_A_COLLECTOR, TAKEN, takenBy } from './staff-refusals.ts';
import { listStops } from './stops.ts';
import {
  giveLateLoan,
  type LateLoan,
  listCollectors,
  listLateLoans,
  sumBuckets,
  takeNextLateLoan,
} from './worklist.ts';

const WORKING_ROLES = ROLES.filter((role) => permissionsOf([role]).includes('workArrears'));

/** Late loans in the console (docs/rules/arrears.md). */
export function registerArrearsRoutes(server: StaffServer, deps: ArrearsRouteDeps): void {
  serveStaff(server, 'listArrears', async ({ query }, { person }) => {
    const { bucket, whose, after, pageSize } = query;
    const [owedNgwee, loanId] = after?.split('-').map(Number) ?? [];
    const [rows, sums] = await Promise.all([
      listLateLoans(
        { ...deps, hasAgencies: hasAgencies(deps) },
        {
          bucket,
          whose,
          staffId: person.staffId,
          after: owedNgwee === undefined || loanId === undefined ? undefined : { owedNgwee, loanId },
          limit: pageSize + 1,
        },
      ),
      sumBuckets(deps.db),
    ]);
    return done({
      measuredOn: sums[0]?.measured_on ?? null,
      buckets: ARREARS_BUCKET_NAMES.map((name) => {
        const sum = sums.find((one) => one.bucket === name);
        return {
          bucket: name,
          loans: sum?.loans ?? 0,
          late: toKwacha(sum?.late_ngwee ?? 0),
          owed: toKwacha(sum?.owed_ngwee ?? 0),
        };
      }),
      items: rows.slice(0, pageSize).map(rowShown),
      isMore: rows.length > pageSize,
    });
  });

  serveStaff(server, 'readArrears', async ({ params: { loanId } }, { person }) => {
    const borrowerId = (await deps.findBorrowerOfLoan(loanId))!;
    const row = await readWorkedLoan(deps.db, { borrowerId, loanId }, deps.today());
    return row ? done(await loanShown(deps, row, person)) : NOT_FOUND;
  });

  serveStaff(server, 'takeNextArrears', async (_input, { person, note }) => {
    const now = toDate(deps.clock.nowMs());
    const loanId = await takeNextLateLoan(deps.db, { staffId: person.staffId, now });
    note({ loanId });
    return done({ loanId });
  });

  serveStaff(server, 'takeArrears', async ({ params: { loanId }, body }, { person }) => {
    const { staffId, permissions } = person;
    const mayTakeOver = body.seenStaffId === staffId || permissions.includes('assignArrears');
    const seenStaffId = mayTakeOver ? body.seenStaffId : null;
    if (await give(deps, { loanId, staffId, seenStaffId })) return done(null);
    return whyNotTaken(deps, loanId);
  });

  serveStaff(server, 'assignArrears', async ({ params: { loanId }, body }, { note }) => {
    const { staffId, seenStaffId } = body;
    note({ staffId });
    const collectors = await listCollectors(deps.db, WORKING_ROLES);
    if (staffId !== null && !collectors.some((one) => one.staffId === staffId)) return NOT_A_COLLECTOR;
    if (await give(deps, { loanId, staffId, seenStaffId })) return done(null);
    const borrowerId = (await deps.findBorrowerOfLoan(loanId))!;
    const placement = staffId === null ? undefined : await findPlacement(deps.db, { borrowerId, loanId });
    return placement ? collectedBy(placement.agency) : TAKEN;
  });

  registerCallRoutes(server, deps);
  registerAgencyRoutes(server, deps);
}

function hasAgencies({ lender }: ArrearsRouteDeps): boolean {
  return lender.collectionAgencies.length > 0;
}

async function whyNotTaken(deps: ArrearsRouteDeps, loanId: number): Promise<Reply<never>> {
  const borrowerId = (await deps.findBorrowerOfLoan(loanId))!;
  const placement = await findPlacement(deps.db, { borrowerId, loanId });
  if (placement) return collectedBy(placement.agency);
  const row = await readWorkedLoan(deps.db, { borrowerId, loanId }, deps.today());
  return row?.assigned && row.ended_on === null ? takenBy(row.assigned.name) : TAKEN;
}

async function give(
  deps: ArrearsRouteDeps,
  given: { loanId: number; staffId: number | null; seenStaffId: number | null },
): Promise<boolean> {
  const borrowerId = (await deps.findBorrowerOfLoan(given.loanId))!;
  return giveLateLoan(deps.db, { ...given, borrowerId, now: toDate(deps.clock.nowMs()) });
}

type Row = StaffAnswer<'listArrears'>['items'][number];

function rowShown({ lateNgwee, owedNgwee, ...row }: LateLoan): Row {
  return { ...row, late: toKwacha(lateNgwee), owed: toKwacha(owedNgwee) };
}

async function loanShown(
  deps: ArrearsRouteDeps,
  row: WorkedLoan,
  person: StaffPerson,
): Promise<StaffAnswer<'readArrears'>> {
  const { borrower_id: borrowerId, loan_id: loanId, late_since_on: lateSinceOn } = row;
  const of = { borrowerId, loanId };
  const mayAssign = person.permissions.includes('assignArrears');
  const [messages, collectors, said] = await Promise.all([
    deps.messagesOf({ ...of, lenderPhone: deps.lender.phone }),
    mayAssign ? listCollectors(deps.db, WORKING_ROLES) : [],
    readSaid(deps, of, person),
  ]);
  const masked = maskedIn(deps.sealing, row);
  const isLate = row.is_late && row.ended_on === null;
  const daysLate = isLate ? Math.max(0, daysBetween(lateSinceOn, deps.today())) : 0;
  const question = questionOf(row, deps);
  const refusal = refusalOfContact(question);
  return {
    ...{ loanId, borrowerId, bucket: row.bucket, lateSinceOn, isLate, daysLate },
    late: toKwacha(row.late_ngwee),
    owed: toKwacha(row.owed_ngwee),
    assignedTo: row.assigned,
    maskedName: masked.name,
    maskedMobile: masked.mobile,
    language: row.language,
    next: nextArrearsAction(refusal, { daysLate, on: deps.today(), hasAgencies: hasAgencies(deps) }),
    contact: {
      ...contactLimit,
      refusal: refusal && contactSentence(refusal),
      contacts: question.contactsOn.length,
      callsToday: question.callsToday,
    },
    ...said,
    lastPromiseOn: addDays(deps.today(), PROMISE_MOST_DAYS),
    ...{ messages, collectors },
    agencies: refusalOfHandover(question, daysLate) ? [] : [...deps.lender.collectionAgencies],
  };
}

type Said = Pick<StaffAnswer<'readArrears'>, 'stops' | 'openCall' | 'calls' | 'promises' | 'placement'>;

/** Calls, promises and stops, with the names of the people of staff. */
async function readSaid(deps: ArrearsRouteDeps, of: OfLoan, person: StaffPerson): Promise<Said> {
  const [open, calls, promises, stops, placement] = await Promise.all([
    findOpenCall(deps, of.borrowerId),
    listCalls(deps, of),
    listPromises(deps.db, of),
    listStops(deps, of.borrowerId),
    findPlacement(deps.db, of),
  ]);
  const nameOf = await readStaffNames(
    deps.db,
    [calls, promises, stops, [open, placement].filter((one) => one !== undefined)]
      .flat()
      .map(({ actor }) => actor),
  );
  return {
    placement: placement
      ? {
          agency: placement.agency,
          placedOn: placement.placed_on,
          owed: toKwacha(placement.owed_ngwee),
          by: nameOf(placement.actor),
          isTold: placement.placed_file_id !== null,
        }
      : null,
    stops: stops.map(({ kind, actor, at, note }) => ({
      ...{ kind, note },
      by: nameOf(actor),
      at: at.toISOString(),
      isOwn: personOf(actor) === person.userName,
    })),
    openCall: open
      ? {
          callId: open.call_id,
          begunAt: open.begun_at.toISOString(),
          by: nameOf(open.actor),
          isOwn: open.staff_id === person.staffId && open.loan_id === of.loanId,
          isIdentified: open.identified_at !== null,
          triesLeft: MOST_TRIES - open.tries,
        }
      : null,
    calls: calls.map((call) => ({
      callId: call.call_id,
      begunAt: call.begun_at.toISOString(),
      by: nameOf(call.actor),
      outcome: call.outcome,
      isIdentified: call.identified_at !== null,
      note: call.note_sealed && deps.sealing.open('arrears_call.note_sealed', call, call.note_sealed),
    })),
    promises: promises.map((promise) => ({
      promiseId: promise.promise_id,
      promisedOn: promise.promised_on,
      dueOn: promise.due_on,
      amount: toKwacha(promise.amount_ngwee),
      state: promise.state,
      judgedOn: promise.judged_on,
      by: nameOf(promise.actor),
    })),
  };
}
