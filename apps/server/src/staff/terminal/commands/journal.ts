import { readFile } from 'node:fs/promises';
import { approveProposal, declineProposal } from '../../../accounting/journal/answer-proposal.ts';
import { readJournalFile } from '../../../accounting/journal/journal-file.ts';
import { proposeJournal, proposeReversal } from '../../../accounting/journal/proposals.ts';
import { describeJournalRefusal } from '../../../accounting/journal/refusal-text.ts';
import type { Actor } from '../../../book/actor.ts';
import { readRecordNumber } from '../../../book/staff-action.ts';
import { journalLines, journalList, proposalLines } from '../journal-report.ts';
import { readWordsAndPerson } from '../person-at-desk.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run journal                                      proposals that wait for a second person, and the last journals',
  'npm run journal -- propose <file> "<reason>"         keeps a journal from a CSV or JSON file until another person approves it',
  'npm run journal -- take-on <file> ["<reason>"]       the same for opening balances',
  'npm run journal -- show <number>                     a proposal with its lines',
  'npm run journal -- show-posted <number>              a posted journal with its lines',
  'npm run journal -- approve <number>                  posts a proposal of another person',
  'npm run journal -- decline <number> "<reason>"       ends a proposal without posting it',
  'npm run journal -- reverse <journal> "<reason>"      proposes the opposite of a posted journal',
  'With --by <name> the person is another one than the user of this machine; the journal then says "unverified".',
];

export const command = staffCommand({
  purpose: 'proposes, approves and reverses journals, and takes on opening balances; two people post one',
  recorded: { command: 'journal', actions: ['propose', 'take-on', 'approve', 'decline', 'reverse'] },
  readsOptions: true,
  async atDesk(desk, given): Promise<CommandAnswer> {
    const read = readWordsAndPerson(desk, given);
    if ('problem' in read) return declined(read.problem, ...USAGE);
    const [verb, what = '', ...reason] = read.words;
    switch (verb) {
      case undefined:
        return told(...(await journalList(desk.db)));
      case 'propose':
      case 'take-on':
        return what === '' ? declined(...USAGE) : propose(desk, verb, what, reason.join(' '), read.person);
      case 'show':
      case 'show-posted':
      case 'approve':
      case 'decline':
      case 'reverse':
        return onNumber(desk, verb, what, reason.join(' '), read.person);
      default:
        return declined(...USAGE);
    }
  },
});

async function propose(
  desk: StaffDesk,
  verb: 'propose' | 'take-on',
  file: string,
  reason: string,
  proposedBy: Actor,
): Promise<CommandAnswer> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return declined(`There is no file ${file} that can be read.`);
  const written = readJournalFile(bytes);
  if (!written.ok) return nothingChanged(describeJournalRefusal(written.refusal));
  const kind = verb === 'take-on' ? 'take_on' : 'manual';
  const proposed = await proposeJournal(desk, written.value, {
    kind,
    reason: reason === '' && kind === 'take_on' ? 'opening balances' : reason,
    proposedBy,
  });
  if (!proposed.ok) return nothingChanged(describeJournalRefusal(proposed.refusal));
  return toldProposal(proposed.value.proposalId);
}

function toldProposal(proposalId: number): CommandAnswer {
  return told(
    `Proposal ${proposalId} is kept and posts nothing yet.`,
    `Another person posts it: npm run journal -- approve ${proposalId}`,
  );
}

async function onNumber(
  desk: StaffDesk,
  verb: 'show' | 'show-posted' | 'approve' | 'decline' | 'reverse',
  text: string,
  reason: string,
  person: Actor,
): Promise<CommandAnswer> {
  const number = readRecordNumber(text);
  if (number === undefined) return declined(...USAGE);
  switch (verb) {
    case 'show':
      return shown(await proposalLines(desk.db, number), 'There is no proposal with this number.');
    case 'show-posted':
      return shown(await journalLines(desk.db, number), 'There is no journal with this number.');
    case 'approve': {
      const posted = await approveProposal(desk, { proposalId: number, approvedBy: person });
      if (!posted.ok) return nothingChanged(describeJournalRefusal(posted.refusal));
      return told(`Proposal ${number} is posted as journal ${posted.value.journalId}.`);
    }
    case 'decline': {
      const ended = await declineProposal(desk, { proposalId: number, reason, declinedBy: person });
      if (!ended.ok) return nothingChanged(describeJournalRefusal(ended.refusal));
      return told(`Proposal ${number} is declined. It posts nothing.`);
    }
    case 'reverse': {
      const proposed = await proposeReversal(desk, { journalId: number, reason, proposedBy: person });
      if (!proposed.ok) return nothingChanged(describeJournalRefusal(proposed.refusal));
      return toldProposal(proposed.value.proposalId);
    }
  }
}

function shown(lines: string[] | undefined, otherwise: string): CommandAnswer {
  return lines === undefined ? declined(otherwise) : told(...lines);
}

function nothingChanged(why: string): CommandAnswer {
  return declined(`Nothing was changed. ${why}`);
}
