import type { Answer } from '@thumba/contract/wire';
import { fromKwacha } from '@thumba/home/wire-money';
import type { Day } from '@thumba/lending/day';
import { priceLoan, type Quote } from '@thumba/lending/pricing';
import { rate } from '@thumba/lending/rate';
import { loanChoiceWords } from '../../words/home.ts';

export type Product = Answer<'productPublic'>['marketList'][number];
export type Term = Product['terms'][number];

/** What a loan would cost, computed on the phone with the server's rules. The server has the last word. */
export function quoteOf(product: Product, term: Term, amountKwacha: number, startOn: Day): Quote {
  return priceLoan(
    {
      principalNgwee: fromKwacha(amountKwacha),
      termDays: term.days,
      instalmentCount: term.instalments,
      interestMethod: product.interestMethod,
      feeMode: product.feeMode,
      dailyRate: rate(product.dailyRate),
      serviceFeeRate: rate(product.serviceFeeRate),
      dueDay: product.dueDay,
    },
    startOn,
  );
}

/** "30 days", or "3 × 30 days" for equal parts. */
export function termName({ days, instalments }: Term): string {
  return instalments === 1
    ? loanChoiceWords.term(days)
    : loanChoiceWords.parts(instalments, days / instalments);
}

/** The nearest amount that the product offers, at most `limit`. */
export function amountOnStep(
  { minAmount, maxAmount, amountStep }: Product,
  limit: number,
  wished: number,
): number {
  const highest = Math.min(maxAmount, limit);
  const wishedInRange = Math.min(highest, Math.max(minAmount, wished));
  return minAmount + Math.floor((wishedInRange - minAmount) / amountStep) * amountStep;
}
