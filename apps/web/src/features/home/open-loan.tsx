import { day, formatDayCount, formatDayLong } from '@thumba/lending/day';
import { moneyText } from '../../platform/money.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, Rule } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { mayBePaid } from '../bill/bill-status.ts';
import styles from './home.module.css';
import { LimitLadder } from './limit-ladder.tsx';
import type { Paying } from './pay-overlays.tsx';

type OpenLoanSummary = NonNullable<LoanInfo['order']>;
type OnPay = (paying: Paying) => void;
type OpenLoanProps = { info: LoanInfo; loan: OpenLoanSummary; onPay: OnPay };

/** A loan that is being repaid, in time or late. */
export function OpenLoan({ info, loan, onPay }: OpenLoanProps) {
  const isLate = loan.overdueDays > 0;
  return (
    <>
      <Card>
        <MoneyLine
          label={isLate ? 'To repay today' : 'To repay'}
          aside={
            isLate ? (
              <Badge tone="bad">{formatDayCount(loan.overdueDays)} late</Badge>
            ) : (
              <Badge tone="warn">{dueText(loan.daysUntilDue ?? 0)}</Badge>
            )
          }
          money={moneyText(loan.dueAmount ?? loan.remaining)}
          detail={isLate ? lateChargeText(loan) : dueDetail(loan)}
        />
        {mayBePaid(loan) && <PayButtons loan={loan} isLate={isLate} onPay={onPay} />}
        <Rule />
        <div className={styles.links}>
          <ButtonLink to={`/billing-details/${loan.orderId}`} variant="quiet">
            Bill details
          </ButtonLink>
          {loan.plansLeft > 1 && (
            <ButtonLink to={`/repayment-plan/${loan.orderId}`} variant="quiet">
              Repayment plan
            </ButtonLink>
          )}
        </div>
      </Card>
      {isLate && mayBePaid(loan) ? (
        <Card title="Can’t pay it all now?">
          <p className={styles.small}>
            Pay the part that you can. Late charges are counted on what is still late, so each part makes them
            smaller.
          </p>
        </Card>
      ) : (
        <LimitLadder info={info} />
      )}
    </>
  );
}

/** Ways to pay, or the way back to the payment that waits already: never a second one beside it. */
function PayButtons({ loan, isLate, onPay }: { loan: OpenLoanSummary; isLate: boolean; onPay: OnPay }) {
  const { orderId, pendingPaymentId } = loan;
  if (pendingPaymentId !== undefined) {
    return (
      <Button onClick={() => onPay({ kind: 'waiting', paymentId: pendingPaymentId })}>See the payment</Button>
    );
  }
  return (
    <>
      <Button onClick={() => onPay({ kind: 'bill', orderId, isOtherAmount: false })}>Pay the bill</Button>
      {isLate && (
        <Button variant="secondary" onClick={() => onPay({ kind: 'bill', orderId, isOtherAmount: true })}>
          Pay a part
        </Button>
      )}
    </>
  );
}

export function daysLateText(overdueDays: number): string {
  return overdueDays > 0 ? `This bill is ${formatDayCount(overdueDays)} late` : 'This bill is late';
}

function dueText(daysUntilDue: number): string {
  if (daysUntilDue <= 0) return 'today';
  return daysUntilDue === 1 ? 'tomorrow' : `in ${daysUntilDue} days`;
}

function dueDetail({ dueDate, plansLeft }: OpenLoanSummary): string {
  const by = dueDate === undefined ? '' : `by ${formatDayLong(day(dueDate))}`;
  return plansLeft > 1 ? `${by}, the next of ${plansLeft} payments` : by;
}

function lateChargeText({ penaltyToDate, penaltyPerDay }: OpenLoanSummary): string {
  const perDay = penaltyPerDay > 0 ? `, ${moneyText(penaltyPerDay)} a day` : '';
  if (penaltyToDate > 0) return `${moneyText(penaltyToDate)} of it is late charges${perDay}`;
  return penaltyPerDay > 0
    ? `No late charge yet. From tomorrow ${moneyText(penaltyPerDay)} a day`
    : 'No late charges';
}
