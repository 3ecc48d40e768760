import type { Answer } from '@thumba/contract/wire';
import { moneyText } from '@thumba/home/wire-money';
import type { Fact } from '../../ui/facts.tsx';
import { paymentFactWords } from '../../words/payment-facts.ts';

type Allocation = Answer<'queryLoanDetail'>['payments'][number]['allocation'];
type PaidParts = Pick<Answer<'getPayment'>, 'allocation' | 'extensionFee' | 'discount' | 'saving'>;

const PARTS = [
  'penalty',
  'serviceFee',
  'interest',
  'principal',
  'wallet',
] as const satisfies readonly (keyof Allocation)[];

/** The parts that a payment paid, in the order of allocation, and its additions. Parts that are zero are left out. */
export function paymentFacts({ allocation, extensionFee = 0, discount = 0, saving = 0 }: PaidParts): Fact[] {
  const words = paymentFactWords;
  return [
    ...(extensionFee > 0 ? [{ label: words.extensionFee, value: moneyText(extensionFee) }] : []),
    ...PARTS.filter((part) => allocation !== undefined && allocation[part] > 0).map((part) => ({
      label: words[part],
      value: moneyText(allocation![part]),
    })),
    ...(discount > 0 ? [{ label: words.coupon, value: moneyText(discount), tone: 'good' as const }] : []),
    ...(saving > 0 ? [{ label: words.saved, value: moneyText(saving), tone: 'good' as const }] : []),
  ];
}
