import { type AppBorrower, borrow, pay, signUp } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import { asApproved } from '../../../test/approved-match.ts';
import { moveUnasked, reconcile } from '../../money/reconciliation/reconciled-server.test-support.ts';
import { putIntoSuspense } from '../../money/reconciliation/resolve-difference.ts';
import { openPieces } from '../../money/suspense/queries.ts';
import { command as servicing } from './commands/servicing.ts';
import { deskBeside, runApproved } from './staff-desk.test-support.ts';

/** Puts money that came without us into suspense. Answers the number of its piece. */
export async function unknownMoneyAt(
  server: AppServer,
  amount: number,
  mobile = server.newMobile('mtn'),
): Promise<string> {
  const reference = await moveUnasked(server, { mobile, amount });
  const { differences } = await reconcile(server);
  const { difference_id: differenceId } = differences.find((one) => one.operator_reference === reference)!;
  const desk = await deskBeside(server);
  const suspending = { differenceId, actor: 'staff:mary', reason: 'its owner is not known' } as const;
  await asApproved(server.db, (approval) => putIntoSuspense(desk, { ...suspending, approval }));
  const [{ entry_id }] = await server.query(
    'select entry_id from reconciliation_difference where difference_id = $1',
    [differenceId],
  );
  return String(entry_id);
}

/** Takes a posting back, which a second person approves. */
export async function reverseAt(server: AppServer, receipt: string): Promise<void> {
  const { done, text } = await runApproved(server, servicing, 'reverse', receipt, 'ours', 'a mistake');
  if (!done) throw new Error(text);
}

/** A payment of a new borrower that was taken back, with the number of its piece. */
export async function reversedPaymentAt(
  server: AppServer,
  amount: number,
): Promise<{ borrower: AppBorrower; loanId: number; piece: string }> {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower, { termId: 2 });
  await pay(server, borrower, loanId, { amount });
  const receipt = (await borrower.ask('queryLoanDetail', { params: { id: loanId } })).payments[0]!.receiptNo;
  await reverseAt(server, receipt);
  const piece = (await openPieces(server.db)).find((one) => one.loan_id === loanId)!;
  return { borrower, loanId, piece: String(piece.entry_id) };
}
