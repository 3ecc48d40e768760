import { moneyArrivedWords as words } from '@thumba/home/money-arrived-words';
import { withCouponText } from '@thumba/home/open-loan-text';
import { moneyText, shortMoneyText } from '@thumba/home/wire-money';
import Check from 'lucide-react/icons/check';
import { longDayText, lusakaToday } from '../../platform/lusaka-time.ts';
import type { LoanInfo } from '../../platform/session.ts';
import { Button, ButtonRow } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CalendarButton } from '../calendar/calendar-button.tsx';
import { type Account, operatorName } from '../payment/accounts.ts';
import styles from './money-arrived.module.css';

type MoneyArrivedProps = {
  loan: NonNullable<LoanInfo['order']>;
  operator: Account['operator'];
  onClose: () => void;
};

/** As long as a second tap of the same finger may take. */
const SECOND_TAP_MS = 600;

/** The bill moves up under the finger. A second tap was meant for the card that has gone, so it must press nothing there. */
function ignoreSecondTap(): void {
  const main = document.querySelector('main');
  main?.toggleAttribute('inert', true);
  setTimeout(() => main?.removeAttribute('inert'), SECOND_TAP_MS);
}

/** Above the bill, on the first view after the money has arrived. */
export function MoneyArrived({ loan, operator, onClose }: MoneyArrivedProps) {
  const { orderId, planId, dueDate, plansLeft } = loan;
  const due = moneyText(loan.dueAmount ?? loan.remaining);
  const withCoupon = withCouponText(loan, lusakaToday());
  const close = () => {
    onClose();
    ignoreSecondTap();
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  return (
    <Card>
      <div className={styles.arrived} role="status">
        <span className={styles.mark} aria-hidden="true">
          <Check />
        </span>
        <h2 className={styles.title}>
          {words.title(shortMoneyText(loan.receivedAmount), operatorName(operator))}
        </h2>
        {dueDate !== undefined && (
          <p className={styles.text}>
            {plansLeft > 1
              ? words.repayInParts(plansLeft, due, longDayText(dueDate))
              : words.repayOn(due, longDayText(dueDate))}
          </p>
        )}
        {withCoupon && <p className={styles.text}>{withCoupon}</p>}
      </div>
      <ButtonRow>
        {planId !== undefined && dueDate !== undefined && (
          <CalendarButton variant="secondary" orderId={orderId} planId={planId} dueDate={dueDate} />
        )}
        <Button variant="secondary" onClick={close}>
          {words.ok}
        </Button>
      </ButtonRow>
    </Card>
  );
}
