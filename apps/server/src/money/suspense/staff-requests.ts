import { formatDay } from '@thumba/lending/day';
import type { LoanMessage } from '@thumba/lending/loan-message';
import { add, formatKwacha, type Ngwee, sum } from '@thumba/lending/money';
import { allow, type Outcome } from '@thumba/lending/outcome';
import { placeInWallet, returnedToPayer } from '@thumba/lending/suspense';
import type { WalletMessage } from '@thumba/lending/wallet-payout';
import { type Actor, staffActor } from '../../book/actor.ts';
import { idempotencyOf } from '../../book/idempotency/idempotency.ts';
import type { SeenLoan } from '../../book/loan/seen-loan.ts';
import { effectOf, ledgerLines, type SmsOf, smsText } from '../../book/loan/staff-preview.ts';
import { checkReason } from '../../book/staff-action.ts';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import { type PlacedPart, piecesPlacedFor } from '../../book/suspense/placement.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';
import { maskMobile } from '../../platform/sealing.ts';
import {
  coverPiece,
  type PlacedOnLoan,
  type PlacementApproval,
  placePiecesInWallet,
  placePiecesOnLoan,
  returnPiecesToPayer,
} from './commands.ts';
import {
  type LoanPlacementDeps,
  type LoanPreview,
  type PayerDeps,
  type PlacementRefusal,
  previewCover,
  previewInWallet,
  previewOnLoan,
  previewToPayer,
  type TakenPart,
  takeParts,
  type WantedPart,
} from './previews.ts';
import { ownersOf } from './queries.ts';
import { describePlacementRefusal } from './refusal-text.ts';

/** What a person asks a second person for: a place for money in suspense. */
export type WantedPlacement =
  | { target: 'loan'; parts: readonly WantedPart[]; loanId: number }
  | { target: 'wallet'; parts: readonly WantedPart[]; borrowerId: number }
  | { target: 'payer'; parts: readonly WantedPart[] }
  | { target: 'covered'; cameEntryId: number; leftEntryId: number };

/** What was asked for, with the amounts that were seen. `payee` is the masked number that a payout goes to. */
type Placement =
  | { target: 'loan'; parts: readonly PlacedPart[]; loanId: number; seen: SeenLoan }
  | { target: 'wallet'; parts: readonly PlacedPart[]; borrowerId: number }
  | { target: 'payer'; parts: readonly PlacedPart[]; attemptId: string; payee: string }
  | { target: 'covered'; cameEntryId: number; leftEntryId: number; amountNgwee: Ngwee };

export type PlacementDeps = LoanPlacementDeps & PayerDeps & { newAttemptId(): string };

type Described = Pick<AskedRequest, 'title' | 'subject' | 'borrowerId' | 'loanId' | 'effect'> & {
  placement: Placement;
  messages: readonly (LoanMessage | WalletMessage)[];
};

/** Asks for a place for money in suspense. Refused where it could not be placed there today. */
export async function askForPlacement(
  deps: PlacementDeps & { smsOf: SmsOf },
  wanted: WantedPlacement,
  asked: { reason: string; staffName: string },
): Promise<Outcome<AskedRequest, PlacementRefusal>> {
  const reason = checkReason(asked.reason);
  if (!reason.ok) return reason;
  const described = await describe(deps, wanted, staffActor(asked.staffName));
  if (!described.ok) return described;
  const { placement, messages, ...shown } = described.value;
  return allow({
    ...shown,
    kind: 'suspense_placement',
    ofStaffId: null,
    payload: placement,
    message: await smsText(messages, deps.smsOf),
    reason: reason.value,
  });
}

async function describe(
  deps: PlacementDeps,
  wanted: WantedPlacement,
  actor: Actor,
): Promise<Outcome<Described, PlacementRefusal>> {
  if (wanted.target === 'covered') return describeCover(deps, wanted);
  const taken = await takeParts(deps, wanted.parts);
  if (!taken.ok) return taken;
  switch (wanted.target) {
    case 'loan':
      return describeOnLoan(deps, taken.value, { loanId: wanted.loanId, actor });
    case 'wallet':
      return describeInWallet(deps, taken.value, { borrowerId: wanted.borrowerId, actor });
    case 'payer':
      return describeToPayer(deps, taken.value);
  }
}

async function describeOnLoan(
  deps: PlacementDeps,
  taken: readonly TakenPart[],
  { loanId, actor }: { loanId: number; actor: Actor },
): Promise<Outcome<Described, PlacementRefusal>> {
  const previewed = await previewOnLoan(deps, { taken, loanId, actor });
  if (!previewed.ok) return previewed;
  const { borrowerId, seen, messages } = previewed.value;
  return allow({
    title: `Pay ${totalText(taken)} from suspense on order ${loanId}`,
    subject: `${piecesText(taken)} to order ${loanId}`,
    ...{ borrowerId, loanId, messages },
    effect: [...linesOfPieces(taken), ...linesOfLoan(previewed.value)],
    placement: { target: 'loan', parts: partsOf(taken), loanId, seen },
  });
}

async function describeInWallet(
  deps: PlacementDeps,
  taken: readonly TakenPart[],
  { borrowerId, actor }: { borrowerId: number; actor: Actor },
): Promise<Outcome<Described, PlacementRefusal>> {
  const previewed = await previewInWallet(deps, { borrowerId, actor });
  if (!previewed.ok) return previewed;
  const { walletNgwee } = previewed.value;
  const amountNgwee = totalOf(taken);
  return allow({
    title: `Put ${totalText(taken)} from suspense into the wallet of borrower ${borrowerId}`,
    subject: `${piecesText(taken)} to the wallet of borrower ${borrowerId}`,
    ...{ borrowerId, loanId: null },
    messages: [{ kind: 'wallet_credit_found', amountNgwee }],
    effect: [
      ...linesOfPieces(taken),
      {
        title: 'Wallet credit',
        before: formatKwacha(walletNgwee),
        after: formatKwacha(add(walletNgwee, amountNgwee)),
      },
      ...ledgerLines(placeInWallet(amountNgwee).transfers),
    ],
    placement: { target: 'wallet', parts: partsOf(taken), borrowerId },
  });
}

async function describeToPayer(
  deps: PlacementDeps,
  taken: readonly TakenPart[],
): Promise<Outcome<Described, PlacementRefusal>> {
  const previewed = await previewToPayer(deps, taken);
  if (!previewed.ok) return previewed;
  const { payer, borrowerId, amountNgwee } = previewed.value;
  const payee = `${maskMobile(payer.mobile)} at ${OPERATOR_TITLES[payer.operator]}`;
  const paid = ledgerLines(returnedToPayer(amountNgwee, payer.operator));
  return allow({
    title: `Send ${totalText(taken)} from suspense back to ${payee}`,
    subject: `${piecesText(taken)} to the payer`,
    ...{ borrowerId: borrowerId === 0 ? null : borrowerId, loanId: null, messages: [] },
    effect: [
      ...linesOfPieces(taken),
      { title: `Payout to ${payee}`, before: null, after: formatKwacha(amountNgwee) },
      ...paid.map((line) => ({ ...line, title: `${line.title}, once the operator has paid` })),
    ],
    placement: { target: 'payer', parts: partsOf(taken), attemptId: deps.newAttemptId(), payee },
  });
}

async function describeCover(
  deps: PlacementDeps,
  { cameEntryId, leftEntryId }: { cameEntryId: number; leftEntryId: number },
): Promise<Outcome<Described, PlacementRefusal>> {
  const previewed = await previewCover(deps, { cameEntryId, leftEntryId });
  if (!previewed.ok) return previewed;
  const { came, gone, amountNgwee } = previewed.value;
  return allow({
    title: `Piece ${cameEntryId} is ${formatKwacha(amountNgwee)} of piece ${leftEntryId} that came back`,
    subject: `piece ${cameEntryId} covers piece ${leftEntryId}`,
    ...{ borrowerId: gone.borrower_id === 0 ? null : gone.borrower_id, loanId: null, messages: [] },
    effect: [
      ...linesOfPieces([
        { ...came, amountNgwee },
        { piece: gone, entryId: leftEntryId, amountNgwee },
      ]),
      { title: 'Ledger', before: null, after: 'nothing moves' },
    ],
    placement: { target: 'covered', cameEntryId, leftEntryId, amountNgwee },
  });
}

/** The borrowers whose pieces an asked placement takes or covers: no relative of them asks for it or approves it. */
export function ownersOfPlacement(
  { db }: Pick<PlacementDeps, 'db'>,
  payload: AskedRequest['payload'],
): Promise<number[]> {
  const placement = payload as Placement | { target?: undefined };
  // What was asked is not kept for ever.
  if (placement.target === undefined) return Promise.resolve([]);
  const entryIds =
    placement.target === 'covered'
      ? [placement.cameEntryId, placement.leftEntryId]
      : placement.parts.map(({ entryId }) => entryId);
  return ownersOf(db, entryIds);
}

function linesOfPieces(taken: readonly TakenPart[]): EffectLine[] {
  return taken.map(({ entryId, piece, amountNgwee }) => ({
    title: `Left of piece ${entryId}, which ${piece.ngwee > 0 ? 'came' : 'left'} on ${formatDay(piece.movedOn)}`,
    before: formatKwacha(piece.left_ngwee),
    after: formatKwacha(piece.left_ngwee - amountNgwee),
  }));
}

function linesOfLoan(preview: LoanPreview): EffectLine[] {
  return [
    ...preview.payments.map(({ entryId, valueOn }) => ({
      title: `Day for which piece ${entryId} counts`,
      before: null,
      after: formatDay(valueOn),
    })),
    ...effectOf(preview),
  ];
}

/**
 * Does a placement that was asked for, once a second person approved it. The second time it finds what it placed the
 * first time.
 */
export function placementExecutors(deps: PlacementDeps & { onNewMessages(): void }) {
  return {
    async suspense_placement(
      { requestId, payload, reason, madeBy: actor }: ApprovedRequest,
      approvedBy: Actor,
    ): Promise<Execution> {
      const placement = payload as Placement;
      const approval = { requestId, reason, actor, approvedBy };
      if (placement.target === 'loan') {
        const { done, refusal } = await payLoan(deps, placement, approval);
        deps.onNewMessages();
        const lines = done.map((paid) => describePaid(paid, placement.loanId));
        return refusal === null
          ? { isDone: true, sentence: lines.join('\n') }
          : { isDone: false, sentence: [...lines, describePlacementRefusal(refusal)].join('\n') };
      }
      const before = await piecesPlacedFor(deps.db, requestId);
      const placed = before.length > 0 ? allow(undefined) : await place(deps, placement, approval);
      deps.onNewMessages();
      return placed.ok
        ? { isDone: true, sentence: describePlaced(placement) }
        : { isDone: false, sentence: describePlacementRefusal(placed.refusal) };
    },
  };
}

type OnLoan = Extract<Placement, { target: 'loan' }>;

async function payLoan(deps: PlacementDeps, { target, ...wanted }: OnLoan, approval: PlacementApproval) {
  const { requestId } = approval;
  return placePiecesOnLoan(deps, {
    ...wanted,
    approval,
    placedBefore: await piecesPlacedFor(deps.db, requestId),
    idempotencyOf: (part) =>
      idempotencyOf(deps.sealing, `staff request ${requestId} piece ${part.entryId}`, target, part),
  });
}

function place(
  deps: PlacementDeps,
  placement: Exclude<Placement, OnLoan>,
  approval: PlacementApproval,
): Promise<Outcome<void, PlacementRefusal>> {
  switch (placement.target) {
    case 'wallet':
      return placePiecesInWallet(deps, { ...placement, approval });
    case 'payer':
      return returnPiecesToPayer(deps, { ...placement, approval });
    case 'covered':
      return coverPiece(deps, { ...placement, approval });
  }
}

function describePaid({ entryId, receiptNo, valueOn, ...paid }: PlacedOnLoan, loanId: number): string {
  const amount = formatKwacha(paid.amountNgwee);
  const left = formatKwacha(paid.remainingNgwee);
  return `${amount} of piece ${entryId} is paid on order ${loanId} as of ${valueOn}, receipt ${receiptNo}. Left to repay: ${left}.`;
}

function describePlaced(placement: Exclude<Placement, OnLoan>): string {
  switch (placement.target) {
    case 'wallet':
      return `${totalText(placement.parts)} is in the wallet of borrower ${placement.borrowerId}.`;
    case 'payer':
      return `${totalText(placement.parts)} goes back to ${placement.payee} as payment ${placement.attemptId}. If it fails, the money is in suspense again.`;
    case 'covered':
      return `${formatKwacha(placement.amountNgwee)} of piece ${placement.leftEntryId} came back with piece ${placement.cameEntryId}.`;
  }
}

function partsOf(taken: readonly TakenPart[]): PlacedPart[] {
  return taken.map(({ entryId, amountNgwee }) => ({ entryId, amountNgwee }));
}

function totalOf(parts: readonly PlacedPart[]): Ngwee {
  return sum(parts.map((part) => part.amountNgwee));
}

function totalText(parts: readonly PlacedPart[]): string {
  return formatKwacha(totalOf(parts));
}

function piecesText(taken: readonly TakenPart[]): string {
  return taken
    .map(({ entryId, amountNgwee }) => `${formatKwacha(amountNgwee)} of piece ${entryId}`)
    .join(', ');
}
