import { type Period, parsePeriod } from '@thumba/accounting/period';
import {
  closeByTwo,
  declineRequest,
  type PeriodAnswer,
  type PeriodRefusal,
} from '../../../accounting/period/change-period.ts';
import { describePeriodRefusal } from '../../../accounting/period/refusal-text.ts';
import { askForReopening } from '../../../accounting/period/staff-reopening.ts';
import { type Actor, staffActor } from '../../../book/actor.ts';
import { closeHolds } from '../../closing/close-holds.ts';
import { fileAtDesk } from '../file-request.ts';
import { periodStatus } from '../period-report.ts';
import { readWordsAndPerson } from '../person-at-desk.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run period                                what is open, what waits to be closed, and what holds it up',
  'npm run period -- close 2026-12               asks for the month to be closed; the second person closes it by the same command',
  'npm run period -- close 2026-13               the same for the adjustments of a year, and posts the end of the year',
  'npm run period -- reopen 2026-12 "<reason>"   asks for the last closed period to be opened again; a second person approves it in the console',
  'npm run period -- decline 2026-12 "<reason>"  ends a request for a closing without a change',
  'With --by <name> the person who closes is another one than the user of this machine; the history then says "unverified".',
];

export const command = staffCommand({
  purpose: 'shows which periods of the book are open; two people close one; asks for one to be opened again',
  recorded: { command: 'period', actions: ['close', 'reopen', 'decline'] },
  readsOptions: true,
  async atDesk(desk, given): Promise<CommandAnswer> {
    const read = readWordsAndPerson(desk, given);
    if ('problem' in read) return declined(read.problem, ...USAGE);
    const [verb, text = '', ...reason] = read.words;
    if (verb === undefined) return told(...(await periodStatus(desk, closeHolds)));
    const period = parsePeriod(text);
    if (!period) return declined(...USAGE);
    return change(desk, verb, { period, reason: reason.join(' '), actor: read.person });
  },
});

async function change(
  desk: StaffDesk,
  verb: string,
  request: { period: Period; reason: string; actor: Actor },
): Promise<CommandAnswer> {
  const deps = { ...desk, holds: closeHolds };
  const { period } = request;
  switch (verb) {
    case 'close': {
      const closed = await closeByTwo(deps, request);
      return closed.ok ? told(lineOf(closed.value, period)) : nothingChanged(closed.refusal);
    }
    case 'reopen':
      return askToReopen(desk, request);
    case 'decline': {
      const ended = await declineRequest(deps, request);
      return ended.ok
        ? told(`The request for ${period} is declined. Nothing was changed.`)
        : nothingChanged(ended.refusal);
    }
    default:
      return declined(...USAGE);
  }
}

/** A request is filed under the name of the user of this machine, never under a name that is a claim. */
async function askToReopen(
  desk: StaffDesk,
  { period, reason, actor }: { period: Period; reason: string; actor: Actor },
): Promise<CommandAnswer> {
  const staffName = desk.staffName();
  if (actor !== staffActor(staffName))
    return declined(
      'Nothing was changed. Only the user of this machine asks for a period to be opened again.',
    );
  const asked = await askForReopening(desk, { period, reason });
  return asked.ok ? fileAtDesk({ ...desk, staffName }, asked.value) : nothingChanged(asked.refusal);
}

function lineOf({ isDone, journalId }: PeriodAnswer, period: Period): string {
  if (!isDone)
    return `You asked for ${period} to be closed. Another person does it: npm run period -- close ${period}`;
  const posted = journalId === null ? '' : ` Journal ${journalId} is posted.`;
  return `${period} is closed.${posted}`;
}

function nothingChanged(refusal: PeriodRefusal): CommandAnswer {
  const [sentence, ...more] = describePeriodRefusal(refusal);
  return declined(`Nothing was changed. ${sentence}`, ...more);
}
