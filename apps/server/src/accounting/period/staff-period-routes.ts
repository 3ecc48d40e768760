import { monthOf } from '@thumba/accounting/month';
import {
  adjustmentsOf,
  openMonths,
  type Period,
  parsePeriod,
  reopenPeriod,
  yearOf,
} from '@thumba/accounting/period';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { staffActor } from '../../book/actor.ts';
import { type NameOf, readStaffNames } from '../../book/staff-names.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { closeByTwo, declineRequest, type PeriodRefusal } from './change-period.ts';
import type { CloseHold } from './holds.ts';
import { listEvents, listRequests, type PeriodEvent, readBook } from './queries.ts';
import { describePeriodRefusal } from './refusal-text.ts';
import { askForReopening } from './staff-reopening.ts';

export type PeriodRouteDeps = {
  db: Database;
  clock: Clock;
  today(): Day;
  holds: readonly CloseHold[];
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
};

type EventShown = StaffAnswer<'listPeriods'>['events'][number];

const NOT_YOURS = refused(
  403,
  'Another person asked for this close. Your roles do not allow you to decline it.',
  {
    reason: 'not_permitted',
  },
);

/** Periods of the book, by the functions of the terminal. */
export function registerPeriodRoutes(server: StaffServer, deps: PeriodRouteDeps): void {
  const { db, today } = deps;
  serveStaff(server, 'listPeriods', async ({ query: { before, pageSize } }, { person }) => {
    const book = await readBook(db, today());
    const { waiting, current } = openMonths(book);
    const { closedThroughOn, openAdjustmentYear } = book;
    const next = [
      ...waiting.slice(0, 1),
      ...(openAdjustmentYear === null ? [] : [adjustmentsOf(openAdjustmentYear)]),
    ];
    const asked = (await listRequests(db)).filter(({ kind }) => kind === 'close_asked');
    const found = await listEvents(db, { before: before ?? null, limit: pageSize + 1 });
    const events = found.slice(0, pageSize);
    const nameOf = await readStaffNames(db, [...asked, ...events].flatMap(peopleOf));
    const candidates =
      closedThroughOn === null
        ? []
        : [
            monthOf(closedThroughOn),
            adjustmentsOf(yearOf(monthOf(closedThroughOn))),
            adjustmentsOf(yearOf(monthOf(closedThroughOn)) - 1),
          ];
    return done({
      ...{ closedThrough: closedThroughOn, current, waiting },
      next: await Promise.all(next.map(async (period) => ({ period, holds: await holdsOf(deps, period) }))),
      asked: asked.map((event) => ({
        ...eventShown(event, nameOf),
        isOwn: event.actor === staffActor(person.userName),
      })),
      reopenable: candidates.filter((period) => reopenPeriod(book, period).ok),
      events: events.map((event) => eventShown(event, nameOf)),
      isMore: found.length > pageSize,
    });
  });
  registerClosings(server, deps);
}

async function holdsOf({ db, holds }: PeriodRouteDeps, period: Period): Promise<string[]> {
  const found: string[] = [];
  for (const hold of holds) found.push(...(await hold(db, period)).map(({ inConsole }) => inConsole));
  return found;
}

function registerClosings(server: StaffServer, deps: PeriodRouteDeps): void {
  const { db } = deps;
  serveStaff(server, 'askForClosing', async ({ params, body: { reason } }, { person, note }) => {
    note(params);
    const period = parsePeriod(params.period)!;
    const actor = staffActor(person.userName);
    const asked = await closeByTwo(deps, { period, reason, actor, step: 'ask' });
    return asked.ok ? done(null) : refusedPeriod(asked.refusal);
  });

  serveStaff(server, 'closePeriod', async ({ params }, { person, note }) => {
    note(params);
    const period = parsePeriod(params.period)!;
    const actor = staffActor(person.userName);
    const closed = await closeByTwo(deps, { period, reason: '', actor, step: 'close' });
    if (!closed.ok) return refusedPeriod(closed.refusal);
    const { journalId } = closed.value;
    note({ journalId });
    return done({ journalId });
  });

  serveStaff(server, 'declineClosing', async ({ params, body: { reason } }, { person, note }) => {
    note(params);
    const period = parsePeriod(params.period)!;
    const actor = staffActor(person.userName);
    const asked = (await listRequests(db)).find((request) => request.period === period);
    if (asked && asked.actor !== actor && !person.permissions.includes('checkBooks')) return NOT_YOURS;
    const ended = await declineRequest(deps, { period, reason, actor });
    return ended.ok ? done(null) : refusedPeriod(ended.refusal);
  });

  serveStaff(server, 'askForReopening', async ({ params, body: { reason } }, { person, note }) => {
    note(params);
    const asked = await askForReopening(deps, { period: parsePeriod(params.period)!, reason });
    return asked.ok ? deps.fileRequest(asked.value, person) : refusedPeriod(asked.refusal);
  });
}

/** The page lists what holds a close up, so the refusal does not repeat the commands of the terminal. */
function refusedPeriod(refusal: PeriodRefusal): Reply<never> {
  const sentence =
    refusal.kind === 'held_up'
      ? 'Something has to be done before the period can be closed. The page lists it.'
      : describePeriodRefusal(refusal).join(' ');
  return refused(409, sentence, { reason: refusal.kind });
}

const peopleOf = ({ actor, askedBy }: PeriodEvent) => (askedBy === null ? [actor] : [actor, askedBy]);

function eventShown(event: PeriodEvent, nameOf: NameOf): EventShown {
  const { periodEventId: eventId, period, kind, actor, askedBy, reason, journalId, recordedAt } = event;
  return {
    ...{ eventId, period, kind, reason, journalId },
    by: nameOf(actor),
    askedBy: askedBy === null ? null : nameOf(askedBy),
    at: recordedAt.toISOString(),
  };
}
