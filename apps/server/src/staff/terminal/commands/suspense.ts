import { addDays, daysBetween } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { formatKwacha, sum } from '@thumba/lending/money';
import { readLenderSettings } from '../../../book/lender-setting/live-settings.ts';
import type { SmsOf } from '../../../book/loan/staff-preview.ts';
import { readRecordNumber } from '../../../book/staff-action.ts';
import { previewSms } from '../../../contact/message/texts-of-now.ts';
import { checkOperator, describeFailure } from '../../../money/payment/operators/operator.ts';
import type { WantedPart } from '../../../money/suspense/previews.ts';
import { type DatedPiece, openPieces, type PieceSource } from '../../../money/suspense/queries.ts';
import { describePlacementRefusal } from '../../../money/suspense/refusal-text.ts';
import { askForPlacement, type WantedPlacement } from '../../../money/suspense/staff-requests.ts';
import { lastFailureOf, walletsWithUnusedCredit } from '../../../money/wallet/unused-credit-queries.ts';
import { tableLines } from '../../../platform/terminal-table.ts';
import { operatorsAt } from '../connected-operators.ts';
import { fileAtDesk } from '../file-request.ts';
import { findNamedBorrower } from '../named-borrower.ts';
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
  'It is placed once a second person approves it in the console.',
  '<pieces> are numbers with commas, like 4711,4712. 4711=50 takes K50 of a piece, 4711 all that is left of it.',
];

export const command = staffCommand({
  purpose: 'lists the money in suspense, and asks to place it on a loan, in a wallet or back with its payer',
  recorded: { command: 'suspense', actions: ['loan', 'wallet', 'payer', 'cover'] },
  about: ([verb, pieces, where]) => [
    ...(verb === 'loan' ? [{ kind: 'loan', no: where } as const] : []),
    ...(verb === 'wallet' ? [{ kind: 'borrower', whom: where } as const] : []),
    ...[...(pieces ?? '').split(','), verb === 'cover' ? where : undefined].map(
      (piece) => ({ kind: 'piece', no: piece?.split('=')[0] }) as const,
    ),
  ],
  async atDesk(desk, words) {
    const [verb] = words;
    if (verb === undefined) return list(desk);
    return verb === 'unused' ? listUnusedCredit(desk) : file(desk, words);
  },
});

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
async function listUnusedCredit({ db, clock, today, config }: StaffDesk): Promise<CommandAnswer> {
  const settings = await readLenderSettings({ db, clock, config: config() });
  const { days } = settings.unused_credit;
  if (days === 0) return told('The setting is 0 days: wallet credit is never sent back by itself.');
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

/** What the words after the verb ask for, or what is wrong with them. */
type Read = WantedPlacement & { reason: readonly string[] };

async function readPlacement(
  desk: StaffDesk,
  [verb, pieces = '', ...words]: readonly string[],
): Promise<Read | { problems: readonly string[] }> {
  if (verb === 'cover') return readCover([pieces, ...words]);
  const isKnown = verb === 'loan' || verb === 'wallet' || verb === 'payer';
  if (!isKnown || pieces === '') return { problems: USAGE };
  const parts = readParts(pieces);
  if (typeof parts === 'string') return { problems: [parts] };
  if (verb === 'payer') return { target: 'payer', parts, reason: words };
  const [where, ...reason] = words;
  if (where === undefined) return { problems: USAGE };
  if (verb === 'loan') {
    const loanId = readRecordNumber(where);
    return loanId === undefined
      ? { problems: [`"${where}" is not the number of an order.`] }
      : { target: 'loan', parts, loanId, reason };
  }
  const borrower = await findNamedBorrower(desk.db, desk.sealing(), where);
  return 'problem' in borrower
    ? { problems: [borrower.problem] }
    : { target: 'wallet', parts, borrowerId: borrower.borrowerId, reason };
}

function readCover([came = '', left = '', ...reason]: readonly string[]):
  | Read
  | { problems: readonly string[] } {
  if (came === '' || left === '') return { problems: USAGE };
  const [cameEntryId, leftEntryId] = [readRecordNumber(came), readRecordNumber(left)];
  if (cameEntryId === undefined || leftEntryId === undefined)
    return { problems: [`"${cameEntryId === undefined ? came : left}" is not the number of a piece.`] };
  return { target: 'covered', cameEntryId, leftEntryId, reason };
}

/** Files the placement, which is refused at once where it could not be done today. */
async function file(desk: StaffDesk, words: readonly string[]): Promise<CommandAnswer> {
  const read = await readPlacement(desk, words);
  if ('problems' in read) return declined(...read.problems);
  const { reason, ...wanted } = read;
  const catalogue = await desk.openCatalogue();
  const deps = {
    ...desk,
    sealing: desk.sealing(),
    ladderRule: () => catalogue.current().ladder,
    checkOperator: (operator: OperatorName) => checkOperator(operatorsAt(desk), operator),
    smsOf: ((message) => previewSms(desk.db, message)) satisfies SmsOf,
  };
  const staffName = desk.staffName();
  const asked = await askForPlacement(deps, wanted, { reason: reason.join(' '), staffName });
  return asked.ok
    ? fileAtDesk({ ...desk, staffName }, asked.value)
    : declined(describePlacementRefusal(asked.refusal));
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
