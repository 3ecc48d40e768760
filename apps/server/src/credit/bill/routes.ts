import type { Day } from '@thumba/lending/day';
import { loanToday, orderSummary, planView } from '../../book/loan/loan-view.ts';
import { findLoan, listLoans } from '../../book/loan/queries.ts';
import { type LinkedLoan, repayCode } from '../../book/loan/repay-link.ts';
import { describeHold, findHeldPayout } from '../../money/payment/held-payout.ts';
import { findLink } from '../../money/quick-repayment/queries.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { pageOf } from '../../platform/page.ts';
import { done, NOT_FOUND } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { readBill } from './read-bill.ts';

/** The routes that show a borrower their loans. */
export function registerBillRoutes(
  server: Server,
  deps: {
    db: Database;
    sealing: Sealing;
    clock: Clock;
    today(): Day;
    linkOf(loan: LinkedLoan): string;
  },
): void {
  const { db, sealing } = deps;

  serve(server, 'queryLoanDetail', async ({ params }, { borrowerId }) => {
    const link = { borrowerId, loanId: params.id };
    const bill = await readBill(deps, link);
    if (!bill) return NOT_FOUND;
    const mayHaveLink = bill.status === 'active' || bill.status === 'overdue';
    const valid = mayHaveLink && (await findLink(deps, repayCode(sealing, link)));
    return done({ ...bill, ...(valid ? { payLink: deps.linkOf(link) } : {}) });
  });

  serve(server, 'queryRepaymentPlan', async ({ params }, { borrowerId }) => {
    const stored = await findLoan(db, borrowerId, params.id);
    if (!stored) return NOT_FOUND;
    const today = deps.today();
    const loan = loanToday(stored.loan, today);
    return done({
      orderId: loan.loanId,
      status: loan.state,
      plans: loan.instalments.map((instalment) => planView(loan, instalment, today)),
    });
  });

  serve(server, 'listOrders', async ({ query }, { borrowerId }) => {
    const now = { today: deps.today(), nowMs: deps.clock.nowMs() };
    const { total, loans } = await listLoans(db, borrowerId, pageOf(query));
    // A borrower has one open loan at most, so at most one is being paid out.
    const payingOut = loans.find(({ loan }) => loan.state === 'paying_out')?.loan;
    const held = payingOut && (await findHeldPayout(db, borrowerId, payingOut.loanId));
    return done({
      total,
      items: loans.map((stored) => ({
        ...orderSummary(stored, now),
        ...(held && stored.loan === payingOut ? { waitingFor: describeHold(held) } : {}),
      })),
    });
  });
}
