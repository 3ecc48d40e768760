import { day } from '@thumba/lending/day';
import { demoLadder } from '@thumba/lending/ladder';
import type { AppBorrower } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import type { ServicingDeps } from './commands.ts';

export type Customer = { borrower: AppBorrower; loanId: number };

/** What the commands of servicing need, of a server that runs. */
export function servicingDepsOf(server: AppServer): ServicingDeps {
  return {
    db: server.db,
    line: server.app.line,
    ladderRule: () => demoLadder,
    today: () => day(server.today()),
  };
}

export function billOf({ borrower, loanId }: Customer) {
  return borrower.ask('queryLoanDetail', { params: { id: loanId } });
}
