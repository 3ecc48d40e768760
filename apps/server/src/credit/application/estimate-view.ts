import type { Answer } from '@thumba/contract/wire';
import { chargeCap } from '@thumba/lending/charge-cap';
import { toKwacha } from '@thumba/lending/money';
import type { Offer } from './offer.ts';

/** A loan that is offered, as its estimated bill. */
export function estimateView(
  { terms, quote, discountNgwee }: Pick<Offer, 'terms' | 'quote' | 'discountNgwee'>,
  version: string,
  receiveAccount: string,
): Answer<'productTrial'> {
  return {
    principal: toKwacha(quote.principalNgwee),
    receivedAmount: toKwacha(quote.receivedNgwee),
    interest: toKwacha(quote.interestNgwee),
    serviceFee: toKwacha(quote.feeNgwee),
    couponDiscount: toKwacha(discountNgwee),
    totalRepay: toKwacha(quote.totalRepayNgwee),
    totalCost: toKwacha(quote.totalCostNgwee),
    costPercent: quote.costPercent,
    apr: quote.apr,
    effectiveAnnualRate: quote.effectiveAnnualRate,
    maxCharges: toKwacha(chargeCap(terms)),
    coolingOffHours: terms.coolingOffHours,
    plans: quote.instalments.map((instalment) => ({
      loanPeriod: instalment.period,
      dueDate: instalment.dueOn,
      principal: toKwacha(instalment.principalNgwee),
      interest: toKwacha(instalment.interestNgwee),
      serviceFee: toKwacha(instalment.feeNgwee),
      total: toKwacha(instalment.totalNgwee),
    })),
    receiveAccount,
    contractVersion: version,
  };
}
