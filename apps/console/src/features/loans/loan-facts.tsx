import { formatPercent, rate } from '@thumba/lending/rate';
import { Link } from 'wouter';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import type { LoanAnswer } from './loan.ts';

type LoanProps = { loan: LoanAnswer };

const daysText = (days: number) => (days === 1 ? '1 day' : `${days} days`);
const percentText = (text: string) => formatPercent(rate(text));

/** Whose loan it is, and where its money went. */
export function OwnerCard({ loan }: LoanProps) {
  const mayOpen = usePerson().permissions.includes('seeBorrower');
  const { borrowerId, maskedName, maskedMobile, payout, wallet } = loan;
  return (
    <Card title="Borrower and money">
      <Facts
        facts={[
          [
            'Borrower',
            <span key="of">
              {mayOpen ? (
                <Link href={`/borrowers/${borrowerId}`}>borrower {borrowerId}</Link>
              ) : (
                `borrower ${borrowerId}`
              )}
              {maskedName && (
                <>
                  , <bdi>{maskedName}</bdi>
                </>
              )}
              {maskedMobile && `, ${maskedMobile}`}
            </span>,
          ],
          ['Borrower received', <Money key="received" kwacha={loan.received} />],
          ['Borrower paid', <Money key="paid" kwacha={loan.paidByBorrower} />],
          [
            'Of it for extensions',
            loan.extensionFees > 0 ? <Money key="extensions" kwacha={loan.extensionFees} /> : null,
          ],
          ['Paid out to', payout?.state === 'succeeded' ? numberText(payout) : null],
          ['Wallet', <Money key="wallet" kwacha={wallet} />],
          ['Disputed', loan.isDisputed ? 'by a complaint that waits for its answer' : null],
        ]}
      />
    </Card>
  );
}

/** What was agreed. */
export function TermsCard({ loan }: LoanProps) {
  return (
    <Card title="Terms" note={loan.productName}>
      <Facts
        facts={[
          ['Amount', <Money key="amount" kwacha={loan.amount} />],
          ['Term', daysText(loan.termDays)],
          ['Interest', `${percentText(loan.dailyRate)} a day`],
          ['Service fee', percentText(loan.serviceFeeRate)],
          ['Penalty', `${percentText(loan.penaltyDailyRate)} a day after ${daysText(loan.penaltyGraceDays)}`],
          ['All charges at most', `${percentText(loan.chargeCapRate)} of the amount`],
          ['Number in the earlier system', loan.earlierLoanNo],
        ]}
      />
    </Card>
  );
}

/** The days of the loan, and what moved them. */
export function DatesCard({ loan }: LoanProps) {
  const maySeeApplication = usePerson().permissions.includes('seeApplications');
  const { loanId, state, appliedAt, disbursedAt, dueOn, daysLate, worstDaysLate } = loan;
  const { extensions, hardship, closedOn } = loan;
  return (
    <Card title="Dates">
      <Facts
        facts={[
          [
            'Applied',
            <span key="applied">
              <Time at={appliedAt} />
              {maySeeApplication && state === 'applied' && (
                <>
                  , <Link href={`/applications/${loanId}`}>the application</Link>
                </>
              )}
            </span>,
          ],
          ['Paid out', disbursedAt && <Time key="paid-out" at={disbursedAt} />],
          ['Due on', dueOn && dayText(dueOn)],
          ['Late now', daysLate > 0 ? daysText(daysLate) : null],
          ['Most days late', worstDaysLate > 0 ? daysText(worstDaysLate) : null],
          ['Extensions', extensions && `${extensions.used} of ${extensions.most}`],
          ['Hardship plan', hardship && hardshipText(hardship)],
          ['Closed on', closedOn && dayText(closedOn)],
        ]}
      />
    </Card>
  );
}

function hardshipText({ agreedOn, endedOn, isFrozen }: NonNullable<LoanAnswer['hardship']>): string {
  if (endedOn !== null) return `of ${dayText(agreedOn)}; penalties count again since ${dayText(endedOn)}`;
  return `of ${dayText(agreedOn)}${isFrozen ? '; penalties are frozen' : ''}`;
}

function numberText({ maskedMobile, operator }: NonNullable<LoanAnswer['payout']>): string {
  return [maskedMobile, OPERATOR_TITLES[operator]].filter(Boolean).join(', ');
}
