import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import type { LoanTerms } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { priceLoan, type Quote } from '@thumba/lending/pricing';
import {
  checkProduct,
  loanTerms,
  type OfferRefusal,
  type ProductRefusal,
  termsOf,
} from '@thumba/lending/product';
import type { LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import { type FormRefusal, readProductForm } from '../../book/catalogue/forms.ts';

export type Draft = { content: unknown; termId: number; amountNgwee: Ngwee; effectiveOn: Day | null };

export type DraftRefusal = Exclude<OfferRefusal, { kind: 'breaks_policy' }> | ProductRefusal | FormRefusal;

export type DraftDeps = {
  catalogue: LiveCatalogue;
  today(): Day;
  /** The sums as a borrower sees them. */
  estimateOf(terms: LoanTerms, quote: Quote): StaffAnswer<'estimateProduct'>;
};

/**
 * The estimate that a borrower would see of a draft of a product, by the policy of its day. The sums are those of the
 * borrower's estimate, as if the money went out on that day. A draft that breaks the policy has an estimate too.
 */
export function estimateDraft(
  { catalogue, today, estimateOf }: DraftDeps,
  { content, termId, amountNgwee, effectiveOn }: Draft,
): Outcome<StaffAnswer<'estimateProduct'>, DraftRefusal> {
  const form = readProductForm(content);
  if (!form.ok) return form;
  const { policy } = effectiveOn === null ? catalogue.current() : catalogue.on(effectiveOn);
  const product = { ...form.value, productId: form.value.productId ?? 0, version: form.value.version ?? 0 };
  const checked = checkProduct(product, policy);
  if (!checked.ok && checked.refusal.kind !== 'breaks_policy') return refuse(checked.refusal);
  const offered = loanTerms(product, policy, termId, amountNgwee);
  if (!offered.ok && offered.refusal.kind !== 'breaks_policy') return refuse(offered.refusal);
  const term = product.terms.find((candidate) => candidate.termId === termId)!;
  const terms = termsOf(product, policy, term, amountNgwee);
  const quote = priceLoan(terms, effectiveOn ?? today());
  return allow(estimateOf(terms, quote));
}
