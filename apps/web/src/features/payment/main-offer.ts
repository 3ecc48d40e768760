import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '../../platform/money.ts';
import { offerWords } from '../../words/offers.ts';
import type { Paying } from './paying.ts';

type PayableBill = {
  orderId: number;
  settlement?: Answer<'queryLoanDetail'>['settlement'] | undefined;
  /** The plans that are not paid yet. */
  plansLeft: number;
};

export type PayOffer = { text: string; detail?: string; paying: Paying };

/**
 * What the buttons of a bill offer, the main button first. While nothing is due and the whole loan costs less than its
 * plans, that is the whole loan. The next plan alone can then be paid too, if there are several.
 */
export function payOffers({ orderId, settlement, plansLeft }: PayableBill): [PayOffer, ...PayOffer[]] {
  const bill: PayOffer = {
    text: offerWords.pay,
    paying: { kind: 'bill', orderId, isOtherAmount: false },
  };
  if (settlement === undefined || !settlement.comesFirst) return [bill];
  const wholeLoan: PayOffer = {
    text: offerWords.payOff(moneyText(settlement.amount)),
    detail: offerWords.youSave(moneyText(settlement.saving)),
    paying: { kind: 'bill', orderId, isOtherAmount: false, paysWholeLoan: true },
  };
  return plansLeft > 1 ? [wholeLoan, bill] : [wholeLoan];
}
