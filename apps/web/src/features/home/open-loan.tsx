import { formatDayCount } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { dayText, longDayText } from '../../platform/lusaka-time.ts';
import { fromKwacha, moneyText } from '../../platform/money.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, Rule } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { ownHomeWords } from '../../words/own-home.ts';
import { mayBePaid } from '../bill/bill-status.ts';
import { CalendarButton } from '../calendar/calendar-button.tsx';
import { CancellationOffer } from '../payment/cancellation-offer.tsx';
import { LaterPaymentOnItsWay } from '../payment/later-payment-on-its-way.tsx';
import { PayButtons } from '../payment/pay-buttons.tsx';
import type { Paying } from '../payment/paying.ts';
import styles from './home.module.css';
import { LaterLimitLadder } from './later-limit-ladder.tsx';
import { useMoneyArrival } from './money-arrival.ts';
import { withCouponText } from './with-coupon.ts';

const WaysOut = lazyPart(() => import('./ways-out.tsx').then((part) => part.WaysOut));
const MoneyArrived = lazyPart(() => import('./money-arrived.tsx').then((part) => part.MoneyArrived));
/**
 * In the last days before the due date a deferral is offered as a button, and earlier only as a link. That is also so on
 * the day on which the date was moved by a week.
 */
const LAST_DAYS = 6;

type OpenLoanSummary = NonNullable<LoanInfo['order']>;
type OnPay = (paying: Paying) => void;
type OpenLoanProps = {
  info: LoanInfo;
  loan: OpenLoanSummary;
  /** A popup of paying covers the page. */
  isPaying: boolean;
  onPay: OnPay;
};

/** A loan that is being repaid, in time or late. */
export function OpenLoan({ info, loan, isPaying, onPay }: OpenLoanProps) {
  const words = ownHomeWords.openLoan;
  const { planId, dueDate, extension } = loan;
  const isLate = loan.overdueDays > 0;
  const arrival = useMoneyArrival(info);
  return (
    <>
      {arrival && <MoneyArrived loan={loan} operator={arrival.operator} onClose={arrival.close} />}
      <Card>
        <MoneyLine
          label={isLate ? words.toRepayToday : words.toRepay}
          aside={
            isLate ? (
              <Badge tone="bad">{words.late(formatDayCount(loan.overdueDays))}</Badge>
            ) : (
              <Badge tone="warn">{dueText(loan.daysUntilDue ?? 0)}</Badge>
            )
          }
          money={moneyText(loan.dueAmount ?? loan.remaining)}
          detail={isLate ? <LateDetail loan={loan} /> : <DueDetail loan={loan} />}
        />
        {mayBePaid(loan) && <LoanButtons {...{ loan, isLate, isPaying, onPay }} />}
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
          {!arrival && planId !== undefined && dueDate !== undefined && (loan.daysUntilDue ?? 0) > 0 && (
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
        <WaysOut
          info={info}
          loan={loan}
          onPayPart={
            loan.pendingPaymentId === undefined
              ? () => onPay({ kind: 'bill', orderId: loan.orderId, isOtherAmount: true })
              : undefined
          }
          extension={extension}
          bill={billText(loan)}
          onDefer={() => planId !== undefined && onPay({ kind: 'extension', planId })}
        />
      ) : (
        <LaterLimitLadder info={info} />
      )}
    </>
  );
}

/** Ways to pay, or the way back to a payment that is still open, so that no second one is made. */
function LoanButtons({ loan, isLate, isPaying, onPay }: Omit<OpenLoanProps, 'info'> & { isLate: boolean }) {
  const words = ownHomeWords.openLoan;
  const { orderId, pendingPaymentId, planId, extension } = loan;
  const isWaiting = pendingPaymentId !== undefined;
  return (
    <>
      <LaterPaymentOnItsWay orderId={orderId} pendingPaymentId={pendingPaymentId} isCovered={isPaying} />
      <PayButtons
        {...loan}
        instead={
          isWaiting
            ? { text: words.seePayment, paying: { kind: 'waiting', orderId, paymentId: pendingPaymentId } }
            : undefined
        }
        onPay={onPay}
      />
      {!isWaiting && !isLate && extension && planId !== undefined && (
        <Button
          variant={(loan.daysUntilDue ?? 0) > LAST_DAYS ? 'quiet' : 'secondary'}
          isWide
          onClick={() => onPay({ kind: 'extension', planId })}
        >
          {words.needMoreTime(formatDayCount(extension.days).replace(' ', '\u00a0'))}
        </Button>
      )}
      {!isWaiting && (
        <Button
          variant={isLate ? 'secondary' : 'quiet'}
          isWide
          onClick={() => onPay({ kind: 'bill', orderId, isOtherAmount: true })}
        >
          {words.payPart}
        </Button>
      )}
    </>
  );
}

function dueText(daysUntilDue: number): string {
  const words = ownHomeWords.openLoan;
  if (daysUntilDue <= 0) return words.dueToday;
  return daysUntilDue === 1 ? words.dueTomorrow : words.dueIn(daysUntilDue);
}

function DueDetail({ loan }: { loan: OpenLoanSummary }) {
  const { dueDate, plansLeft } = loan;
  const words = ownHomeWords.openLoan;
  const by = dueDate === undefined ? '' : words.by(longDayText(dueDate));
  const withCoupon = withCouponText(loan);
  return (
    <>
      {plansLeft > 1 ? words.both(by, words.nextOf(plansLeft)) : by}
      {withCoupon && <span className={styles.line}>{withCoupon}</span>}
    </>
  );
}

/** What the sum is made of, and what each further day adds. */
function LateDetail({ loan }: { loan: OpenLoanSummary }) {
  const words = ownHomeWords.openLoan;
  const { duePenalty = 0, dueDate, penaltyDays } = loan;
  const bill = dueDate === undefined ? billText(loan) : words.wasDue(billText(loan), dayText(dueDate));
  const charges = moneyText(duePenalty);
  return (
    <>
      <span className={styles.line}>
        {duePenalty === 0
          ? bill
          : penaltyDays === undefined
            ? words.withLateCharges(bill, charges)
            : words.withLateChargesOfDays(bill, charges, formatDayCount(penaltyDays))}
      </span>
      {hasFreeDays(loan) && (
        <span className={styles.line}>{words.firstDaysFree(loan.penaltyFreeDays ?? 0)}</span>
      )}
      <span className={styles.line}>{dayChargeText(loan)}</span>
    </>
  );
}

/** Whether the free days are the whole difference between the days late and the days charged. */
function hasFreeDays({ duePenalty = 0, overdueDays, penaltyDays, penaltyFreeDays = 0 }: OpenLoanSummary) {
  return (
    duePenalty > 0 &&
    penaltyDays !== undefined &&
    penaltyFreeDays > 0 &&
    penaltyDays + penaltyFreeDays === overdueDays
  );
}

/** What is owed of the next plan without its late charges. */
function billText({ dueAmount, remaining, duePenalty = 0 }: OpenLoanSummary): string {
  return formatKwacha(fromKwacha(dueAmount ?? remaining) - fromKwacha(duePenalty));
}

function dayChargeText({ duePenalty = 0, penaltyPerDay, extension }: OpenLoanSummary): string {
  const words = ownHomeWords.openLoan;
  const perDay = moneyText(penaltyPerDay);
  if (penaltyPerDay === 0) return duePenalty > 0 ? '' : words.noLateCharges;
  if (duePenalty === 0) return words.lateFromTomorrow(perDay);
  return extension ? words.aDayUntilDeferred(perDay) : words.aDay(perDay);
}
