import { type Period, parsePeriod } from '@thumba/accounting/period';
import {
  closeByTwo,
  declineRequest,
  type PeriodAnswer,
  type PeriodRefusal,
  reopenByTwo,
} from '../../../accounting/period/change-period.ts';
import { describePeriodRefusal } from '../../../accounting/period/refusal-text.ts';
import type { Actor } from '../../../book/actor.ts';
import { closeHolds } from '../close-holds.ts';
import { periodStatus } from '../period-report.ts';
import { readWordsAndPerson } from '../person-at-desk.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run period                                what is open, what waits to be closed, and what holds it up',
  'npm run period -- close 2026-12               asks for the month to be closed; the second person closes it by the same command',
  'npm run period -- close 2026-13               the same for the adjustments of a year, and posts the end of the year',
  'npm run period -- reopen 2026-12 "<reason>"   asks for the last closed period to be opened again; the second person opens it',
  'npm run period -- decline 2026-12 "<reason>"  ends such a request without a change',
  'With --by <name> the person is another one than the user of this machine; the history then says "unverified".',
];

export const command = staffCommand({
  purpose: 'shows which periods of the book are open; two people close one and open it again',
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
      return closed.ok
        ? told(...linesOf(closed.value, period, 'closed', `npm run period -- close ${period}`))
        : nothingChanged(closed.refusal);
    }
    case 'reopen': {
      const opened = await reopenByTwo(deps, request);
      return opened.ok
        ? told(...linesOf(opened.value, period, 'open again', `npm run period -- reopen ${period}`))
        : nothingChanged(opened.refusal);
    }
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

function linesOf(
  { isDone, journalId }: PeriodAnswer,
  period: Period,
  state: string,
  again: string,
): string[] {
  if (!isDone) return [`You asked for ${period} to be ${state}. Another person does it: ${again}`];
  const posted = journalId === null ? '' : ` Journal ${journalId} is posted.`;
  return [`${period} is ${state}.${posted}`];
}

function nothingChanged(refusal: PeriodRefusal): CommandAnswer {
  const [sentence, ...more] = describePeriodRefusal(refusal);
  return declined(`Nothing was changed. ${sentence}`, ...more);
}
