import type { Day } from '@thumba/lending/day';
import { findAccount } from '../borrower/accounts.ts';
import { loanToday, orderSummary, planView } from '../loan/loan-view.ts';
import { findLoan, listLoans, readHistory } from '../loan/queries.ts';
import type { Database } from '../platform/database.ts';
import { done, NOT_FOUND } from '../platform/reply.ts';
import type { Sealing } from '../platform/sealing.ts';
import { type Server, serve } from '../platform/serve.ts';
import { billingDetails } from './billing-details.ts';

/** Everything a borrower may read about loans that were applied for. */
export function registerBillRoutes(
  server: Server,
  deps: { db: Database; sealing: Sealing; today(): Day },
): void {
  const { db, sealing } = deps;

  serve(server, 'queryLoanDetail', async ({ params }, { borrowerId }) => {
    const [stored, history] = await Promise.all([
      findLoan(db, borrowerId, params.id),
      readHistory(db, borrowerId, params.id),
    ]);
    if (!stored) return NOT_FOUND;
    const account = await findAccount(db, sealing, borrowerId, stored.accountId);
    return done(billingDetails(stored, history, account, deps.today()));
  });

  serve(server, 'queryRepaymentPlan', async ({ params }, { borrowerId }) => {
    const stored = await findLoan(db, borrowerId, params.id);
    if (!stored) return NOT_FOUND;
    const loan = loanToday(stored.loan, deps.today());
    return done({
      orderId: loan.loanId,
      status: loan.state,
      plans: loan.instalments.map((instalment) => planView(loan, instalment)),
    });
  });

  serve(server, 'listOrders', async ({ query }, { borrowerId }) => {
    const today = deps.today();
    const { total, loans } = await listLoans(db, borrowerId, {
      limit: query.pageSize,
      offset: (query.page - 1) * query.pageSize,
    });
    return done({ total, items: loans.map(({ loan }) => orderSummary(loanToday(loan, today), today)) });
  });
}
