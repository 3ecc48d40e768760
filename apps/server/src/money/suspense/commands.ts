import type { Day } from '@thumba/lending/day';
import { type Ngwee, sum } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { owedOnLoan } from '@thumba/lending/owed';
import { placeInWallet, placeOnLoan, type SuspensePlacementRefusal } from '@thumba/lending/suspense';
import type { IdempotencyKey } from '../../book/idempotency/idempotency.ts';
import { findBorrowerOfLoan } from '../../book/loan/queries.ts';
import type { SeenLoan } from '../../book/loan/seen-loan.ts';
import { attemptRecord } from '../../book/payment-attempt/insert-attempts.ts';
import {
  coverStatement,
  type PlacedPart,
  placementRecord,
  type SuspensePlacement,
} from '../../book/suspense/placement.ts';
import { beginReturnStatement } from '../../book/suspense/return.ts';
import { toDate } from '../../platform/clock.ts';
import {
  type LoanPlacementDeps,
  oldestFirst,
  type PayerDeps,
  type PieceRefusal,
  type PlacementRefusal,
  previewCover,
  previewInWallet,
  previewOnLoan,
  previewToPayer,
  repaidBy,
  type SuspenseDeps,
  type TakenPart,
  takeParts,
} from './previews.ts';
import { findPieces } from './queries.ts';

/** Who asked for a placement and who approved it, with the request and the reason. */
export type PlacementApproval = Omit<SuspensePlacement, 'parts'>;

/** A posting on a loan, in ngwee: its receipt, its value day and what the loan owes afterwards. */
export type PlacedOnLoan = {
  amountNgwee: Ngwee;
  entryId: number;
  receiptNo: string;
  valueOn: Day;
  remainingNgwee: Ngwee;
};

type LoanPlacementRequest = {
  parts: readonly PlacedPart[];
  loanId: number;
  seen: SeenLoan;
  approval: PlacementApproval;
  /** The pieces that were placed when the request was executed before. */
  placedBefore: readonly number[];
  idempotencyOf(part: PlacedPart): IdempotencyKey | undefined;
};

/**
 * Pays a loan with each piece, the oldest first. Each is a payment of its own with its own value day. Nothing is done
 * where one of them would be refused, or where the loan is not as it was seen.
 */
export async function placePiecesOnLoan(
  deps: LoanPlacementDeps,
  request: LoanPlacementRequest,
): Promise<{ done: PlacedOnLoan[]; refusal: PlacementRefusal | null }> {
  const checked = await checkForLoan(deps, request);
  if (!checked.ok) return { done: [], refusal: checked.refusal };
  const { borrowerId, ordered } = checked.value;
  const done: PlacedOnLoan[] = [];
  for (const part of ordered) {
    const placed = await unlessTaken(
      () => takeParts(deps, [part]),
      () => payWith(deps, request, { part, borrowerId }),
    );
    if (!placed.ok) return { done, refusal: placed.refusal };
    done.push(placed.value);
  }
  return { done, refusal: null };
}

async function checkForLoan(
  deps: LoanPlacementDeps,
  { parts, loanId, seen, approval, placedBefore }: LoanPlacementRequest,
): Promise<Outcome<{ borrowerId: number; ordered: TakenPart[] }, PlacementRefusal>> {
  const isPlaced = ({ entryId }: PlacedPart) => placedBefore.includes(entryId);
  const borrowerId = await findBorrowerOfLoan(deps.db, loanId);
  if (borrowerId === undefined) return refuse({ kind: 'no_such_loan' });
  const wanted = parts.filter((part) => !isPlaced(part));
  const taken = await takeParts(deps, wanted);
  if (!taken.ok) return taken;
  if (wanted.length > 0) {
    const isFirstTime = wanted.length === parts.length;
    const previewed = await previewOnLoan(deps, {
      ...{ taken: taken.value, loanId, actor: approval.actor },
      ...(isFirstTime ? { seen } : {}),
    });
    if (!previewed.ok) return previewed;
  }
  const pieces = await findPieces(deps.db, placedBefore);
  const again = parts
    .filter(isPlaced)
    .map((part) => ({ ...part, piece: pieces.find((piece) => piece.entry_id === part.entryId)! }));
  return allow({ borrowerId, ordered: oldestFirst([...again, ...taken.value]) });
}

function payWith(
  deps: LoanPlacementDeps,
  { loanId, approval, idempotencyOf }: LoanPlacementRequest,
  { part, borrowerId }: { part: TakenPart; borrowerId: number },
) {
  const { amountNgwee, entryId, piece } = part;
  const idempotency = idempotencyOf({ entryId, amountNgwee });
  return deps.line.post<PlacedOnLoan, SuspensePlacementRefusal>({
    borrowerId,
    loanId,
    actor: approval.actor,
    ...(idempotency ? { idempotency } : {}),
    decide({ loan, ladder: place }) {
      const on = deps.today();
      const ladder = { rule: deps.ladderRule(), place };
      const change = placeOnLoan(loan, { amountNgwee, cameOn: piece.movedOn, on, ladder });
      if (!change.ok) return change;
      const repaid = repaidBy(change.value);
      return allow({
        change: change.value,
        on,
        placement: { ...approval, parts: [{ entryId, amountNgwee }] },
        answer: {
          ...{ entryId, amountNgwee, receiptNo: repaid.receiptNo, valueOn: repaid.on },
          remainingNgwee: owedOnLoan(change.value.loan).totalNgwee,
        },
      });
    },
  });
}

type PlacementRequest = { parts: readonly PlacedPart[]; approval: PlacementApproval };

/** Gives the pieces to a borrower as wallet credit. */
export async function placePiecesInWallet(
  deps: SuspenseDeps,
  { parts, borrowerId, approval }: PlacementRequest & { borrowerId: number },
): Promise<Outcome<void, PlacementRefusal>> {
  const taken = await takeParts(deps, parts);
  if (!taken.ok) return taken;
  const { actor } = approval;
  const previewed = await previewInWallet(deps, { borrowerId, actor });
  if (!previewed.ok) return previewed;
  const amountNgwee = sum(parts.map((part) => part.amountNgwee));
  return unlessTaken(
    () => takeParts(deps, taken.value),
    () =>
      deps.line.postToWallet<void, never>({
        borrowerId,
        actor,
        decide: () =>
          allow({
            change: {
              ...placeInWallet(amountNgwee),
              messages: [{ kind: 'wallet_credit_found', amountNgwee }],
            },
            on: deps.today(),
            cause: { places: { ...approval, parts } },
            answer: undefined,
          }),
      }),
  );
}

/** Sends the pieces back to the number that they came from, as one payout. */
export async function returnPiecesToPayer(
  deps: PayerDeps,
  { parts, attemptId, approval }: PlacementRequest & { attemptId: string },
): Promise<Outcome<void, PlacementRefusal>> {
  const taken = await takeParts(deps, parts);
  if (!taken.ok) return taken;
  const found = await previewToPayer(deps, taken.value);
  if (!found.ok) return found;
  const { payer, borrowerId, amountNgwee } = found.value;
  const on = deps.today();
  const attempt = {
    ...({ attemptId, direction: 'payout', purpose: 'suspense_return', period: null, amountNgwee } as const),
    submittedOn: on,
    payer: { ...payer, isOwnNumber: false },
  };
  const owner = { borrowerId, loanId: null, account: null };
  return unlessTaken(
    () => takeParts(deps, taken.value),
    async () => {
      await deps.db.row(beginReturnStatement, {
        borrowerId,
        at: toDate(deps.clock.nowMs()),
        placements: JSON.stringify([
          placementRecord({ ...approval, parts }, { target: 'payer', attemptId, amountNgwee, on }),
        ]),
        attempts: JSON.stringify([attemptRecord(deps.sealing, attempt, owner)]),
      });
      return allow(undefined);
    },
  );
}

type CoverRequest = {
  cameEntryId: number;
  leftEntryId: number;
  amountNgwee: Ngwee;
  approval: PlacementApproval;
};

/** Says that an amount which came is money that had left. Nothing moves in the book. */
export async function coverPiece(
  deps: SuspenseDeps,
  request: CoverRequest,
): Promise<Outcome<void, PlacementRefusal>> {
  const { cameEntryId, leftEntryId, amountNgwee, approval } = request;
  const checked = await checkCover(deps, request);
  if (!checked.ok) return checked;
  const parts = [cameEntryId, leftEntryId].map((entryId) => ({ entryId, amountNgwee }));
  const check = () => checkCover(deps, request);
  return unlessTaken(check, async () => {
    await deps.db.row(coverStatement, {
      borrowerId: checked.value.borrowerId,
      at: toDate(deps.clock.nowMs()),
      placements: JSON.stringify([
        placementRecord({ ...approval, parts }, { target: 'covered', amountNgwee, on: deps.today() }),
      ]),
    });
    return allow(undefined);
  });
}

/** Whose money it was that left, where as much of both pieces is left as is covered. */
async function checkCover(
  deps: SuspenseDeps,
  { cameEntryId, leftEntryId, amountNgwee }: CoverRequest,
): Promise<Outcome<{ borrowerId: number }, PieceRefusal>> {
  const previewed = await previewCover(deps, { cameEntryId, leftEntryId });
  if (!previewed.ok) return previewed;
  const { came, gone } = previewed.value;
  for (const [entryId, leftNgwee] of [
    [cameEntryId, came.amountNgwee],
    [leftEntryId, gone.left_ngwee],
  ] as const)
    if (amountNgwee > leftNgwee) return refuse({ kind: 'more_than_left', entryId, leftNgwee });
  return allow({ borrowerId: gone.borrower_id });
}

/** The database refuses to place more of a piece than is left. Another placement was then first: `check` names it. */
async function unlessTaken<Value, Refusal>(
  check: () => Promise<Outcome<unknown, PieceRefusal>>,
  place: () => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal | PieceRefusal>> {
  try {
    return await place();
  } catch (error) {
    const again = await check();
    if (!again.ok) return again;
    throw error;
  }
}
