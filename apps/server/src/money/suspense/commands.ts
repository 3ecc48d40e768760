import type { Day } from '@thumba/lending/day';
import type { LadderRule } from '@thumba/lending/ladder';
import { minimum, type Ngwee, sum } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { owedOnLoan } from '@thumba/lending/owed';
import { placeInWallet, placeOnLoan, type SuspensePlacementRefusal } from '@thumba/lending/suspense';
import { type Actor, staffActor } from '../../book/actor.ts';
import { findBorrowerOfLoan } from '../../book/loan/queries.ts';
import { attemptRecord } from '../../book/payment-attempt/insert-attempts.ts';
import type { PostingRefusal } from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { coverStatement, placementRecord } from '../../book/suspense/placement.ts';
import { beginReturnStatement } from '../../book/suspense/return.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Operators } from '../payment/operators/operator.ts';
import { type DatedPiece, findPieces, hasWallet, type Payer, payerOf } from './queries.ts';

export type SuspenseDeps = { db: Database; clock: Clock; line: PostingLine; today(): Day };

/** An amount in ngwee of a piece, or all that is left of it. */
export type WantedPart = { entryId: number; amountNgwee?: Ngwee };

export type PlacementRequest = { parts: readonly WantedPart[]; reason: string; staffName: string };

export type PieceRefusal =
  | { kind: 'no_such_piece'; entryId: number }
  | { kind: 'piece_named_twice'; entryId: number }
  | { kind: 'nothing_left'; entryId: number }
  | { kind: 'more_than_left'; entryId: number; leftNgwee: Ngwee }
  /** Money that left has no owner to whom it could go. It is covered by money that came. */
  | { kind: 'money_that_left'; entryId: number }
  | { kind: 'money_that_came'; entryId: number };

export type PlacementRefusal =
  | ReasonRefusal
  | PieceRefusal
  | PostingRefusal
  | SuspensePlacementRefusal
  | { kind: 'no_such_borrower' }
  | { kind: 'payer_not_known'; entryId: number }
  | { kind: 'different_payers' }
  | { kind: 'operator_not_connected' };

type TakenPart = { piece: DatedPiece; entryId: number; amountNgwee: Ngwee };
type Ready = { taken: TakenPart[]; reason: string; actor: Actor };

/** What a placement moved, in ngwee. */
export type PlacedMoney = { amountNgwee: Ngwee };

/** A posting on a loan: its receipt, its value day and what the loan owes afterwards. */
export type PlacedOnLoan = PlacedMoney & {
  entryId: number;
  receiptNo: string;
  valueOn: Day;
  remainingNgwee: Ngwee;
};

/**
 * Pays a loan with each piece, the oldest first. Each is a payment of its own with its own value day. Where one is refused
 * the ones before it are done, and the refusal says so.
 */
export async function placePiecesOnLoan(
  deps: SuspenseDeps & { ladderRule(): LadderRule },
  request: PlacementRequest & { loanId: number },
): Promise<{ done: PlacedOnLoan[]; refusal: PlacementRefusal | null }> {
  const ready = await prepare(deps, request);
  if (!ready.ok) return { done: [], refusal: ready.refusal };
  const borrowerId = await findBorrowerOfLoan(deps.db, request.loanId);
  if (borrowerId === undefined) return { done: [], refusal: { kind: 'no_such_loan' } };
  const { taken, reason, actor } = ready.value;
  const done: PlacedOnLoan[] = [];
  for (const part of taken.toSorted((a, b) => (a.piece.movedOn < b.piece.movedOn ? -1 : 1))) {
    const placed = await unlessTaken(deps, [part], () =>
      deps.line.post<PlacedOnLoan, SuspensePlacementRefusal>({
        borrowerId,
        loanId: request.loanId,
        actor,
        decide({ loan, ladder: place }) {
          const on = deps.today();
          const { amountNgwee, entryId, piece } = part;
          const ladder = { rule: deps.ladderRule(), place };
          const change = placeOnLoan(loan, { amountNgwee, cameOn: piece.movedOn, on, ladder });
          if (!change.ok) return change;
          const repaid = change.value.events.find((event) => event.kind === 'repaid')!;
          return allow({
            change: change.value,
            on,
            placement: { parts: [{ entryId, amountNgwee }], reason, actor },
            answer: {
              ...{ entryId, amountNgwee, receiptNo: repaid.receiptNo, valueOn: repaid.on },
              remainingNgwee: owedOnLoan(change.value.loan).totalNgwee,
            },
          });
        },
      }),
    );
    if (!placed.ok) return { done, refusal: placed.refusal };
    done.push(placed.value);
  }
  return { done, refusal: null };
}

/** Gives the pieces to a borrower as wallet credit. */
export async function placePiecesInWallet(
  deps: SuspenseDeps,
  request: PlacementRequest & { borrowerId: number },
): Promise<Outcome<PlacedMoney, PlacementRefusal>> {
  const ready = await prepare(deps, request);
  if (!ready.ok) return ready;
  const { taken, reason, actor } = ready.value;
  const { borrowerId } = request;
  const amountNgwee = sum(taken.map((part) => part.amountNgwee));
  if (!(await hasWallet(deps.db, borrowerId))) return refuse({ kind: 'no_such_borrower' });
  return unlessTaken(deps, taken, () =>
    deps.line.postToWallet<PlacedMoney, never>({
      borrowerId,
      actor,
      decide: () =>
        allow({
          change: { ...placeInWallet(amountNgwee), messages: [{ kind: 'wallet_credit_found', amountNgwee }] },
          on: deps.today(),
          cause: { places: { parts: taken, reason, actor } },
          answer: { amountNgwee },
        }),
    }),
  );
}

/** Sends the pieces back to the number that they came from, as one payout. */
export async function returnPiecesToPayer(
  deps: SuspenseDeps & { sealing: Sealing; operators: Operators; newAttemptId(): string },
  request: PlacementRequest,
): Promise<Outcome<PlacedMoney & { attemptId: string; payer: Payer }, PlacementRefusal>> {
  const ready = await prepare(deps, request);
  if (!ready.ok) return ready;
  const { taken, reason, actor } = ready.value;
  const found = await commonPayer(deps, taken);
  if (!found.ok) return found;
  const payer = found.value;
  if (!deps.operators[payer.operator]) return refuse({ kind: 'operator_not_connected' });
  const borrowerId = taken.find(({ piece }) => piece.borrower_id > 0)?.piece.borrower_id ?? 0;
  const amountNgwee = sum(taken.map((part) => part.amountNgwee));
  const attemptId = deps.newAttemptId();
  const on = deps.today();
  const attempt = {
    ...({ attemptId, direction: 'payout', purpose: 'suspense_return', period: null, amountNgwee } as const),
    submittedOn: on,
    payer: { ...payer, isOwnNumber: false },
  };
  const owner = { borrowerId, loanId: null, account: null };
  return unlessTaken(deps, taken, async () => {
    await deps.db.row(beginReturnStatement, {
      borrowerId,
      at: toDate(deps.clock.nowMs()),
      placements: JSON.stringify([
        placementRecord({ parts: taken, reason, actor }, { target: 'payer', attemptId, amountNgwee, on }),
      ]),
      attempts: JSON.stringify([attemptRecord(deps.sealing, attempt, owner)]),
    });
    return allow({ amountNgwee, attemptId, payer });
  });
}

/** Says that money which came is money that had left, as far as both go. Nothing moves in the book. */
export async function coverPiece(
  deps: SuspenseDeps,
  request: Omit<PlacementRequest, 'parts'> & { cameEntryId: number; leftEntryId: number },
): Promise<Outcome<PlacedMoney, PlacementRefusal>> {
  const { cameEntryId, leftEntryId, reason, staffName } = request;
  const came = await prepare(deps, { parts: [{ entryId: cameEntryId }], reason, staffName });
  if (!came.ok) return came;
  const [gone] = await findPieces(deps.db, [leftEntryId]);
  if (!gone) return refuse({ kind: 'no_such_piece', entryId: leftEntryId });
  if (gone.ngwee > 0) return refuse({ kind: 'money_that_came', entryId: leftEntryId });
  if (gone.left_ngwee === 0) return refuse({ kind: 'nothing_left', entryId: leftEntryId });
  const [part] = came.value.taken;
  const amountNgwee = minimum(part!.amountNgwee, gone.left_ngwee);
  const parts = [cameEntryId, leftEntryId].map((entryId) => ({ entryId, amountNgwee }));
  return unlessTaken(deps, [{ ...part!, amountNgwee }], async () => {
    await deps.db.row(coverStatement, {
      borrowerId: gone.borrower_id,
      at: toDate(deps.clock.nowMs()),
      placements: JSON.stringify([
        placementRecord(
          { parts, reason: came.value.reason, actor: came.value.actor },
          { target: 'covered', amountNgwee, on: deps.today() },
        ),
      ]),
    });
    return allow({ amountNgwee });
  });
}

/** Checks the reason and the pieces, and names the amount of each. */
async function prepare(
  deps: SuspenseDeps,
  { parts, reason, staffName }: PlacementRequest,
): Promise<Outcome<Ready, ReasonRefusal | PieceRefusal>> {
  const checked = checkReason(reason);
  if (!checked.ok) return checked;
  const taken = await takeParts(deps, parts);
  if (!taken.ok) return taken;
  return allow({ taken: taken.value, reason: checked.value, actor: staffActor(staffName) });
}

async function takeParts(
  deps: SuspenseDeps,
  parts: readonly WantedPart[],
): Promise<Outcome<TakenPart[], PieceRefusal>> {
  const entryIds = parts.map((part) => part.entryId);
  const pieces = await findPieces(deps.db, entryIds);
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

/** The database refuses to place more of a piece than is left. Another placement was then first, and is named. */
async function unlessTaken<Value, Refusal>(
  deps: SuspenseDeps,
  taken: readonly TakenPart[],
  place: () => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal | PieceRefusal>> {
  try {
    return await place();
  } catch (error) {
    const again = await takeParts(deps, taken);
    if (!again.ok) return again;
    throw error;
  }
}

async function commonPayer(
  deps: SuspenseDeps & { sealing: Sealing },
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
