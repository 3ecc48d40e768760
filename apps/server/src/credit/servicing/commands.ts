import type { Day } from '@thumba/lending/day';
import {
  agreeHardship,
  type HardshipRefusal,
  type HardshipStep,
  previewHardship,
} from '@thumba/lending/hardship-plan';
import type { LadderRule } from '@thumba/lending/ladder';
import type { Change, LoanEvent, ReversalCause, WaivableCharge } from '@thumba/lending/loan';
import { type Ngwee, sum } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { owedOnLoan } from '@thumba/lending/owed';
import { type ReversalRefusal, reversePosting } from '@thumba/lending/reversal';
import { type WaiverRefusal, waiveCharge } from '@thumba/lending/waiver';
import { type WriteOffRefusal, writeOff } from '@thumba/lending/write-off';
import { staffActor } from '../../book/actor.ts';
import type { IdempotencyKey } from '../../book/idempotency/idempotency.ts';
import { loanToday } from '../../book/loan/loan-view.ts';
import { findBorrowerOfLoan, findLoan, hasOtherOpenLoan, readHistory } from '../../book/loan/queries.ts';
import { hasMovedOn, type SeenLoan } from '../../book/loan/seen-loan.ts';
import { type ChangePreview, previewOf } from '../../book/loan/staff-preview.ts';
import { readWalletMovements } from '../../book/loan/wallet-movements.ts';
import type { PostingRefusal, Subject } from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import { checkReason, type ReasonRefusal, type StaffRequest } from '../../book/staff-action.ts';
import type { Database } from '../../platform/database.ts';

export type ServicingDeps = { db: Database; line: PostingLine; ladderRule(): LadderRule; today(): Day };

export type ServicingRequest = StaffRequest & {
  idempotency?: IdempotencyKey;
  /** The second person, who approved it. */
  approvedBy?: string;
  /** What the second person saw. A loan that is not so any more is left as it is. */
  seen?: SeenLoan;
  /** The loan is changed at this version only: what was read of it beside the loan holds no longer at another one. */
  loanVersion?: number;
  /** True where it is only asked what would be done. */
  isPreview?: boolean;
};

/** What staff did, and the loan after it. */
export type Serviced = {
  loanId: number;
  /** The amount that was written off, waived, reversed or given new dates. */
  amountNgwee: Ngwee;
  remainingNgwee: Ngwee;
  /** Money of an operator that is in suspense until staff place it. */
  suspenseNgwee: Ngwee;
  /** A write-off and a hardship plan have none. */
  receiptNo: string | null;
  /** Only where `isPreview` was asked for. */
  preview?: ChangePreview;
};

/** The loan is not as it was when the request was filed. */
export type LoanMovedOn = { kind: 'loan_moved_on' };

type StaffRefusal = PostingRefusal | ReasonRefusal | LoanMovedOn;
type NoSuchPosting = { kind: 'no_such_posting' };

export type ServicingRefusal =
  | WriteOffRefusal
  | WaiverRefusal
  | HardshipRefusal
  | ReversalRefusal
  | StaffRefusal
  | NoSuchPosting;

/** Writes an overdue loan off. Money that still comes is recovery income. */
export function writeOffLoan(
  deps: ServicingDeps,
  request: ServicingRequest,
): Promise<Outcome<Serviced, WriteOffRefusal | StaffRefusal>> {
  return service(deps, request, ({ loan }, { on, reason }) => writeOff(loan, { on, reason }));
}

/** Waives a penalty, fee or interest that is still owed on a plan. */
export function waiveChargeOfLoan(
  deps: ServicingDeps,
  request: ServicingRequest & { period: number; charge: WaivableCharge; amountNgwee: Ngwee },
): Promise<Outcome<Serviced, WaiverRefusal | StaffRefusal>> {
  const { period, charge, amountNgwee } = request;
  return service(deps, request, ({ loan, ladder: place }, { on, reason }) =>
    waiveCharge(loan, {
      period,
      charge,
      amountNgwee,
      reason,
      on,
      ladder: { rule: deps.ladderRule(), place },
    }),
  );
}

/** What a hardship plan would do to a loan today. */
export async function previewHardshipOfLoan(
  deps: Pick<ServicingDeps, 'db' | 'today'>,
  { loanId, dueDates }: { loanId: number; dueDates: readonly Day[] },
): Promise<Outcome<HardshipStep[], HardshipRefusal | PostingRefusal>> {
  const borrowerId = await findBorrowerOfLoan(deps.db, loanId);
  const stored = borrowerId === undefined ? undefined : await findLoan(deps.db, borrowerId, loanId);
  if (!stored) return refuse({ kind: 'no_such_loan' });
  return previewHardship(stored.loan, { dueDates, on: deps.today() });
}

/** Agrees new due dates, at no cost, with a borrower who cannot pay as signed. */
export function agreeHardshipOfLoan(
  deps: ServicingDeps,
  request: ServicingRequest & { dueDates: readonly Day[] },
): Promise<Outcome<Serviced, HardshipRefusal | StaffRefusal>> {
  const { dueDates } = request;
  return service(deps, request, ({ loan }, { on, reason }) => agreeHardship(loan, { dueDates, reason, on }));
}

/** Reverses a mistaken posting, which staff name by its receipt number. */
export async function reversePostingOfLoan(
  deps: ServicingDeps,
  request: ServicingRequest & { receiptNo: string; cause: ReversalCause },
): Promise<Outcome<Serviced, ReversalRefusal | StaffRefusal | NoSuchPosting>> {
  const { loanId, receiptNo, cause } = request;
  const borrowerId = await borrowerOf(deps, request);
  if (borrowerId === undefined) return refuse({ kind: 'no_such_loan' });
  const history = await readHistory(deps.db, borrowerId, loanId);
  const event = history
    .map((past) => past.event)
    .find((past) => 'receiptNo' in past && past.receiptNo === receiptNo);
  if (!event) return refuse({ kind: 'no_such_posting' });
  const isOtherOpen = await hasOtherOpenLoan(deps.db, borrowerId, loanId);
  const walletMovements = await readWalletMovements(deps.db, borrowerId, loanId);
  try {
    return await service(deps, { ...request, borrowerId }, ({ loan, walletNgwee, ladder }, { on, reason }) =>
      reversePosting(loan, {
        event,
        cause,
        reason,
        on,
        walletNgwee,
        ladderPlace: ladder,
        hasOtherOpenLoan: isOtherOpen,
        ladderRule: deps.ladderRule(),
        history: history.map((past) => past.event),
        walletMovements,
      }),
    );
  } catch (error) {
    // The database allows one open loan for a borrower, who may have applied meanwhile.
    const wasLate = !isOtherOpen && (await hasOtherOpenLoan(deps.db, borrowerId, loanId));
    if (wasLate) return refuse({ kind: 'other_loan_open' });
    throw error;
  }
}

/** A request of staff on a loan: checks the reason, and posts the change of one rule of lending. */
async function service<Refusal>(
  deps: ServicingDeps,
  request: ServicingRequest,
  rule: (subject: Subject, given: { on: Day; reason: string }) => Outcome<Change, Refusal>,
): Promise<Outcome<Serviced, Refusal | StaffRefusal>> {
  const { isPreview, seen, loanVersion, approvedBy } = request;
  const reason = checkReason(request.reason);
  if (!reason.ok) return reason;
  const borrowerId = await borrowerOf(deps, request);
  if (borrowerId === undefined) return refuse({ kind: 'no_such_loan' });
  return deps.line.post<Serviced, Refusal | LoanMovedOn>({
    borrowerId,
    loanId: request.loanId,
    ...(request.idempotency ? { idempotency: request.idempotency } : {}),
    actor: staffActor(request.staffName),
    decide(subject) {
      const on = deps.today();
      if (seen && hasMovedOn(loanToday(subject.loan, on), seen)) return refuse({ kind: 'loan_moved_on' });
      if (loanVersion !== undefined && subject.loan.version !== loanVersion)
        return refuse({ kind: 'loan_moved_on' });
      const changed = rule(subject, { on, reason: reason.value });
      if (!changed.ok) return changed;
      const answer = servicedBy(changed.value);
      if (isPreview) {
        const preview = previewOf(loanToday(subject.loan, on), changed.value);
        return { ok: true, unchanged: true, answer: { ...answer, preview } };
      }
      return allow({ change: approvedChange(changed.value, approvedBy), on, answer });
    },
  });
}

async function borrowerOf(deps: ServicingDeps, request: StaffRequest): Promise<number | undefined> {
  return request.borrowerId ?? findBorrowerOfLoan(deps.db, request.loanId);
}

function servicedBy({ loan, events, messages, transfers }: Change): Serviced {
  const receipt = events.find((event) => event.kind === 'charge_waived' || event.kind === 'reversed');
  const done = [...events, ...messages].find(
    (one) =>
      one.kind === 'written_off' ||
      one.kind === 'charge_waived' ||
      one.kind === 'payment_reversed' ||
      one.kind === 'payment_taken_back' ||
      one.kind === 'waiver_reversed',
  );
  const remainingNgwee = owedOnLoan(loan).totalNgwee;
  return {
    loanId: loan.loanId,
    // A hardship plan is about everything that is still owed.
    amountNgwee: done?.amountNgwee ?? remainingNgwee,
    remainingNgwee,
    suspenseNgwee: sum(
      transfers.filter(({ creditAccount }) => creditAccount === 'suspense').map((row) => row.amountNgwee),
    ),
    receiptNo: receipt?.receiptNo ?? null,
  };
}

const CHECKED: readonly LoanEvent['kind'][] = ['written_off', 'reversed', 'hardship_agreed', 'charge_waived'];

/** The history names the second person, too. */
function approvedChange(change: Change, approvedBy: string | undefined): Change {
  if (approvedBy === undefined) return change;
  const detail = { approvedBy };
  const events = change.events.map((event) =>
    CHECKED.includes(event.kind) ? { ...event, ...detail } : event,
  );
  return { ...change, events };
}
