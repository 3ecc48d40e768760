import { adjustmentsOf, openMonths, type Period } from '@thumba/accounting/period';
import type { CloseHold } from '../../accounting/period/holds.ts';
import { listEvents, listRequests, type PeriodEvent, readBook } from '../../accounting/period/queries.ts';
import { lusakaDay, lusakaTime } from '../../platform/clock.ts';
import { nameOfPerson } from './person-at-desk.ts';
import type { StaffDesk } from './staff-desk.ts';

const LATEST_EVENTS = 12;

const WORDS: Readonly<Record<PeriodEvent['kind'], string>> = {
  close_asked: 'to be closed, asked by',
  closed: 'closed by',
  reopen_asked: 'to be opened again, asked by',
  reopened: 'opened again by',
  declined: 'request declined by',
};

/** What is closed and open, what holds up the next closing, what waits for a second person, and what was done last. */
export async function periodStatus(
  { db, today }: Pick<StaffDesk, 'db' | 'today'>,
  holds: readonly CloseHold[],
): Promise<string[]> {
  const book = await readBook(db, today());
  const { waiting, current } = openMonths(book);
  const { closedThroughOn, openAdjustmentYear } = book;
  const requests = await listRequests(db);
  const events = await listEvents(db, { before: null, limit: LATEST_EVENTS });
  const next = [
    ...waiting.slice(0, 1),
    ...(openAdjustmentYear === null ? [] : [adjustmentsOf(openAdjustmentYear)]),
  ];
  return [
    closedThroughOn === null ? 'No period is closed.' : `Closed through ${closedThroughOn}.`,
    `Open: ${[...waiting, current].join(', ')}`,
    ...(openAdjustmentYear === null ? [] : [`Open for adjustments: ${adjustmentsOf(openAdjustmentYear)}`]),
    ...(waiting.length === 0 ? [] : [`Over and waiting to be closed: ${waiting.join(', ')}`]),
    ...(await Promise.all(next.map((period) => linesOfHolds(db, period, holds)))).flat(),
    ...(requests.length === 0 ? [] : ['Requests that wait for a second person:', ...requests.map(lineOf)]),
    ...(events.length === 0 ? [] : ['What was done last:', ...events.map(lineOf)]),
  ];
}

async function linesOfHolds(
  db: StaffDesk['db'],
  period: Period,
  holds: readonly CloseHold[],
): Promise<string[]> {
  const found: string[] = [];
  for (const hold of holds) found.push(...(await hold(db, period)).map(({ atTerminal }) => atTerminal));
  if (found.length === 0) return [`Nothing holds up ${period}: npm run period -- close ${period}`];
  return [`Before ${period} can be closed:`, ...found.map((line) => `  ${line}`)];
}

function lineOf({ period, kind, actor, askedBy, reason, journalId, recordedAt }: PeriodEvent): string {
  const people = [...(askedBy === null || kind === 'declined' ? [] : [askedBy]), actor].map(nameOfPerson);
  const at = `${lusakaDay(recordedAt.getTime())} ${lusakaTime(recordedAt.getTime())}`;
  const posted = journalId === null ? '' : `, journal ${journalId}`;
  return `  ${period} ${WORDS[kind]} ${people.join(' and ')} at ${at}${posted}${reason === '' ? '' : `: ${reason}`}`;
}
