import { formatKwacha } from '@thumba/lending/money';
import type { Outcome } from '@thumba/lending/outcome';
import { staffActor } from '../../../book/actor.ts';
import { findBorrowerOfLoan } from '../../../book/loan/queries.ts';
import { REASON_NEEDED_TEXT, readRecordNumber } from '../../../book/staff-action.ts';
import { describeServicingRefusal } from '../../../credit/servicing/refusal-text.ts';
import { endCoveredHolds } from '../../../money/payment/restored-book.ts';
import { closeAgreed } from '../../../money/reconciliation/close-agreed.ts';
import { openDifferences } from '../../../money/reconciliation/differences.ts';
import { postToPayout } from '../../../money/reconciliation/post-to-payout.ts';
import {
  ignoreDifference,
  postToLoan,
  putIntoSuspense,
  type Resolution,
  type ResolutionRefusal,
} from '../../../money/reconciliation/resolve-difference.ts';
import { type TakeBackRefusal, takeBackCollection } from '../../../money/reconciliation/take-back.ts';
import { linesOfHolds } from '../held-payouts-report.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { differenceLines } from '../statement-report.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run differences                                       the differences to statements of operators that are not resolved',
  'npm run differences -- post <no.> <order> "<reason>"      posts money that came without a payment of ours to a loan',
  'npm run differences -- payout <no.> <payment> "<reason>"  says which payout this was, of those that wait since the database was restored',
  'npm run differences -- take-back <no.> "<reason>"         takes a payment back that the operator took back: its loan runs again',
  'npm run differences -- suspense <no.> "<reason>"          makes the float say what the operator says; the money waits',
  'npm run differences -- leave <no.> "<reason>"             leaves both books as they are',
];

export const command = staffCommand({
  purpose: "lists where operators' statements differ from our payments, and resolves a difference",
  recorded: { command: 'differences', actions: ['post', 'payout', 'take-back', 'suspense', 'leave'] },
  async atDesk(desk, [verb, differenceNo = '', ...words]) {
    if (verb === undefined) return list(desk);
    if (!isVerb(verb) || differenceNo === '') return declined(...USAGE);
    const differenceId = readRecordNumber(differenceNo);
    if (differenceId === undefined) return declined(`"${differenceNo}" is not the number of a difference.`);
    const answered = await resolve(desk, verb, differenceId, words);
    if (!answered.done) return answered;
    await closeAgreed(desk);
    return { ...answered, lines: [...answered.lines, ...linesOfHolds(await endCoveredHolds(desk))] };
  },
});

async function resolve(
  desk: StaffDesk,
  verb: Verb,
  differenceId: number,
  words: readonly string[],
): Promise<CommandAnswer> {
  const actor = staffActor(desk.staffName());
  switch (verb) {
    case 'post':
      return post(desk, { differenceId, actor }, words);
    case 'payout':
      return postPayout(desk, { differenceId, actor }, words);
    case 'take-back': {
      const catalogue = await desk.openCatalogue();
      const taken = await takeBackCollection(
        { ...desk, ladderRule: () => catalogue.current().ladder },
        { differenceId, actor, reason: words.join(' ') },
      );
      return answer(
        taken,
        ({ amountNgwee, reversedReceiptNo, loanId, receiptNo, remainingNgwee }) =>
          `Difference ${differenceId} is resolved: the operator took ${formatKwacha(amountNgwee)} back, and ${reversedReceiptNo} no longer counts on order ${loanId}, receipt ${receiptNo}. Left to repay: ${formatKwacha(remainingNgwee)}.`,
      );
    }
    case 'suspense': {
      const suspended = await putIntoSuspense(desk, { differenceId, actor, reason: words.join(' ') });
      return answer(
        suspended,
        ({ amountNgwee }) =>
          `Difference ${differenceId} is resolved: ${formatKwacha(amountNgwee)} stands in suspense.`,
      );
    }
    case 'leave': {
      const left = await ignoreDifference(desk, { differenceId, actor, reason: words.join(' ') });
      return answer(left, () => `Difference ${differenceId} is left as it is.`);
    }
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
  resolution: Omit<Resolution, 'reason'>,
  [order, ...reason]: readonly string[],
): Promise<CommandAnswer> {
  if (order === undefined) return declined(...USAGE);
  const loanId = readRecordNumber(order);
  if (loanId === undefined) return declined(`"${order}" is not the number of an order.`);
  const borrowerId = await findBorrowerOfLoan(desk.db, loanId);
  if (borrowerId === undefined) return declined(describeResolutionRefusal({ kind: 'no_such_loan' }));
  const catalogue = await desk.openCatalogue();
  const posted = await postToLoan(
    { ...desk, sealing: desk.sealing(), ladderRule: () => catalogue.current().ladder },
    { ...resolution, reason: reason.join(' '), borrowerId, loanId },
  );
  return answer(
    posted,
    ({ amountNgwee }) =>
      `Difference ${resolution.differenceId} is resolved: ${formatKwacha(amountNgwee)} is posted to order ${loanId}.`,
  );
}

async function postPayout(
  desk: StaffDesk,
  resolution: Omit<Resolution, 'reason'>,
  [attemptId, ...reason]: readonly string[],
): Promise<CommandAnswer> {
  if (attemptId === undefined) return declined(...USAGE);
  const catalogue = await desk.openCatalogue();
  const posted = await postToPayout(
    { ...desk, sealing: desk.sealing(), ladderRule: () => catalogue.current().ladder },
    { ...resolution, reason: reason.join(' '), attemptId },
  );
  return answer(
    posted,
    ({ amountNgwee }) =>
      `Difference ${resolution.differenceId} is resolved: payout ${attemptId} of ${formatKwacha(amountNgwee)} was made before the restore, and is not sent.`,
  );
}

function answer<Done>(
  outcome: Outcome<Done, ResolutionRefusal | TakeBackRefusal>,
  lineOf: (done: Done) => string,
): CommandAnswer {
  return outcome.ok ? told(lineOf(outcome.value)) : declined(describeResolutionRefusal(outcome.refusal));
}

function describeResolutionRefusal(refusal: ResolutionRefusal | TakeBackRefusal): string {
  switch (refusal.kind) {
    case 'no_such_difference':
      return 'There is no difference with this number.';
    case 'already_resolved':
      return 'This difference is resolved already.';
    case 'being_posted':
      return `This difference is being posted to ${refusal.loanId === null ? 'a payout of wallet credit' : `order ${refusal.loanId}`}. If that broke off, post it there again.`;
    case 'reason_needed':
      return REASON_NEEDED_TEXT;
    case 'waits_for_operator':
      return 'The operator is being asked how this payment ended, and what it says is posted by itself.';
    case 'nothing_to_place':
      return 'Nothing of this stands in our float, so there is nothing to place.';
    case 'not_for_a_loan':
      return 'Only money that came, and that no payment of ours accounts for, can go to a loan.';
    case 'no_such_loan':
      return 'There is no order with this number that was paid out.';
    case 'not_for_a_payout':
      return 'Only money that left, and that our book does not have as paid, can be a payout.';
    case 'other_number':
      return 'The operator paid this money to another number, so it was another payout. If no payout that waits is to its number, put it into suspense.';
    case 'no_such_payout':
      return 'No payout with this number waits since the database was restored, at the same operator and of the same amount. npm run doctor lists those that wait. If it is listed, try again in a minute.';
    case 'payout_is_linked':
      return `This payout is difference ${refusal.differenceId}, and cannot be another one too.`;
    case 'not_a_collection':
      return 'Only a payment of a borrower can be taken back, and this is a payout.';
    case 'not_taken_back':
      return 'Only a payment of ours that the statement shows as reversed, or does not show, can be taken back.';
    case 'part_taken_back':
      return `The operator took ${formatKwacha(refusal.takenNgwee)} of ${formatKwacha(refusal.paidNgwee)} back, and a payment is taken back whole. Put the difference into suspense.`;
    case 'taken_back_before':
      return `This payment was taken back before, by difference ${refusal.differenceId}. If this is the same reversal in another row, leave it.`;
    case 'already_reversed':
      return `Receipt ${refusal.receiptNo} was reversed before with npm run servicing, and its money is in suspense. Put the difference into suspense too.`;
    default:
      return describeServicingRefusal(refusal);
  }
}
