import { loanOverWords as words } from '@thumba/home/loan-over-words';
import { moneyText } from '@thumba/home/wire-money';
import Check from 'lucide-react/icons/check';
import type { LoanInfo } from '../../platform/session.ts';
import { Button, ButtonLink, ButtonRow } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PaperButton } from '../paper/paper-button.tsx';
import styles from './money-arrived.module.css';

type LoanOverProps = { paidOff: NonNullable<LoanInfo['paidOff']>; onClose: () => void };

/** What was paid for the last loan, and the letter that proves its end. */
export function LoanOver({ paidOff: { orderId, paid }, onClose }: LoanOverProps) {
  const close = () => {
    onClose();
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  return (
    <Card>
      <div className={styles.arrived} role="status">
        <span className={styles.mark} aria-hidden="true">
          <Check />
        </span>
        <h2 className={styles.title}>{words.title}</h2>
        <p className={styles.text}>{words.paid(moneyText(paid))}</p>
      </div>
      <PaperButton orderId={orderId} kind="paid_up_letter" label={words.letter} />
      <ButtonRow>
        <ButtonLink to={`/billing-details/${orderId}`} variant="secondary">
          {words.bill}
        </ButtonLink>
        <Button variant="secondary" onClick={close}>
          {words.ok}
        </Button>
      </ButtonRow>
    </Card>
  );
}
