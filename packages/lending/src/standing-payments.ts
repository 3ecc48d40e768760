import type { InstalmentMove, LoanEvent, Posting } from './loan.ts';

/** A repayment or an extension that was posted. */
export type PaidEvent = Extract<LoanEvent, { kind: 'repaid' | 'extended' }>;

/** The repayments and extensions of a loan that were not taken back, oldest first. */
export function standingPayments(
  history: readonly LoanEvent[],
  reversedPostings: readonly string[],
): PaidEvent[] {
  return history.filter(
    (event): event is PaidEvent =>
      (event.kind === 'repaid' || event.kind === 'extended') && !reversedPostings.includes(event.receiptNo),
  );
}

/** The posting of an event together with the postings that belong to its receipt. */
export function wholePosting(
  { receiptNo, posting }: { receiptNo: string; posting: Posting },
  history: readonly LoanEvent[],
): Posting {
  const later = history.flatMap((event) =>
    'ofReceiptNo' in event && 'posting' in event && event.ofReceiptNo === receiptNo ? [event.posting] : [],
  );
  return later.reduce(joinedPosting, posting);
}

/** Two postings as one. */
export function joinedPosting(one: Posting, other: Posting): Posting {
  const byPeriod = Map.groupBy([...one.instalments, ...other.instalments], ({ period }) => period);
  return {
    transfers: [...one.transfers, ...other.transfers],
    instalments: [...byPeriod].map(([period, moves]) => sumOfMoves(period, moves)),
    walletNgwee: one.walletNgwee + other.walletNgwee,
    interestEarnedNgwee: one.interestEarnedNgwee + other.interestEarnedNgwee,
    feeEarnedNgwee: one.feeEarnedNgwee + other.feeEarnedNgwee,
  };
}

/** One move in place of several of the same instalment. */
function sumOfMoves(period: number, moves: readonly InstalmentMove[]): InstalmentMove {
  const total: InstalmentMove = { period };
  for (const { period: _period, ...amounts } of moves) {
    for (const name of Object.keys(amounts) as (keyof typeof amounts)[])
      total[name] = (total[name] ?? 0) + (amounts[name] ?? 0);
  }
  return total;
}
