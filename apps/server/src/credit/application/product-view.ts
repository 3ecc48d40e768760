import type { Answer } from '@thumba/contract/wire';
import { type Day, formatDayCount } from '@thumba/lending/day';
import { formatKwachaShort, toKwacha } from '@thumba/lending/money';
import type { Product } from '@thumba/lending/product';
import { formatPercentage } from '@thumba/lending/rate';
import { type OfferSummary, type StorePolicy, summariseOffers } from '@thumba/lending/store-policy';
import type { Catalogue } from '../../book/catalogue/catalogue.ts';
import { applicationWords } from './application-words.ts';
import { lockedReason, offeredProducts } from './offer.ts';

type PublicProducts = Answer<'productPublic'>;

export function productView(
  catalogue: Catalogue,
  product: Product,
  ladderStep: number,
): PublicProducts['marketList'][number] {
  const locked = lockedReason(catalogue, product, ladderStep);
  const opensFromLimitNgwee = locked ? catalogue.ladder.steps[product.ladderStepNeeded - 1] : undefined;
  return {
    productId: product.productId,
    name: product.name,
    minAmount: toKwacha(product.minNgwee),
    maxAmount: toKwacha(product.maxNgwee),
    amountStep: toKwacha(product.stepNgwee),
    terms: product.terms.map((term) => ({ ...term })),
    dailyRate: product.dailyRate,
    serviceFeeRate: product.serviceFeeRate,
    interestMethod: product.interestMethod,
    feeMode: product.feeMode,
    ...(product.extension ? { extension: { ...product.extension } } : {}),
    penalty: { ...product.penalty },
    ...(product.dueDay ? { dueDay: { ...product.dueDay } } : {}),
    ...(locked ? { locked: true, lockedReason: locked } : {}),
    ...(opensFromLimitNgwee === undefined ? {} : { opensFromLimit: toKwacha(opensFromLimitNgwee) }),
  };
}

/**
 * The summaries of the loans on offer that have to be public. The highest APR is searched in every amount and term, so
 * a summary is computed once for a catalogue, a store and a day.
 */
export function offerSummaries() {
  let computed: {
    catalogue: Catalogue;
    today: Day;
    summaries: Map<StorePolicy | null, OfferSummary | null>;
  };
  return {
    of(catalogue: Catalogue, store: StorePolicy | null, today: Day): OfferSummary | null {
      if (computed?.catalogue !== catalogue || computed.today !== today) {
        computed = { catalogue, today, summaries: new Map() };
      }
      const known = computed.summaries.get(store);
      if (known !== undefined) return known;
      const summary = summariseOffers(offeredProducts(catalogue, store), catalogue.policy, today);
      computed.summaries.set(store, summary);
      return summary;
    },
  };
}

export function offerView(summary: OfferSummary | null): PublicProducts['policy'] {
  if (!summary) return { minTermDays: 0, maxTermDays: 0, maxApr: 0, example: applicationWords.noLoanOffered };
  const { minTermDays, maxTermDays, maxApr, example } = summary;
  const { quote, termDays, instalments } = example;
  return {
    minTermDays,
    maxTermDays,
    maxApr,
    example: applicationWords.example(
      instalments,
      formatKwachaShort(quote.principalNgwee),
      formatDayCount(termDays),
      formatKwachaShort(quote.receivedNgwee),
      formatKwachaShort(quote.totalRepayNgwee),
      formatKwachaShort(quote.totalCostNgwee),
      formatPercentage(quote.apr),
    ),
  };
}
