import type { DifferenceKind, ProbableEnd } from '@thumba/contract/staff/difference-kinds';
import type { AttemptState } from '@thumba/lending/attempt';
import type { PaymentDirection } from '@thumba/lending/ledger';
import type { DifferenceState, GivesBack } from './differences.ts';

/** A running loan of a borrower whom a claim or the number of the money names. */
export type OwnerLoan = {
  loanId: number;
  borrowerId: number;
  state: string;
  because: 'claim' | 'number';
};

export type DifferenceFacts = {
  kind: DifferenceKind;
  direction: PaymentDirection;
  /** How our payment stands, where there is one. */
  attemptState: AttemptState | null;
  statementNgwee: number | null;
  attemptNgwee: number | null;
  loans: readonly OwnerLoan[];
  /** Payouts of the same amount to the same number that wait since the database was restored. */
  heldPayoutIds: readonly string[];
  /** The payment ended so shortly before the end of the statement that the operator may have it in the next one. */
  isAtEdge: boolean;
  givesBack: GivesBack;
  /** The operator gave this money back before it was in our book. */
  isGivenBack: boolean;
};

export type Probable = { end: ProbableEnd; loanId: number | null; payoutId: string | null };

/** What a difference most likely was. Why: docs/decisions/0116-what-a-difference-probably-was.md. */
export function probableOf(facts: DifferenceFacts): Probable {
  const only = (end: ProbableEnd): Probable => ({ end, loanId: null, payoutId: null });
  if (facts.isGivenBack) return only('leave');
  switch (facts.kind) {
    case 'status_differs':
      return only('operator_answers');
    case 'amount_differs':
      return only(facts.attemptState === 'succeeded' ? 'suspense' : 'operator_answers');
    case 'reversed':
      return only(endOfReversed(facts));
    case 'missing':
      return only(endOfMissing(facts));
    case 'extra':
    case 'duplicate':
      return facts.direction === 'collection' ? ownerOf(facts) : payoutOf(facts);
  }
}

function endOfReversed({
  attemptState,
  givesBack,
  direction,
  statementNgwee,
  attemptNgwee,
}: DifferenceFacts): ProbableEnd {
  if (attemptState === null) return isBooked(givesBack) ? 'suspense' : 'leave';
  // A payment is taken back whole or not at all.
  return direction === 'collection' && statementNgwee === attemptNgwee ? 'taken_back' : 'suspense';
}

function endOfMissing({ isAtEdge, direction }: DifferenceFacts): ProbableEnd {
  if (isAtEdge) return 'next_statement';
  return direction === 'collection' ? 'taken_back' : 'suspense';
}

/** A borrower who wrote that they paid it comes before the owner of the number: people pay from the phones of others. */
function ownerOf({ loans }: DifferenceFacts): Probable {
  const claimed = loans.filter(({ because }) => because === 'claim');
  const [loan, other] = claimed.length > 0 ? claimed : loans;
  return loan && !other
    ? { end: 'loan', loanId: loan.loanId, payoutId: null }
    : { end: 'suspense', loanId: null, payoutId: null };
}

function payoutOf({ heldPayoutIds }: DifferenceFacts): Probable {
  const [payoutId, other] = heldPayoutIds;
  return payoutId !== undefined && other === undefined
    ? { end: 'payout', loanId: null, payoutId }
    : { end: 'suspense', loanId: null, payoutId: null };
}

/** What a person can say that a difference was. */
export type PossibleEnd = 'loan' | 'payout' | 'taken_back' | 'suspense' | 'leave';

/** The ends that can be asked for. The rules of each end are checked again when it is asked for. */
export function possibleEnds(facts: DifferenceFacts & { state: DifferenceState }): PossibleEnd[] {
  if (facts.state === 'resolved') return [];
  const isOfCollection = facts.direction === 'collection';
  const isUnknownToUs = facts.kind === 'extra' || facts.kind === 'duplicate';
  // A posting that was begun and broke off is asked for again.
  if (facts.state === 'posting') return [isOfCollection ? 'loan' : 'payout'];
  // What came and went is brought into the book on neither day.
  if (facts.isGivenBack) return ['leave'];
  const ends: PossibleEnd[] = [];
  if (isUnknownToUs) ends.push(isOfCollection ? 'loan' : 'payout');
  if (isOfCollection && mayBeTakenBack(facts)) ends.push('taken_back');
  if (standsInFloat(facts)) ends.push('suspense');
  return facts.givesBack === 'booked' ? ends : [...ends, 'leave'];
}

function mayBeTakenBack({ kind, attemptState, statementNgwee, attemptNgwee }: DifferenceFacts): boolean {
  if (kind === 'missing') return true;
  return kind === 'reversed' && attemptState !== null && statementNgwee === attemptNgwee;
}

/**
 * Whether one person may leave it. What the operator gave back changed no float in the end where no statement shows that
 * it came; every other difference is money that moved on one side, which one person could hide.
 */
export function isLeftByOne({
  kind,
  attemptState,
  givesBack,
}: Pick<DifferenceFacts, 'kind' | 'attemptState' | 'givesBack'>): boolean {
  return kind === 'reversed' && attemptState === null && givesBack === null;
}

/** Whether our book has, or likely has, the money that the operator gave back. */
export function isBooked(givesBack: GivesBack): boolean {
  return givesBack === 'booked' || givesBack === 'likely';
}

/** Whether our float and the operator's differ by it. */
function standsInFloat({ kind, attemptState, givesBack }: DifferenceFacts): boolean {
  if (kind === 'status_differs') return false;
  if (kind === 'reversed') return attemptState !== null || isBooked(givesBack);
  return kind !== 'amount_differs' || attemptState === 'succeeded';
}
