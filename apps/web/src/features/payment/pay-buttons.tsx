import { Button } from '../../ui/button.tsx';
import { payOffers } from './main-offer.ts';
import type { Paying } from './paying.ts';
import styles from './payment.module.css';

type PayButtonsProps = Parameters<typeof payOffers>[0] & { onPay: (paying: Paying) => void };

/** The ways to pay a bill, the main one first. */
export function PayButtons({ onPay, ...bill }: PayButtonsProps) {
  return payOffers(bill).map(({ text, detail, paying }, index) => (
    <Button key={text} variant={index === 0 ? 'primary' : 'secondary'} onClick={() => onPay(paying)}>
      <span>
        {text}
        {detail && <small className={styles.saving}>{detail}</small>}
      </span>
    </Button>
  ));
}
