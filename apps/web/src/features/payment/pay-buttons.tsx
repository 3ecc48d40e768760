import { Button } from '../../ui/button.tsx';
import { type PayOffer, payOffers } from './main-offer.ts';
import type { Paying } from './paying.ts';
import styles from './payment.module.css';

type PayButtonsProps = Parameters<typeof payOffers>[0] & {
  /** Offered instead of paying, such as the payment that is still open. */
  instead?: PayOffer | undefined;
  onPay: (paying: Paying) => void;
};

/**
 * The ways to pay a bill, the main one first. The main button stays the same element while its offer changes, so that it
 * has the focus again after a payment.
 */
export function PayButtons({ instead, onPay, ...bill }: PayButtonsProps) {
  const offers = instead ? [instead] : payOffers(bill);
  return offers.map(({ text, detail, paying }, index) => (
    <Button
      key={index === 0 ? 'main' : text}
      variant={index === 0 ? 'primary' : 'secondary'}
      onClick={() => onPay(paying)}
    >
      <span>
        {text}
        {detail && <small className={styles.saving}>{detail}</small>}
      </span>
    </Button>
  ));
}
