import { type DecisionRules, RULES_DEFAULTS, type Scorecard } from '@thumba/lending/decision';
import { LADDER_DEFAULTS, type LadderRule } from '@thumba/lending/ladder';
import { type Product, policyWithLaterLimits, type SavedPolicy } from '@thumba/lending/product';
import type { Catalogue, CatalogueEntry, CataloguePart } from './catalogue.ts';
import { ladderFormOf, productFormOf, rulesFormOf, scorecardFormOf } from './forms.ts';

type SavedVersion = { content: unknown; version: number };

/** A saved version as staff read and write it. What it was saved without has the value that counts for it. */
export function formOf(part: CataloguePart, { content, version }: SavedVersion): unknown {
  switch (part) {
    case 'product':
      return productFormOf({ ...(content as Product), version });
    case 'policy':
      return policyWithLaterLimits(content as SavedPolicy);
    case 'policy_in_force':
      return content;
    case 'ladder':
      return ladderFormOf({ ...LADDER_DEFAULTS, ...(content as LadderRule) });
    case 'rules':
      return rulesFormOf({ ...RULES_DEFAULTS, ...(content as DecisionRules), version });
    case 'scorecard':
      return scorecardFormOf({ ...(content as Scorecard), version });
  }
}

/** The version of an item that counts, as staff read and write it. `null`: its first version is planned. */
export function countingForm(
  catalogue: Catalogue,
  { part, item }: Pick<CatalogueEntry, 'part' | 'item'>,
): unknown {
  switch (part) {
    case 'product': {
      const product = catalogue.products.find(({ productId }) => String(productId) === item);
      return product ? productFormOf(product) : null;
    }
    case 'policy':
      return catalogue.policies.find(({ name }) => name === item) ?? null;
    case 'policy_in_force':
      return { name: catalogue.policy.name };
    case 'ladder':
      return ladderFormOf(catalogue.ladder);
    case 'rules':
      return rulesFormOf(catalogue.rules);
    case 'scorecard':
      return scorecardFormOf(catalogue.scorecard);
  }
}

export function titleOfItem({ part, item, content }: CatalogueEntry): string {
  switch (part) {
    case 'product':
      return `Product ${item}, ${(content as Product).name}`;
    case 'policy':
      return `Policy ${item}`;
    case 'policy_in_force':
      return 'Policy in force';
    case 'ladder':
      return 'Limit ladder';
    case 'rules':
      return 'Decision rules';
    case 'scorecard':
      return 'Scorecard';
  }
}

/** What a request about an item is about. Two that wait for the same item are one. */
export function subjectOfItem({ part, item }: Pick<CatalogueEntry, 'part' | 'item'>): string {
  switch (part) {
    case 'product':
    case 'policy':
      return `${part} ${item}`;
    case 'policy_in_force':
      return 'policy in force';
    default:
      return part;
  }
}
