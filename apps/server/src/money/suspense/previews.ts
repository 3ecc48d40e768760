import type { Day } from '@thumba/lending/day';
import type { LadderRule } from '@thumba/lending/ladder';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Change } from '@thumba/lending/loan';
import { minimum, type Ngwee, sum } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { placeOnLoan, type SuspensePlacementRefusal } from '@thumba/lending/suspense';
import type { Actor } from '../../book/actor.ts';
import { loanToday } from '../../book/loan/loan-view.ts';
import { findBorrowerOfLoan } from '../../book/loan/queries.ts';
import { hasMovedOn, type SeenLoan } from '../../book/loan/seen-loan.ts';
import { type ChangePreview, previewOf } from '../../book/loan/staff-preview.ts';
import type { PostingRefusal, Subject } from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import type { ReasonRefusal } from '../../book/staff-action.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { OperatorRefusal } from '../payment/operators/operator.ts';
import { findUncovered } from './given-back.ts';
import { type DatedPiece, findPieces, hasWallet, type Payer, payerOf } from './queries.ts';

export type SuspenseDeps = { db: Database; clock: Clock; line: PostingLine; today(): Day };
export type LoanPlacementDeps = SuspenseDeps & { ladderRule(): LadderRule };
export type PayerDeps = SuspenseDeps & {
  sealing: Sealing;
  /** Whether payouts can be sent through the operator. */
  checkOperator(operator: OperatorName): Outcome<unknown, OperatorRefusal>;
};

/** An amount in ngwee of a piece, or all that is left of it. */
export type WantedPart = { entryId: number; amountNgwee?: Ngwee };

export type TakenPart = { piece: DatedPiece; entryId: number; amountNgwee: Ngwee };

export type PieceRefusal =
  | { kind: 'no_such_piece'; entryId: number }
  | { kind: 'piece_named_twice'; entryId: number }
  | { kind: 'nothing_left'; entryId: number }
  | { kind: 'more_than_left'; entryId: number; leftNgwee: Ngwee }
  /** Money that left has no owner to whom it could go. It is covered by money that came. */
  | { kind: 'money_that_left'; entryId: number }
  | { kind: 'money_that_came'; entryId: number }
  /** The operator gave it back. It covers that before it goes anywhere. */
  | { kind: 'given_back'; entryId: number; differenceId: number; amountNgwee: Ngwee };

/** The loan is not as it was when the placement was asked for. */
type LoanMovedOn = { kind: 'loan_moved_on' };

export type PlacementRefusal =
  | ReasonRefusal
  | PieceRefusal
  | PostingRefusal
  | SuspensePlacementRefusal
  | LoanMovedOn
  | { kind: 'no_such_borrower' }
  | { kind: 'payer_not_known'; entryId: number }
  | { kind: 'different_payers' }
  | OperatorRefusal;

/** What pieces would do on a loan, the oldest first. */
export type LoanPreview = ChangePreview & { payments: readonly { entryId: number; valueOn: Day }[] };

/** The pieces with their amounts. Refused where one has less left, is money that left, or was given back. */
export async function takeParts(
  deps: Pick<SuspenseDeps, 'db'>,
  parts: readonly WantedPart[],
): Promise<Outcome<TakenPart[], PieceRefusal>> {
  const taken = await takeAnyParts(deps, parts);
  if (!taken.ok) return taken;
  const uncovered = await findUncovered(
    deps.db,
    parts.map((part) => part.entryId),
  );
  return uncovered ? refuse({ kind: 'given_back', ...uncovered }) : taken;
}

async function takeAnyParts(
  { db }: Pick<SuspenseDeps, 'db'>,
  parts: readonly WantedPart[],
): Promise<Outcome<TakenPart[], PieceRefusal>> {
  const entryIds = parts.map((part) => part.entryId);
  const pieces = await findPieces(db, entryIds);
  const taken: TakenPart[] = [];
  for (const [index, { entryId, amountNgwee }] of parts.entries()) {
    if (entryIds.indexOf(entryId) !== index) return refuse({ kind: 'piece_named_twice', entryId });
    const piece = pieces.find((one) => one.entry_id === entryId);
    if (!piece) return refuse({ kind: 'no_such_piece', entryId });
    if (piece.ngwee < 0) return refuse({ kind: 'money_that_left', entryId });
    const leftNgwee = piece.left_ngwee;
    if (leftNgwee === 0 || amountNgwee === 0) return refuse({ kind: 'nothing_left', entryId });
    const wantedNgwee = amountNgwee ?? leftNgwee;
    if (wantedNgwee > leftNgwee) return refuse({ kind: 'more_than_left', entryId, leftNgwee });
    taken.push({ piece, entryId, amountNgwee: wantedNgwee });
  }
  return allow(taken);
}

export function oldestFirst(parts: readonly TakenPart[]): TakenPart[] {
  return parts.toSorted((a, b) => (a.piece.movedOn < b.piece.movedOn ? -1 : 1));
}

type WantedOnLoan = { taken: readonly TakenPart[]; loanId: number; actor: Actor; seen?: SeenLoan };

/** What the pieces would do on the loan today. Refused where one could not be paid, or the loan is not as it was seen. */
export async function previewOnLoan(
  deps: LoanPlacementDeps,
  { taken, loanId, actor, seen }: WantedOnLoan,
): Promise<Outcome<LoanPreview, PostingRefusal | SuspensePlacementRefusal | LoanMovedOn>> {
  const borrowerId = await findBorrowerOfLoan(deps.db, loanId);
  if (borrowerId === undefined) return refuse({ kind: 'no_such_loan' });
  return deps.line.post<LoanPreview, SuspensePlacementRefusal | LoanMovedOn>({
    borrowerId,
    loanId,
    actor,
    decide(subject) {
      const on = deps.today();
      const paid = payEach(subject, oldestFirst(taken), { on, rule: deps.ladderRule() });
      if (!paid.ok) return paid;
      const changes = paid.value.map(({ change }) => change);
      const before = loanToday(subject.loan, on);
      if (seen && hasMovedOn(before, seen)) return refuse({ kind: 'loan_moved_on' });
      return {
        ok: true,
        unchanged: true,
        answer: {
          ...previewOf(before, {
            loan: changes.at(-1)!.loan,
            transfers: changes.flatMap(({ transfers }) => transfers),
            messages: changes.flatMap(({ messages }) => messages),
          }),
          payments: paid.value.map(({ entryId, change }) => ({ entryId, valueOn: repaidBy(change).on })),
        },
      };
    },
  });
}

type PaidPart = { entryId: number; change: Change };

function payEach(
  { loan, ladder }: Pick<Subject, 'loan' | 'ladder'>,
  parts: readonly TakenPart[],
  { on, rule }: { on: Day; rule: LadderRule },
): Outcome<PaidPart[], SuspensePlacementRefusal> {
  const paid: PaidPart[] = [];
  for (const { entryId, amountNgwee, piece } of parts) {
    const last = paid.at(-1)?.change;
    const place = last?.ladder ?? ladder;
    // The writer of the book raises the version with each payment, and the receipts are numbered by it.
    const version = loan.version + paid.length;
    const change = placeOnLoan(last ? { ...last.loan, version } : loan, {
      ...{ amountNgwee, cameOn: piece.movedOn, on, ladder: { rule, place } },
    });
    if (!change.ok) return change;
    paid.push({ entryId, change: change.value });
  }
  return allow(paid);
}

/** The payment of a placement: its receipt and its value day. */
export function repaidBy(change: Change) {
  return change.events.find((event) => event.kind === 'repaid')!;
}

/** The wallet credit of the borrower before it gets more. Refused where the account is deleted. */
export async function previewInWallet(
  deps: SuspenseDeps,
  { borrowerId, actor }: { borrowerId: number; actor: Actor },
): Promise<Outcome<{ walletNgwee: Ngwee }, PlacementRefusal>> {
  if (!(await hasWallet(deps.db, borrowerId))) return refuse({ kind: 'no_such_borrower' });
  return deps.line.postToWallet<{ walletNgwee: Ngwee }, never>({
    borrowerId,
    actor,
    decide: ({ walletNgwee }) => ({ ok: true, unchanged: true, answer: { walletNgwee } }),
  });
}

/** The one number that all the pieces came from, and whose money it is: 0 where that is not known. */
export async function previewToPayer(
  deps: PayerDeps,
  taken: readonly TakenPart[],
): Promise<Outcome<{ payer: Payer; borrowerId: number; amountNgwee: Ngwee }, PlacementRefusal>> {
  const found = await commonPayer(deps, taken);
  if (!found.ok) return found;
  const payer = found.value;
  const operator = deps.checkOperator(payer.operator);
  if (!operator.ok) return operator;
  const borrowerId = taken.find(({ piece }) => piece.borrower_id > 0)?.piece.borrower_id ?? 0;
  return allow({ payer, borrowerId, amountNgwee: sum(taken.map((part) => part.amountNgwee)) });
}

/** How much of the money that left came back, as far as both pieces go. */
export async function previewCover(
  deps: Pick<SuspenseDeps, 'db'>,
  { cameEntryId, leftEntryId }: { cameEntryId: number; leftEntryId: number },
): Promise<Outcome<{ came: TakenPart; gone: DatedPiece; amountNgwee: Ngwee }, PieceRefusal>> {
  const taken = await takeAnyParts(deps, [{ entryId: cameEntryId }]);
  if (!taken.ok) return taken;
  const [gone] = await findPieces(deps.db, [leftEntryId]);
  if (!gone) return refuse({ kind: 'no_such_piece', entryId: leftEntryId });
  if (gone.ngwee > 0) return refuse({ kind: 'money_that_came', entryId: leftEntryId });
  if (gone.left_ngwee === 0) return refuse({ kind: 'nothing_left', entryId: leftEntryId });
  const came = taken.value[0]!;
  return allow({ came, gone, amountNgwee: minimum(came.amountNgwee, gone.left_ngwee) });
}

async function commonPayer(
  deps: PayerDeps,
  taken: readonly TakenPart[],
): Promise<Outcome<Payer, PlacementRefusal>> {
  let common: Payer | undefined;
  for (const { piece, entryId } of taken) {
    const payer = await payerOf(deps, piece);
    if (!payer) return refuse({ kind: 'payer_not_known', entryId });
    if (common && (common.mobile !== payer.mobile || common.operator !== payer.operator))
      return refuse({ kind: 'different_payers' });
    common = payer;
  }
  return common ? allow(common) : refuse({ kind: 'different_payers' });
}
