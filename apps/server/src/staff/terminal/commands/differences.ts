import { staffActor } from '../../../book/actor.ts';
import { findBorrowerOfLoan } from '../../../book/loan/queries.ts';
import { readRecordNumber } from '../../../book/staff-action.ts';
import { endCoveredHolds } from '../../../money/payment/restored-book.ts';
import { closeAgreed } from '../../../money/reconciliation/close-agreed.ts';
import { openDifferences } from '../../../money/reconciliation/differences.ts';
import { ignoreDifference } from '../../../money/reconciliation/leave-difference.ts';
import { describeResolutionRefusal } from '../../request/difference-refusal-text.ts';
import { askForDifference, type DifferenceMatch } from '../../request/match-difference.ts';
import { fileAtDesk } from '../file-request.ts';
import { linesOfHolds } from '../held-payouts-report.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { differenceLines } from '../statement-report.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run differences                                       the differences to statements of operators that are not resolved',
  'npm run differences -- post <no.> <order> "<reason>"      asks to post money that came without a payment of ours to a loan',
  'npm run differences -- payout <no.> <payment> "<reason>"  asks to say which payout this was, of those that wait since the database was restored',
  'npm run differences -- take-back <no.> "<reason>"         asks to take a payment back that the operator took back: its loan runs again',
  'npm run differences -- suspense <no.> "<reason>"          asks to make the float say what the operator says; the money waits',
  'npm run differences -- leave <no.> "<reason>"             leaves both books as they are, or asks for it where money moved',
  'What is asked for is done once a second person approves it in the console.',
];

export const command = staffCommand({
  purpose:
    "lists where operators' statements differ from our payments, asks to resolve a difference, and leaves one alone",
  recorded: { command: 'differences', actions: ['post', 'payout', 'take-back', 'suspense', 'leave'] },
  about: ([verb, difference, to]) => [
    { kind: 'difference', no: difference },
    ...(verb === 'post' ? [{ kind: 'loan', no: to } as const] : []),
    ...(verb === 'payout' ? [{ kind: 'payment', attemptId: to } as const] : []),
  ],
  async atDesk(desk, [verb, differenceNo = '', ...words]) {
    if (verb === undefined) return list(desk);
    if (!isVerb(verb) || differenceNo === '') return declined(...USAGE);
    const differenceId = readRecordNumber(differenceNo);
    if (differenceId === undefined) return declined(`"${differenceNo}" is not the number of a difference.`);
    return resolve(desk, verb, differenceId, words);
  },
});

async function resolve(
  desk: StaffDesk,
  verb: Verb,
  differenceId: number,
  words: readonly string[],
): Promise<CommandAnswer> {
  switch (verb) {
    case 'post':
      return post(desk, differenceId, words);
    case 'payout': {
      const [attemptId, ...reason] = words;
      if (attemptId === undefined) return declined(...USAGE);
      return file(desk, { to: 'payout', differenceId, attemptId }, reason);
    }
    case 'take-back':
      return file(desk, { to: 'taken_back', differenceId }, words);
    case 'suspense':
      return file(desk, { to: 'suspense', differenceId }, words);
    case 'leave':
      return leave(desk, differenceId, words);
  }
}

const VERBS = ['post', 'payout', 'take-back', 'suspense', 'leave'] as const;

type Verb = (typeof VERBS)[number];

function isVerb(word: string): word is Verb {
  return VERBS.some((verb) => verb === word);
}

async function list(desk: StaffDesk): Promise<CommandAnswer> {
  await closeAgreed(desk);
  const open = await openDifferences(desk.db);
  return open.length === 0 ? told('No difference waits for a person.') : told(...differenceLines(open));
}

async function post(
  desk: StaffDesk,
  differenceId: number,
  [order, ...reason]: readonly string[],
): Promise<CommandAnswer> {
  if (order === undefined) return declined(...USAGE);
  const loanId = readRecordNumber(order);
  if (loanId === undefined) return declined(`"${order}" is not the number of an order.`);
  const borrowerId = await findBorrowerOfLoan(desk.db, loanId);
  if (borrowerId === undefined) return declined(describeResolutionRefusal({ kind: 'no_such_loan' }));
  return file(desk, { to: 'loan', differenceId, borrowerId, loanId }, reason);
}

/** Files what moves money. It is refused at once where it could not be done today. */
async function file(
  desk: StaffDesk,
  match: DifferenceMatch,
  reason: readonly string[],
): Promise<CommandAnswer> {
  const catalogue = await desk.openCatalogue();
  const staffName = desk.staffName();
  const asked = await askForDifference(
    { ...desk, sealing: desk.sealing(), ladderRule: () => catalogue.current().ladder },
    match,
    { actor: staffActor(staffName), reason: reason.join(' ') },
  );
  return asked.ok
    ? fileAtDesk({ ...desk, staffName }, asked.value)
    : declined(describeResolutionRefusal(asked.refusal));
}

/** Leaves both books as they are. Where money moved, a second person is asked. */
async function leave(
  desk: StaffDesk,
  differenceId: number,
  reason: readonly string[],
): Promise<CommandAnswer> {
  const actor = staffActor(desk.staffName());
  const left = await ignoreDifference(desk, { differenceId, actor, reason: reason.join(' ') });
  if (!left.ok && left.refusal.kind === 'second_person_needed')
    return file(desk, { to: 'leave', differenceId }, reason);
  if (!left.ok) return declined(describeResolutionRefusal(left.refusal));
  await closeAgreed(desk);
  return told(`Difference ${differenceId} is left as it is.`, ...linesOfHolds(await endCoveredHolds(desk)));
}
