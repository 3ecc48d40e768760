import { addDays, daysBetween } from '@thumba/lending/day';
import { formatKwacha, sum } from '@thumba/lending/money';
import {
  describeLendingRefusal,
  describeStaffRefusal,
  readRecordNumber,
} from '../../../book/staff-action.ts';
import { describeFailure, type Operators } from '../../../money/payment/operators/operator.ts';
import {
  coverPiece,
  type PlacementRefusal,
  placePiecesInWallet,
  placePiecesOnLoan,
  returnPiecesToPayer,
  type WantedPart,
} from '../../../money/suspense/commands.ts';
import { type DatedPiece, openPieces, type PieceSource } from '../../../money/suspense/queries.ts';
import { lastFailureOf, walletsWithUnusedCredit } from '../../../money/wallet/unused-credit-queries.ts';
import { OPERATOR_TITLES } from '../../../people/borrower/accounts.ts';
import { createLog } from '../../../platform/log.ts';
import { maskMobile } from '../../../platform/sealing.ts';
import { tableLines } from '../../../platform/terminal-table.ts';
import { connectedOperators } from '../connected-operators.ts';
import { findNamedBorrower, NO_SUCH_BORROWER } from '../named-borrower.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';
import { readAmount } from '../typed-amount.ts';

const USAGE = [
  'npm run suspense                                         the money that has no place yet, piece by piece',
  'npm run suspense -- unused                                wallet credit that was not used and could not be sent back',
  'npm run suspense -- loan <pieces> <order> "<reason>"      pays a loan with it',
  'npm run suspense -- wallet <pieces> <borrower> "<reason>" gives it to a borrower, named by mobile number or number',
  'npm run suspense -- payer <pieces> "<reason>"             sends it back to the number that it came from',
  'npm run suspense -- cover <piece> <piece> "<reason>"      says that the first piece is money of the second that came back',
  '<pieces> are numbers with commas, like 4711,4712. 4711=50 takes K50 of a piece, 4711 all that is left of it.',
];

export const command = staffCommand({
  purpose: 'lists the money in suspense, and places it on a loan, in a wallet or back with its payer',
  recorded: { command: 'suspense', actions: ['loan', 'wallet', 'payer', 'cover'] },
  async atDesk(desk, [verb, pieces, ...words]) {
    if (verb === undefined) return list(desk);
    if (verb === 'unused') return listUnusedCredit(desk);
    if (verb === 'cover') return cover(desk, [pieces, ...words]);
    const place = verb === 'loan' || verb === 'wallet' || verb === 'payer' ? PLACES[verb] : undefined;
    if (place === undefined || pieces === undefined) return declined(...USAGE);
    const parts = readParts(pieces);
    return typeof parts === 'string' ? declined(parts) : place(desk, parts, words);
  },
});

type Place = (
  desk: StaffDesk,
  parts: readonly WantedPart[],
  words: readonly string[],
) => Promise<CommandAnswer>;

const PLACES: Record<'loan' | 'wallet' | 'payer', Place> = {
  loan: placeOnLoan,
  wallet: placeInWallet,
  payer: returnToPayer,
};

async function list(desk: StaffDesk): Promise<CommandAnswer> {
  const pieces = await openPieces(desk.db);
  if (pieces.length === 0) return told('No money is in suspense.');
  const today = desk.today();
  return told(
    ...tableLines([
      ['piece', 'moved on', 'days', 'of', 'came', 'left', 'to place', 'source'],
      ...pieces.map((piece) => [
        String(piece.entry_id),
        piece.movedOn,
        String(daysBetween(piece.movedOn, today)),
        ownerOf(piece),
        piece.ngwee > 0 ? formatKwacha(piece.ngwee) : '-',
        piece.ngwee < 0 ? formatKwacha(-piece.ngwee) : '-',
        formatKwacha(piece.left_ngwee),
        SOURCES[piece.source],
      ]),
    ]),
  );
}

/** Credit that was due on an ended day and is still there. */
async function listUnusedCredit({ db, today, config }: StaffDesk): Promise<CommandAnswer> {
  const days = config().UNUSED_CREDIT_DAYS;
  if (days === 0) return told('UNUSED_CREDIT_DAYS is 0: wallet credit is never sent back by itself.');
  const rows: string[][] = [];
  const on = addDays(today(), -1);
  for await (const { borrowerId, credits } of walletsWithUnusedCredit(db, {
    on,
    days,
    includesFailed: true,
  })) {
    const failure = await lastFailureOf(db, borrowerId);
    const sinceOn = credits[0]!.on;
    rows.push([
      String(borrowerId),
      sinceOn,
      String(daysBetween(sinceOn, today())),
      formatKwacha(sum(credits.map((credit) => credit.amountNgwee))),
      failure === undefined ? 'no account that can get it' : describeFailure(failure),
    ]);
  }
  if (rows.length === 0) return told('No wallet credit waits to be sent back.');
  return told(...tableLines([['borrower', 'given on', 'days', 'amount', 'why it is still here'], ...rows]));
}

const SOURCES: Record<PieceSource, string> = {
  reversal: 'a payment that was taken back',
  unexpected_payout: 'a payout on a loan that did not wait for it',
  late_wallet_payout: 'a payout of wallet credit that had failed and was made',
  late_return: 'money sent back that had failed and was sent',
  extra: 'an unknown row of a statement',
  duplicate: 'the operator moved it twice',
  missing: 'the operator does not have it',
  reversed: 'the operator gave it back',
  amount_differs: 'another amount at the operator',
  status_differs: 'another outcome at the operator',
  bank_row: 'a row of the bank statement',
  other: 'booked by hand',
};

function ownerOf({ loan_id: loanId, borrower_id: borrowerId }: DatedPiece): string {
  if (loanId !== null) return `order ${loanId}`;
  return borrowerId === 0 ? 'nobody' : `borrower ${borrowerId}`;
}

async function placeOnLoan(
  desk: StaffDesk,
  parts: readonly WantedPart[],
  [order, ...reason]: readonly string[],
): Promise<CommandAnswer> {
  if (order === undefined) return declined(...USAGE);
  const loanId = readRecordNumber(order);
  if (loanId === undefined) return declined(`"${order}" is not the number of an order.`);
  const catalogue = await desk.openCatalogue();
  const { done, refusal } = await placePiecesOnLoan(
    { ...desk, ladderRule: () => catalogue.current().ladder },
    { parts, loanId, reason: reason.join(' '), staffName: desk.staffName() },
  );
  const lines = done.map(
    ({ entryId, amountNgwee, receiptNo, valueOn, remainingNgwee }) =>
      `${formatKwacha(amountNgwee)} of piece ${entryId} is paid on order ${loanId} as of ${valueOn}, receipt ${receiptNo}. Left to repay: ${formatKwacha(remainingNgwee)}.`,
  );
  return refusal === null ? told(...lines) : declined(...lines, describePlacementRefusal(refusal));
}

async function placeInWallet(
  desk: StaffDesk,
  parts: readonly WantedPart[],
  [whom, ...reason]: readonly string[],
): Promise<CommandAnswer> {
  if (whom === undefined) return declined(...USAGE);
  const borrower = await findNamedBorrower(desk.db, desk.sealing(), whom);
  if ('problem' in borrower) return declined(borrower.problem);
  const { borrowerId } = borrower;
  const placed = await placePiecesInWallet(desk, {
    ...{ parts, borrowerId, reason: reason.join(' '), staffName: desk.staffName() },
  });
  return placed.ok
    ? told(`${formatKwacha(placed.value.amountNgwee)} is in the wallet of borrower ${borrowerId}.`)
    : declined(describePlacementRefusal(placed.refusal));
}

async function returnToPayer(
  desk: StaffDesk,
  parts: readonly WantedPart[],
  reason: readonly string[],
): Promise<CommandAnswer> {
  const sent = await returnPiecesToPayer(
    { ...desk, sealing: desk.sealing(), operators: operatorsAt(desk) },
    { parts, reason: reason.join(' '), staffName: desk.staffName() },
  );
  if (!sent.ok) return declined(describePlacementRefusal(sent.refusal));
  const { amountNgwee, attemptId, payer } = sent.value;
  return told(
    `${formatKwacha(amountNgwee)} goes back to ${maskMobile(payer.mobile)} at ${OPERATOR_TITLES[payer.operator]} as payment ${attemptId}. If it fails, the money is in this list again.`,
  );
}

async function cover(
  desk: StaffDesk,
  [came, left, ...reason]: readonly (string | undefined)[],
): Promise<CommandAnswer> {
  if (came === undefined || left === undefined) return declined(...USAGE);
  const [cameEntryId, leftEntryId] = [readRecordNumber(came), readRecordNumber(left)];
  if (cameEntryId === undefined || leftEntryId === undefined)
    return declined(`"${cameEntryId === undefined ? came : left}" is not the number of a piece.`);
  const covered = await coverPiece(desk, {
    ...{ cameEntryId, leftEntryId, reason: reason.join(' '), staffName: desk.staffName() },
  });
  return covered.ok
    ? told(
        `${formatKwacha(covered.value.amountNgwee)} of piece ${leftEntryId} came back with piece ${cameEntryId}.`,
      )
    : declined(describePlacementRefusal(covered.refusal));
}

function operatorsAt({ db, clock, ...desk }: StaffDesk): Operators {
  const config = desk.config();
  const log = createLog({ level: config.LOG_LEVEL, service: 'thumba' });
  return connectedOperators(config, { db, clock, log });
}

/** The pieces as they are typed, or what is wrong with them. */
function readParts(text: string): WantedPart[] | string {
  const parts: WantedPart[] = [];
  for (const word of text.split(',')) {
    const [piece = '', amount] = word.split('=');
    const entryId = readRecordNumber(piece);
    if (entryId === undefined) return `"${piece}" is not the number of a piece.`;
    const amountNgwee = amount === undefined ? undefined : readAmount(amount);
    if (amount !== undefined && amountNgwee === undefined)
      return `"${amount}" is no amount: say it in kwacha, like 10.86.`;
    parts.push(amountNgwee === undefined ? { entryId } : { entryId, amountNgwee });
  }
  return parts;
}

function describePlacementRefusal(refusal: PlacementRefusal): string {
  switch (refusal.kind) {
    case 'no_such_loan':
    case 'reason_needed':
    case 'key_reused':
      return describeStaffRefusal(refusal);
    case 'no_such_piece':
      return `There is no piece ${refusal.entryId} in suspense: "npm run suspense" lists them.`;
    case 'piece_named_twice':
      return `Piece ${refusal.entryId} is named twice.`;
    case 'nothing_left':
      return `Nothing of piece ${refusal.entryId} is to be placed.`;
    case 'more_than_left':
      return `Only ${formatKwacha(refusal.leftNgwee)} of piece ${refusal.entryId} is left.`;
    case 'money_that_left':
      return `Piece ${refusal.entryId} is money that left. It can only be covered by money that came.`;
    case 'money_that_came':
      return `Piece ${refusal.entryId} is money that came, so there is nothing to cover.`;
    case 'no_such_borrower':
      return NO_SUCH_BORROWER;
    case 'payer_not_known':
      return `The number that piece ${refusal.entryId} came from is not known. Place it on a loan or in a wallet.`;
    case 'different_payers':
      return 'These pieces came from different numbers. Send each back by itself.';
    case 'operator_not_connected':
      return 'No money can be sent through the operator of this number: it is not connected.';
    case 'payment_pending':
      return `A payment of ${formatKwacha(refusal.amountNgwee)} is under way on this loan. Please wait until it has ended.`;
    default:
      return describeLendingRefusal(refusal);
  }
}
