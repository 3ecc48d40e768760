import { brokenPolicyRules } from '@thumba/lending/product';
import type { CatalogueDeps } from '../../book/catalogue/commands.ts';
import { readProductForm } from '../../book/catalogue/forms.ts';
import { type CatalogueRefusal, describeCatalogueRefusal } from '../../book/catalogue/refusal-text.ts';
import type { OfferChange } from '../../book/catalogue/staff-changes.ts';

/** Each rule that keeps a change from being saved, in a sentence with its name. A rule of the policy names its terms. */
export function problemsOf(
  { catalogue }: Pick<CatalogueDeps, 'catalogue'>,
  { part, content, effectiveOn }: OfferChange,
  refusal: CatalogueRefusal,
): string[] {
  const { policy } = effectiveOn === null ? catalogue.current() : catalogue.on(effectiveOn);
  const form = readProductForm(content);
  if (part !== 'product' || refusal.kind !== 'breaks_policy' || !form.ok) {
    return [describeCatalogueRefusal(refusal, policy)];
  }
  const product = { ...form.value, productId: 0, version: 0 };
  const broken = product.terms.flatMap((term) =>
    brokenPolicyRules({ ...product, terms: [term] }, policy).map((rule) => ({ rule, days: term.days })),
  );
  return [...Map.groupBy(broken, ({ rule }) => rule)].map(([rule, terms]) => {
    const sentence = describeCatalogueRefusal({ kind: 'breaks_policy', rule }, policy);
    return `${sentence} Terms: ${terms.map(({ days }) => `${days} days`).join(', ')}.`;
  });
}
