import { type Day, daysBetween, formatDayCount } from '@thumba/lending/day';
import type { Loan } from '@thumba/lending/loan';
import { loanToday } from './book/loan/loan-view.ts';
import { readOverview } from './book/loan/queries.ts';
import { type DemoBorrower, demoBorrowers } from './demo/demo-borrowers.ts';
import { findBorrowerByMobile } from './people/borrower/queries.ts';
import type { Database } from './platform/database.ts';
import type { Sealing } from './platform/sealing.ts';

type Lender = { db: Database; sealing: Sealing; today(): Day };

/** The borrowers of the demo with what has become of them by today, for the handset page. */
export function listDemoPeople(lender: Lender): Promise<{ mobile: string; name: string; state: string }[]> {
  return Promise.all(
    demoBorrowers.map(async (borrower) => {
      const { mobile, firstName, lastName } = borrower;
      return { mobile, name: `${firstName} ${lastName}`, state: await stateOf(lender, borrower) };
    }),
  );
}

async function stateOf({ db, sealing, today }: Lender, borrower: DemoBorrower): Promise<string> {
  const borrowerId = await findBorrowerByMobile(db, sealing, borrower.mobile);
  const latest = borrowerId === undefined ? undefined : (await readOverview(db, borrowerId))?.latest;
  if (latest) return loanStateText(loanToday(latest.loan, today()), today());
  return borrower.details === 'none' ? 'New, no details yet' : 'Ready to borrow';
}

/** "3 days late", "Due in 5 days": the state of a loan as a person says it. */
function loanStateText(loan: Loan, today: Day): string {
  switch (loan.state) {
    case 'applied':
      return 'Application under review';
    case 'declined':
      return 'Application declined';
    case 'approved':
    case 'paying_out':
      return 'Money on its way';
    case 'payout_failed':
      return 'Payout failed';
    case 'active':
    case 'overdue':
      return dueText(loan, today);
    case 'settled':
    case 'recovered':
      return 'Loan paid off';
    case 'written_off':
      return 'Written off';
    case 'cancelled':
      return 'Loan cancelled';
  }
}

function dueText(loan: Loan, today: Day): string {
  const next = loan.instalments.find((instalment) => instalment.state !== 'settled');
  if (!next) return 'Loan paid off';
  const days = daysBetween(today, next.dueOn);
  if (days < 0) return `${formatDayCount(-days)} late`;
  return days === 0 ? 'Due today' : `Due in ${formatDayCount(days)}`;
}
