import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { isDay } from '@thumba/lending/day';
import { countTotalledDays } from '../../../accounting/book-day/count-book-days.ts';
import { type Calendar, hasBusinessCalendar, openCalendar } from '../../../book/calendar/calendar.ts';
import { readKeyRegistry, writerSealingFor } from '../../../book/keys/key-registry.ts';
import { readLenderSettings } from '../../../book/lender-setting/live-settings.ts';
import { createPostingLine } from '../../../book/posting-line/posting-line.ts';
import { type Config, readConfig } from '../../../book/settings/config.ts';
import { type MoveRefusal, moveBusinessDate } from '../../../credit/end-of-day/business-date.ts';
import { createEndOfDay, type EndedDays, runEndOfDay } from '../../../credit/end-of-day/end-of-day.ts';
import { openSwitchedOperators } from '../../../money/payment/switched-operators.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { createLog } from '../../../platform/log.ts';
import { systemRandomness } from '../../../platform/randomness.ts';
import type { Sealing } from '../../../platform/sealing.ts';
import { StartFailure } from '../../../platform/start-failure.ts';
import { connectedOperators } from '../../../staff/terminal/connected-operators.ts';
import { withProgramDatabase } from '../../../staff/terminal/program-database.ts';
import { type TerminalCommand, told } from '../../../staff/terminal/terminal-command.ts';
import { dayEndSteps } from '../../work/day-end-steps.ts';

const USAGE =
  'Use: npm run day, which ends the days that are missing, or npm run day -- --to 2026-12-31, which also moves the business date there.';

/* npm run day [-- --to <date>], beside a server or without one */
export const command: TerminalCommand = {
  purpose: 'ends the days that are missing, and in a demo moves the business date forward',
  failureStatus: 1,
  async run(words) {
    const to = wantedDay(words);
    if (to !== undefined && process.env.NODE_ENV === 'production') {
      throw new StartFailure(
        'NODE_ENV=production does not move the business date: npm run day without --to ends the days that are missing.',
      );
    }
    const endDays = async (db: Database) => told(await endDaysOf(db, readConfig(process.env), to));
    return withProgramDatabase(endDays, { maxConnections: 4 });
  },
};

function wantedDay(words: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...words], options: { to: { type: 'string' } } }).values.to;
  } catch {
    throw new StartFailure(USAGE);
  }
}

async function endDaysOf(db: Database, config: Config, to: string | undefined): Promise<string> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());
  if (!(await hasBusinessCalendar(db))) {
    throw new StartFailure('There is no business calendar yet: start Thumba once with npm start.');
  }
  const beganAt = performance.now();
  const calendar = await openCalendar(db, systemClock);
  const sealing = writerSealingFor(await readKeyRegistry(db), config.keys);
  const steps = dayEndSteps(await stepDeps({ db, config, sealing, calendar }));
  const endOfDay = createEndOfDay({ db, clock: systemClock, steps, signal: stopping.signal });
  const ended =
    to === undefined
      ? await runEndOfDay(endOfDay, calendar.today())
      : await moveTo(to, { ...endOfDay, calendar });
  const what = inWords(ended, performance.now() - beganAt);
  if (stopping.signal.aborted) throw new StartFailure(`Stopped: ${what} The next run goes on from there.`);
  const counted = await countForReports(db, stopping.signal);
  return `The business date is ${calendar.today()}: ${what}${counted}`;
}

/** The days are ended, whatever becomes of this count. Answers what is left of it, in words. */
async function countForReports(db: Database, signal: AbortSignal): Promise<string> {
  const isCounted = await countTotalledDays(db, { signal }).catch(() => false);
  return isCounted ? '' : ' The reports do not have all of these days yet: the server goes on with them.';
}

/** A server that is up, or the next one that starts, sends the payouts and messages that the steps write. */
export async function stepDeps({
  db,
  config,
  sealing,
  calendar,
}: {
  db: Database;
  config: Config;
  sealing: Sealing;
  calendar: Pick<Calendar, 'today'>;
}): Promise<Parameters<typeof dayEndSteps>[0]> {
  const clock = systemClock;
  const settings = await readLenderSettings({ db, clock, config });
  const onNewMessages = () => undefined;
  const log = createLog({ level: config.LOG_LEVEL, service: 'thumba' });
  const switched = await openSwitchedOperators({
    db,
    operators: connectedOperators(config, { db, clock, log }),
  });
  return {
    ...{ db, clock, sealing, onNewMessages },
    line: createPostingLine({
      ...{ db, clock, onNewMessages },
      sealing: () => sealing,
      onNewAttempts: () => undefined,
    }),
    operators: switched.operators,
    random: systemRandomness,
    quietHours: config.quietHours,
    unusedCreditDays: () => settings.unused_credit.days,
    today: () => calendar.today(),
    newAttemptId: () => randomUUID(),
  };
}

async function moveTo(to: string, deps: Parameters<typeof moveBusinessDate>[0]): Promise<EndedDays> {
  if (!isDay(to)) throw new StartFailure(`${to} is not a day. ${USAGE}`);
  const moved = await moveBusinessDate(deps, to);
  if (!moved.ok) throw new StartFailure(refusalText(moved.refusal, to));
  return moved.ended;
}

function refusalText({ kind, today }: MoveRefusal, to: string): string {
  return kind === 'too_far'
    ? `${to} is too far: the business date is ${today} and moves at most 400 days at a time.`
    : `${to} is in the past: the business date is ${today} and only moves forward.`;
}

function inWords({ days, loansMoved }: EndedDays, tookMs: number): string {
  if (days === 0) return 'no day was left to end.';
  const count = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`;
  return `${count(days, 'day')} ended, ${count(loansMoved, 'loan')} moved, in ${(tookMs / 1000).toFixed(1)} s.`;
}
