import { payOfferTexts } from '@thumba/home/open-loan-text';
import type { Paying } from './paying.ts';

type PayableBill = Parameters<typeof payOfferTexts>[0] & { orderId: number };

export type PayOffer = { text: string; detail?: string; paying: Paying };

/** What the buttons of a bill offer and what each begins, the main button first. */
export function payOffers({ orderId, ...bill }: PayableBill): PayOffer[] {
  return payOfferTexts(bill).map(({ pays, ...said }) => ({
    ...said,
    paying: {
      kind: 'bill',
      orderId,
      isOtherAmount: false,
      ...(pays === 'whole_loan' ? { paysWholeLoan: true } : {}),
    },
  }));
}
