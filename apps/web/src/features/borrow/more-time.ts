import type { Answer } from '@thumba/contract/wire';
import { fromKwacha } from '@thumba/home/wire-money';
import { formatKwacha } from '@thumba/lending/money';
import { formatPercent, rate, share } from '@thumba/lending/rate';
import { ifPlansChangeWords } from '../../words/if-plans-change.ts';

type Estimate = Pick<Answer<'productTrial'>, 'plans'>;
type Product = Pick<Answer<'getMyLoanInfo'>['marketList'][number], 'extension'>;

/** What moving the due date costs before the loan is late; undefined where it cannot be moved. */
export function moreTimeText({ plans }: Estimate, { extension }: Product): string | undefined {
  if (extension === undefined || extension.max === 0) return undefined;
  const words = ifPlansChangeWords.moreTime;
  const price = rate(extension.rate);
  const [only, ...others] = plans;
  return only === undefined || others.length > 0
    ? words.priceOfPart(extension.days, formatPercent(price))
    : words.price(extension.days, formatKwacha(share(fromKwacha(only.principal), price)));
}
