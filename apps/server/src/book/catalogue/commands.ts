import type { Day } from '@thumba/lending/day';
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
import { checkPolicy, type PolicyRefusal } from '@thumba/lending/policy-check';
import { checkProduct, type Policy, type Product, type ProductRefusal } from '@thumba/lending/product';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { AGAIN, retryOnConflict } from '../../platform/retry.ts';
import {
  type Catalogue,
  type CatalogueEntry,
  type CataloguePart,
  itemKey,
  type LiveCatalogue,
  type PlannedVersion,
  policyEntry,
  productEntry,
  type SavedEntry,
  type Saver,
  saveEntries,
} from './catalogue.ts';

export type CatalogueDeps = { db: Database; clock: Clock; catalogue: LiveCatalogue; today(): Day };

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

/** The number of the next version of an item. */
function nextVersionOf(catalogue: Catalogue, part: CataloguePart, item = ''): number {
  return (catalogue.lastVersions.get(itemKey(part, item)) ?? 0) + 1;
}

/** The products that are planned and not on offer yet. Their names and terms are taken. */
function plannedProducts({ planned, products }: Catalogue): Product[] {
  return planned
    .filter(
      ({ part, item }) => part === 'product' && !products.some(({ productId }) => String(productId) === item),
    )
    .map(({ content, version }) => ({ ...(content as Product), version }));
}

/** A number that no term has, neither of a product on offer nor of a planned one. */
export function freeTermId(catalogue: Catalogue): number {
  const products = [
    ...catalogue.products,
    ...catalogue.planned.filter(({ part }) => part === 'product').map(({ content }) => content as Product),
  ];
  return Math.max(0, ...products.flatMap(({ terms }) => terms.map(({ termId }) => termId))) + 1;
}

function nextProductId({ lastVersions }: Catalogue): number {
  const numbers = [...lastVersions.keys()].flatMap((key) => /^product (\d+)$/.exec(key)?.[1] ?? []);
  return Math.max(0, ...numbers.map(Number)) + 1;
}

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
    productId: before?.productId ?? nextProductId(catalogue),
    version: before ? nextVersionOf(catalogue, 'product', String(before.productId)) : 1,
  };
  const others = [...catalogue.products, ...plannedProducts(catalogue)].filter(
    ({ productId }) => productId !== product.productId,
  );
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
export function nextPolicy(policy: Policy): Outcome<Decided<Policy>, PolicyRefusal> {
  const checked = checkPolicy(policy);
  return checked.ok ? allow({ entry: policyEntry(policy), saved: policy }) : checked;
}

export function nextLadder(rule: LadderRule): Outcome<Decided<LadderRule>, LadderRefusal> {
  const checked = checkLadder(rule);
  return checked.ok ? allow({ entry: { part: 'ladder', item: '', content: rule }, saved: rule }) : checked;
}

export function nextDecisionRules(
  catalogue: Catalogue,
  draft: Omit<DecisionRules, 'version'>,
): Outcome<Decided<DecisionRules>, RulesRefusal> {
  const saved = { ...draft, version: nextVersionOf(catalogue, 'rules') };
  const checked = checkDecisionRules(saved);
  return checked.ok ? allow({ entry: { part: 'rules', item: '', content: saved }, saved }) : checked;
}

export function nextScorecard(
  catalogue: Catalogue,
  draft: Omit<Scorecard, 'version'>,
): Outcome<Decided<Scorecard>, ScorecardRefusal> {
  const saved = { ...draft, version: nextVersionOf(catalogue, 'scorecard') };
  const checked = checkScorecard(saved);
  return checked.ok ? allow({ entry: { part: 'scorecard', item: '', content: saved }, saved }) : checked;
}

export type PlanRefusal =
  | { kind: 'planned_already'; version: number; effectiveOn: Day }
  | { kind: 'day_passed'; effectiveOn: Day }
  | { kind: 'not_planned' };

/**
 * Decides by the catalogue as it counts on the day of the version, and saves. After another save in between it decides
 * again. Refuses a day that has passed, and a version of an item that has a planned one.
 */
export async function saveNext<Saved, Refusal>(
  { db, clock, catalogue, today }: CatalogueDeps,
  { effectiveOn = null, ...by }: Saver & { effectiveOn?: Day | null },
  decide: (catalogue: Catalogue) => Outcome<Decided<Saved>, Refusal>,
): Promise<Outcome<Saved, Refusal | PlanRefusal>> {
  return retryOnConflict('a save of the catalogue', async () => {
    const { revision } = await catalogue.refresh();
    const decided = decideFor({ catalogue, today }, effectiveOn, decide);
    if (!decided.ok) return decided;
    const { entry, saved } = decided.value;
    if (!(await saveEntries(db, { after: revision, entries: [{ ...entry, effectiveOn }], by, clock })))
      return AGAIN;
    await catalogue.refresh();
    return allow(saved);
  });
}

/** Decides as a save from this business day on would. Without a day it counts at once. */
export function decideFor<Value extends { entry: CatalogueEntry }, Refusal>(
  { catalogue, today }: Pick<CatalogueDeps, 'catalogue' | 'today'>,
  effectiveOn: Day | null,
  decide: (catalogue: Catalogue) => Outcome<Value, Refusal>,
): Outcome<Value, Refusal | PlanRefusal> {
  if (effectiveOn !== null && effectiveOn < today()) return refuse({ kind: 'day_passed', effectiveOn });
  const decided = decide(effectiveOn === null ? catalogue.current() : catalogue.on(effectiveOn));
  if (!decided.ok) return decided;
  const waiting = plannedOf(catalogue.current(), decided.value.entry);
  if (!waiting) return decided;
  return refuse({ kind: 'planned_already', version: waiting.version, effectiveOn: waiting.effectiveOn });
}

/** The version of an item that counts from a later day on. */
export function plannedOf(
  { planned }: Catalogue,
  { part, item }: Pick<CatalogueEntry, 'part' | 'item'>,
): PlannedVersion | undefined {
  return planned.find((one) => one.part === part && one.item === item);
}

/** Takes back a planned version before its day. Refuses where it is not planned any more. */
export async function withdrawPlanned(
  { db, clock, catalogue }: CatalogueDeps,
  by: Saver,
  wanted: Pick<PlannedVersion, 'part' | 'item' | 'version'>,
): Promise<Outcome<PlannedVersion, PlanRefusal>> {
  return retryOnConflict('a withdrawal from the catalogue', async () => {
    const newest = await catalogue.refresh();
    const planned = plannedOf(newest, wanted);
    if (planned?.version !== wanted.version) return refuse({ kind: 'not_planned' });
    const { part, item, version } = planned;
    const entry: SavedEntry = {
      part: 'withdrawal',
      item: String(planned.revision),
      content: { part, item, version },
    };
    if (!(await saveEntries(db, { after: newest.revision, entries: [entry], by, clock }))) return AGAIN;
    await catalogue.refresh();
    return allow(planned);
  });
}
