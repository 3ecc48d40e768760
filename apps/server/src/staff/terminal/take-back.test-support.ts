import { type AppBorrower, borrow, signUp } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import { reconcile } from '../../money/reconciliation/reconciled-server.test-support.ts';
import { command } from './commands/differences.ts';
import { runApproved } from './staff-desk.test-support.ts';

/** `npm run differences -- take-back <no.> "<reason>"`, approved by a second person. */
export function takeBack(server: AppServer, differenceNo: string, reason = 'on the statement') {
  return runApproved(server, command, 'take-back', differenceNo, ...reason.split(' '));
}

export type Customer = { borrower: AppBorrower; loanId: number };

/** A new borrower who owes K1,086 in 14 days. */
export async function customer(server: AppServer, mobile?: string): Promise<Customer> {
  const borrower = await signUp(server, mobile === undefined ? {} : { mobile });
  return { borrower, loanId: await borrow(borrower, { termId: 2 }) };
}

export function billOf({ borrower, loanId }: Customer) {
  return borrower.ask('queryLoanDetail', { params: { id: loanId } });
}

export async function nextDay(server: AppServer): Promise<void> {
  server.clock.advance({ days: 1 });
  await server.endTheDay();
}

/** The operator takes a payment back. Answers the number of the difference that its statement shows. */
export async function takenBackByOperator(
  server: AppServer,
  paymentId: string,
  operator: 'mtn' | 'airtel' = 'mtn',
): Promise<string> {
  const refund = `${server.url}/sim/api/collections/${paymentId}/refund`;
  const answer = await fetch(refund, { method: 'POST' });
  if (!answer.ok) throw new Error(await answer.text());
  server.clock.advance({ seconds: 1 });
  const { differences } = await reconcile(server, operator);
  const open = differences.find((one) => one.attempt_id === paymentId && one.state === 'open')!;
  return String(open.difference_id);
}

export function differenceRow(server: AppServer, differenceNo: string) {
  return server.query(
    `select state, resolution, actor, reason, entry_id from reconciliation_difference where difference_id = $1`,
    [differenceNo],
  );
}
