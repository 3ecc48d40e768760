import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { billNumber } from '../../platform/bill-number.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { dayText, longDayText, lusakaToday } from '../../platform/lusaka-time.ts';
import { navigate } from '../../platform/navigation.ts';
import { useAnswer } from '../../platform/query.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Button, ButtonRow } from '../../ui/button.tsx';
import { Badge, Card, Notice, Rule } from '../../ui/card.tsx';
import { MoneyLine } from '../../ui/facts.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { billWords } from '../../words/bill.ts';
import { titles } from '../../words/titles.ts';
import { CalendarButton } from '../calendar/calendar-button.tsx';
import { CancellationOffer } from '../payment/cancellation-offer.tsx';
import { PayButtons } from '../payment/pay-buttons.tsx';
import { PayOverlay } from '../payment/pay-overlay.tsx';
import type { Paying } from '../payment/paying.ts';
import { PaymentOnItsWay } from '../payment/payment-on-its-way.tsx';
import { SettlementOffer } from '../payment/settlement-offer.tsx';
import styles from './bill.module.css';
import { billBadge } from './bill-badge.ts';
import { BillMissing } from './bill-missing.tsx';
import { isOwed, isPaidOff, mayBePaid } from './bill-status.ts';
import { planCouponText } from './plan-coupon.ts';

const BillStory = lazyPart(() => import('./bill-story.tsx').then((part) => part.BillStory));

type Bill = Answer<'queryLoanDetail'>;

export function BillingDetailsPage({ params }: { params: Record<string, string | undefined> }) {
  const answer = useAnswer('queryLoanDetail', { params: { id: params.orderId ?? '' } });
  const [paying, setPaying] = usePaying(Number(params.orderId));
  const bill = answer.data;

  if (bill === undefined) {
    return (
      <PageFrame title={titles.billingDetails} backTo="/home">
        {answer.isError ? (
          <BillMissing
            error={answer.error}
            onRetry={() => void answer.refetch()}
            isRetrying={answer.isFetching}
          />
        ) : (
          <Skeleton lines={[132, 280, 180]} />
        )}
      </PageFrame>
    );
  }

  const { orderId, pendingPaymentId, cancelUntil } = bill;
  // Where it comes first, the main button offers it.
  const settlement = bill.settlement?.comesFirst ? undefined : bill.settlement;
  return (
    <PageFrame
      title={titles.billingDetails}
      backTo="/home"
      columns="first"
      footer={payButtons(bill, setPaying)}
    >
      <AsOf answer={answer} />
      <BillSummary bill={bill} />
      {bill.waitingFor && <Notice tone="warn">{bill.waitingFor}</Notice>}
      {isOwed(bill) && (
        <PaymentOnItsWay orderId={orderId} pendingPaymentId={pendingPaymentId} isCovered={paying !== null} />
      )}
      {(settlement || cancelUntil) && (
        <Card>
          {settlement && (
            <SettlementOffer {...settlement} onSettle={() => setPaying({ kind: 'settlement', orderId })} />
          )}
          {settlement && cancelUntil && <Rule />}
          {cancelUntil && (
            <CancellationOffer
              cancelUntil={cancelUntil}
              onCancel={() => setPaying({ kind: 'cancellation', orderId })}
            />
          )}
        </Card>
      )}
      <Suspense fallback={<Skeleton lines={[280, 180]} />}>
        <BillStory bill={bill} />
      </Suspense>
      {paying && <PayOverlay paying={paying} onClose={() => setPaying(null)} />}
    </PageFrame>
  );
}

/** How the bill is being paid. A link with a coupon opens the payment at once. */
function usePaying(orderId: number) {
  const userCouponId = Number(new URLSearchParams(useSearch()).get('coupon'));
  const paying = useState<Paying | null>(
    userCouponId > 0 ? { kind: 'bill', orderId, isOtherAmount: false, userCouponId } : null,
  );
  // The coupon is removed from the address, so that a reload does not open the popup again.
  useEffect(() => {
    if (userCouponId > 0) navigate(location.pathname, { replace: true });
  }, [userCouponId]);
  return paying;
}

/** Ways to pay, or the way back to a payment that is still open. */
function payButtons(bill: Bill, onPay: (paying: Paying) => void): ReactNode {
  const { orderId, pendingPaymentId } = bill;
  if (!pendingPaymentId && !mayBePaid(bill)) return undefined;
  const next = nextOwed(bill);
  return (
    <ButtonRow>
      <PayButtons
        orderId={orderId}
        settlement={bill.settlement}
        plansLeft={bill.plans.filter((plan) => plan.remaining > 0).length}
        instead={
          pendingPaymentId
            ? { text: billWords.see, paying: { kind: 'waiting', orderId, paymentId: pendingPaymentId } }
            : undefined
        }
        onPay={onPay}
      />
      {!pendingPaymentId && bill.extendable && next && (
        <Button variant="secondary" onClick={() => onPay({ kind: 'extension', planId: next.planId })}>
          {billWords.defer}
        </Button>
      )}
      {!pendingPaymentId && (
        <Button variant="quiet" onClick={() => onPay({ kind: 'bill', orderId, isOtherAmount: true })}>
          {billWords.payPart}
        </Button>
      )}
    </ButtonRow>
  );
}

const nextOwed = ({ plans }: Bill) => plans.find((plan) => plan.remaining > 0);

function BillSummary({ bill }: { bill: Bill }) {
  const badge = billBadge(bill);
  const isRunning = isOwed(bill) || isPaidOff(bill);
  const next = mayBePaid(bill) ? nextOwed(bill) : undefined;
  const couponText = mayBePaid(bill) ? planCouponText(bill.plans) : undefined;
  return (
    <Card>
      <MoneyLine
        label={billWords.bill(billNumber(bill.orderId))}
        aside={<Badge tone={badge.tone}>{badge.text}</Badge>}
        money={moneyText(isRunning ? bill.remaining : bill.principal)}
        detail={isRunning ? standText(bill) : billWords.askedForOn(bill.product, dayText(bill.appliedOn))}
      />
      {bill.status === 'overdue' && bill.penaltyPerDay > 0 && (
        <Notice tone="bad">{billWords.eachLateDay(moneyText(bill.penaltyPerDay))}</Notice>
      )}
      {bill.rejectedReasons?.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {couponText && <Notice>{couponText}</Notice>}
      {next?.status === 'scheduled' && (
        <div className={styles.calendar}>
          <CalendarButton orderId={bill.orderId} planId={next.planId} dueDate={next.dueDate} />
        </div>
      )}
      {bill.rejectedUntil && <Notice>{againText(bill.rejectedUntil)}</Notice>}
    </Card>
  );
}

function againText(rejectedUntil: string): string {
  const day = longDayText(rejectedUntil);
  return rejectedUntil > lusakaToday() ? billWords.againOn(day) : billWords.couldAgainFrom(day);
}

/** Of how much it is left, once a part is paid, and by when. */
function standText(bill: Bill): string | undefined {
  const { unpaid, allPaid, left } = billWords;
  const isPartPaid = bill.paid > 0;
  const whole = moneyText(bill.remaining + bill.paid);
  if (isPaidOff(bill)) return allPaid(moneyText(bill.paid));
  if (!mayBePaid(bill)) return isPartPaid ? left.ofAll(whole) : undefined;
  const isLastPart = bill.plans.filter((plan) => plan.remaining > 0).length === 1;
  const dueOn = longDayText(bill.dueDate);
  const name = dueName(bill.status === 'overdue', isLastPart);
  return isPartPaid ? left[name](whole, dueOn) : unpaid[name](dueOn);
}

function dueName(isLate: boolean, isLastPart: boolean) {
  if (isLate) return isLastPart ? 'dueSince' : 'partDueSince';
  return isLastPart ? 'by' : 'nextBy';
}
