import { Notice } from '../../ui/card.tsx';
import { offerWords } from '../../words/offers.ts';

/** Shown wherever a bill could be paid, while a payment of it is open. */
export function PaymentOnItsWay() {
  return <Notice tone="warn">{offerWords.paymentOnItsWay}</Notice>;
}
