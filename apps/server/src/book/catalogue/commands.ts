import {
  checkDecisionRules,
  checkScorecard,
  type DecisionRules,
  type RulesRefusal,
  type Scorecard,
  type ScorecardRefusal,
} from '@thumba/lending/decision';
import { checkLadder, type LadderRefusal, type LadderRule } from '@thumba/lending/ladder';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { checkProduct, type Policy, type Product, type ProductRefusal } from '@thumba/lending/product';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AGAIN, retryOnConflict } from '../../platform/retry.ts';
import {
  type Catalogue,
  type CatalogueEntry,
  type LiveCatalogue,
  policyEntry,
  productEntry,
  type Saver,
  saveEntries,
} from './catalogue.ts';

export type CatalogueDeps = { db: Database; clock: Clock; catalogue: LiveCatalogue };

/** A product to be saved: `productId` is null for a new one, `version` the one that was changed, if that is known. */
export type ProductDraft = Omit<Product, 'productId' | 'version'> & {
  productId: number | null;
  version: number | null;
};

export type SaveProductRefusal =
  | ProductRefusal
  | { kind: 'no_such_product'; productId: number }
  | { kind: 'changed_meanwhile'; version: number }
  | { kind: 'name_taken'; name: string }
  | { kind: 'term_taken'; termId: number; name: string }
  | { kind: 'no_such_ladder_step'; steps: number };

/** What is saved, with the entry of the catalogue that it becomes. */
export type Decided<Saved> = { entry: CatalogueEntry; saved: Saved };

/** The next version of a product, or the first of a new one. Loans keep the version they were signed with. */
export function nextProduct(
  catalogue: Catalogue,
  draft: ProductDraft,
): Outcome<Decided<Product>, SaveProductRefusal> {
  const before = catalogue.products.find(({ productId }) => productId === draft.productId);
  if (draft.productId !== null && !before) {
    return refuse({ kind: 'no_such_product', productId: draft.productId });
  }
  if (draft.version !== null && before && draft.version !== before.version) {
    return refuse({ kind: 'changed_meanwhile', version: before.version });
  }
  const product: Product = {
    ...draft,
    productId: before?.productId ?? Math.max(0, ...catalogue.products.map((known) => known.productId)) + 1,
    version: (before?.version ?? 0) + 1,
  };
  const others = catalogue.products.filter(({ productId }) => productId !== product.productId);
  if (others.some(({ name }) => name === product.name)) {
    return refuse({ kind: 'name_taken', name: product.name });
  }
  for (const { termId } of product.terms) {
    const owner = others.find(({ terms }) => terms.some((term) => term.termId === termId));
    if (owner) return refuse({ kind: 'term_taken', termId, name: owner.name });
  }
  const { length: steps } = catalogue.ladder.steps;
  if (product.ladderStepNeeded > steps) return refuse({ kind: 'no_such_ladder_step', steps });
  const checked = checkProduct(product, catalogue.policy);
  return checked.ok ? allow({ entry: productEntry(product), saved: product }) : checked;
}

/** The policy that is put in force. Products that break it are offered no longer, until they are changed. */
export function nextPolicyInForce(
  { policies }: Catalogue,
  name: string,
): Outcome<Decided<Policy>, { kind: 'no_such_policy'; names: string[] }> {
  const saved = policies.find((policy) => policy.name === name);
  return saved
    ? allow({ entry: { part: 'policy_in_force', item: '', content: { name: saved.name } }, saved })
    : refuse({ kind: 'no_such_policy', names: policies.map((policy) => policy.name) });
}

/** The next version of a policy. When it is in force, it counts for every offer from now on. */
export function nextPolicy(policy: Policy): Outcome<Decided<Policy>, never> {
  return allow({ entry: policyEntry(policy), saved: policy });
}

export function nextLadder(rule: LadderRule): Outcome<Decided<LadderRule>, LadderRefusal> {
  const checked = checkLadder(rule);
  return checked.ok ? allow({ entry: { part: 'ladder', item: '', content: rule }, saved: rule }) : checked;
}

export function nextDecisionRules(
  { rules }: Catalogue,
  draft: Omit<DecisionRules, 'version'>,
): Outcome<Decided<DecisionRules>, RulesRefusal> {
  const saved = { ...draft, version: rules.version + 1 };
  const checked = checkDecisionRules(saved);
  return checked.ok ? allow({ entry: { part: 'rules', item: '', content: saved }, saved }) : checked;
}

export function nextScorecard(
  { scorecard }: Catalogue,
  draft: Omit<Scorecard, 'version'>,
): Outcome<Decided<Scorecard>, ScorecardRefusal> {
  const saved = { ...draft, version: scorecard.version + 1 };
  const checked = checkScorecard(saved);
  return checked.ok ? allow({ entry: { part: 'scorecard', item: '', content: saved }, saved }) : checked;
}

/** Decides by the newest catalogue and saves. After another save in between it decides again by that one. */
export async function saveNext<Saved, Refusal>(
  { db, clock, catalogue }: CatalogueDeps,
  by: Saver,
  decide: (catalogue: Catalogue) => Outcome<Decided<Saved>, Refusal>,
): Promise<Outcome<Saved, Refusal>> {
  return retryOnConflict('a save of the catalogue', async () => {
    const newest = await catalogue.refresh();
    const decided = decide(newest);
    if (!decided.ok) return decided;
    const { entry, saved } = decided.value;
    if (!(await saveEntries(db, { after: newest.revision, entries: [entry], by, clock }))) return AGAIN;
    await catalogue.refresh();
    return allow(saved);
  });
}
