import { billText, openLoanText, otherOfferTexts } from '@thumba/home/open-loan-text';
import { ownHomeWords } from '@thumba/home/own-home-words';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { lusakaToday } from '../../platform/lusaka-time.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, Rule } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { mayBePaid } from '../bill/bill-status.ts';
import { CalendarButton } from '../calendar/calendar-button.tsx';
import { CancellationOffer } from '../payment/cancellation-offer.tsx';
import { LaterPaymentOnItsWay } from '../payment/later-payment-on-its-way.tsx';
import { PayButtons } from '../payment/pay-buttons.tsx';
import type { Paying } from '../payment/paying.ts';
import styles from './home.module.css';
import { LaterLimitLadder } from './later-limit-ladder.tsx';
import { useMoneyArrival } from './money-arrival.ts';

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
  const text = openLoanText(loan, lusakaToday());
  const arrival = useMoneyArrival(info);
  return (
    <>
      {arrival && <MoneyArrived loan={loan} operator={arrival.operator} onClose={arrival.close} />}
      <Card>
        <MoneyLine
          label={text.label}
          aside={<Badge tone={text.badge.tone}>{text.badge.text}</Badge>}
          money={text.money}
          detail={text.lines.map((line) => (
            <span key={line} className={styles.line}>
              {line}
            </span>
          ))}
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
  const { orderId, pendingPaymentId, planId } = loan;
  const { seePayment, defer, payPart } = otherOfferTexts(loan);
  return (
    <>
      <LaterPaymentOnItsWay orderId={orderId} pendingPaymentId={pendingPaymentId} isCovered={isPaying} />
      <PayButtons
        {...loan}
        instead={
          seePayment !== undefined && pendingPaymentId !== undefined
            ? { text: seePayment, paying: { kind: 'waiting', orderId, paymentId: pendingPaymentId } }
            : undefined
        }
        onPay={onPay}
      />
      {defer !== undefined && planId !== undefined && (
        <Button
          variant={(loan.daysUntilDue ?? 0) > LAST_DAYS ? 'quiet' : 'secondary'}
          isWide
          onClick={() => onPay({ kind: 'extension', planId })}
        >
          {defer}
        </Button>
      )}
      {payPart !== undefined && (
        <Button
          variant={isLate ? 'secondary' : 'quiet'}
          isWide
          onClick={() => onPay({ kind: 'bill', orderId, isOtherAmount: true })}
        >
          {payPart}
        </Button>
      )}
    </>
  );
}
