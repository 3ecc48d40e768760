import { Notice } from '../../ui/card.tsx';
import { offerWords } from '../../words/offers.ts';

/** Stands wherever a bill could be paid, while a payment of it waits. */
export function PaymentOnItsWay() {
  return <Notice tone="warn">{offerWords.paymentOnItsWay}</Notice>;
}
