import { longDayText } from '../../platform/lusaka-time.ts';
import { moneyText } from '../../platform/money.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { Button, ButtonLink, ButtonRow } from '../../ui/button.tsx';
import { Badge, Card, Rule } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { ownHomeWords } from '../../words/own-home.ts';
import { timeWords } from '../../words/time.ts';
import { mayBePaid } from '../bill/bill-status.ts';
import { CalendarButton } from '../calendar/calendar-button.tsx';
import { CancellationOffer } from '../payment/cancellation-offer.tsx';
import type { Paying } from '../payment/pay-overlay.tsx';
import { PaymentOnItsWay } from '../payment/payment-on-its-way.tsx';
import styles from './home.module.css';
import { LimitLadder } from './limit-ladder.tsx';

type OpenLoanSummary = NonNullable<LoanInfo['order']>;
type OnPay = (paying: Paying) => void;
type OpenLoanProps = { info: LoanInfo; loan: OpenLoanSummary; onPay: OnPay };

/** A loan that is being repaid, in time or late. */
export function OpenLoan({ info, loan, onPay }: OpenLoanProps) {
  const words = ownHomeWords.openLoan;
  const { planId, dueDate } = loan;
  const isLate = loan.overdueDays > 0;
  return (
    <>
      <Card>
        <MoneyLine
          label={isLate ? words.toRepayToday : words.toRepay}
          aside={
            isLate ? (
              <Badge tone="bad">{words.late(timeWords.days(loan.overdueDays))}</Badge>
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
            {words.details}
          </ButtonLink>
          {loan.plansLeft > 1 && (
            <ButtonLink to={`/repayment-plan/${loan.orderId}`} variant="quiet">
              {words.plan}
            </ButtonLink>
          )}
          {planId !== undefined && dueDate !== undefined && (loan.daysUntilDue ?? 0) > 0 && (
            <CalendarButton orderId={loan.orderId} planId={planId} dueDate={dueDate} />
          )}
        </div>
      </Card>
      {loan.cancelUntil !== undefined && (
        <Card>
          <CancellationOffer
            cancelUntil={loan.cancelUntil}
            onCancel={() => onPay({ kind: 'cancellation', orderId: loan.orderId })}
          />
        </Card>
      )}
      {isLate && mayBePaid(loan) ? (
        <Card title={words.cannotPayAll.title}>
          <p className={styles.small}>{words.cannotPayAll.part}</p>
          {loan.extendable && <p className={styles.small}>{words.cannotPayAll.defer}</p>}
        </Card>
      ) : (
        <LimitLadder info={info} />
      )}
    </>
  );
}

/** Ways to pay, or the way back to a payment that is still open, so that no second one is made. */
function PayButtons({ loan, isLate, onPay }: { loan: OpenLoanSummary; isLate: boolean; onPay: OnPay }) {
  const words = ownHomeWords.openLoan;
  const { orderId, pendingPaymentId, planId } = loan;
  const isWaiting = pendingPaymentId !== undefined;
  const extend = loan.extendable && planId !== undefined && (
    <Button variant="secondary" onClick={() => onPay({ kind: 'extension', planId })}>
      {words.defer}
    </Button>
  );
  return (
    <>
      {isWaiting && <PaymentOnItsWay />}
      <ButtonRow>
        {isWaiting ? (
          <Button onClick={() => onPay({ kind: 'waiting', orderId, paymentId: pendingPaymentId })}>
            {words.seePayment}
          </Button>
        ) : (
          <Button onClick={() => onPay({ kind: 'bill', orderId, isOtherAmount: false })}>{words.pay}</Button>
        )}
        {!isWaiting && !isLate && extend}
      </ButtonRow>
      {!isWaiting && isLate && (
        <ButtonRow>
          <Button variant="secondary" onClick={() => onPay({ kind: 'bill', orderId, isOtherAmount: true })}>
            {words.payPart}
          </Button>
          {extend}
        </ButtonRow>
      )}
    </>
  );
}

function dueText(daysUntilDue: number): string {
  const words = ownHomeWords.openLoan;
  if (daysUntilDue <= 0) return words.dueToday;
  return daysUntilDue === 1 ? words.dueTomorrow : words.dueIn(daysUntilDue);
}

function dueDetail({ dueDate, plansLeft }: OpenLoanSummary): string {
  const words = ownHomeWords.openLoan;
  const by = dueDate === undefined ? '' : words.by(longDayText(dueDate));
  return plansLeft > 1 ? words.both(by, words.nextOf(plansLeft)) : by;
}

function lateChargeText({ duePenalty = 0, penaltyPerDay }: OpenLoanSummary): string {
  const words = ownHomeWords.openLoan;
  const perDay = moneyText(penaltyPerDay);
  if (duePenalty > 0) {
    const charges = words.lateCharges(moneyText(duePenalty));
    return penaltyPerDay > 0 ? words.both(charges, words.aDay(perDay)) : charges;
  }
  return penaltyPerDay > 0 ? words.lateFromTomorrow(perDay) : words.noLateCharges;
}
