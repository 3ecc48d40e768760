import type { StaffCallName } from '@thumba/contract/staff/calls';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { findBorrowerOfLoan } from '../../book/loan/queries.ts';
import type { PaperDeps } from '../../credit/paper/issue-as-pdf.ts';
import { type Page, pageOf } from '../../platform/page.ts';
import { done, NOT_FOUND } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { drawPaperOf } from './papers.ts';
import { listHistory } from './read-history.ts';
import { listLedger } from './read-ledger.ts';
import { type LoanSource, readLoan } from './read-loan.ts';

export type LoanRouteDeps = LoanSource &
  PaperDeps & {
    openRequestsOf(borrowerId: number, loanId: number): Promise<StaffAnswer<'getLoan'>['openRequests']>;
  };

/** The page of a loan. */
export function registerLoanRoutes(server: StaffServer, deps: LoanRouteDeps): void {
  const { db } = deps;
  const ownerOf = async (loanId: number) => {
    const borrowerId = await findBorrowerOfLoan(db, loanId);
    return borrowerId === undefined ? undefined : { borrowerId, loanId };
  };
  serveStaff(server, 'getLoan', async ({ params: { loanId } }, { person }) => {
    const of = await ownerOf(loanId);
    const loan = of && (await readLoan(deps, of, person));
    if (!loan) return NOT_FOUND;
    return done({ ...loan, openRequests: await deps.openRequestsOf(of.borrowerId, loanId) });
  });
  serveStaff(server, 'drawLoanPaper', async ({ params: { loanId }, body }, { note }) => {
    note({ kind: body.kind, receiptNo: body.receiptNo });
    const of = await ownerOf(loanId);
    return of ? drawPaperOf(deps, of, body) : NOT_FOUND;
  });
  const list = <Name extends Extract<StaffCallName, `listLoan${string}`>>(
    name: Name,
    read: (of: { borrowerId: number; loanId: number }, page: Page) => Promise<StaffAnswer<Name>>,
  ) =>
    serveStaff(server, name, async (input) => {
      const { params, query } = input as {
        params: { loanId: number };
        query: { page: number; pageSize: number };
      };
      const of = await ownerOf(params.loanId);
      return of ? done(await read(of, pageOf(query))) : NOT_FOUND;
    });
  list('listLoanLedger', (of, page) => listLedger(db, of, page));
  list('listLoanHistory', (of, page) => listHistory(db, of, page));
}
