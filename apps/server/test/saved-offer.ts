import type { DecisionRules, Scorecard } from '@thumba/lending/decision';
import type { LadderRule } from '@thumba/lending/ladder';
import type { Outcome } from '@thumba/lending/outcome';
import type { Policy } from '@thumba/lending/product';
import type { CatalogueActor } from '../src/book/actor.ts';
import type { Catalogue } from '../src/book/catalogue/catalogue.ts';
import {
  type CatalogueDeps,
  type Decided,
  nextDecisionRules,
  nextLadder,
  nextPolicy,
  nextPolicyInForce,
  nextProduct,
  nextScorecard,
  type ProductDraft,
  saveNext,
} from '../src/book/catalogue/commands.ts';

/* Changes of the offer as two people make them, for tests that are about what comes after them. */

export const saveProduct = (deps: CatalogueDeps, draft: ProductDraft, savedBy?: CatalogueActor) =>
  saveByTwo(deps, savedBy, (catalogue) => nextProduct(catalogue, draft));

export const setPolicy = (deps: CatalogueDeps, name: string, savedBy?: CatalogueActor) =>
  saveByTwo(deps, savedBy, (catalogue) => nextPolicyInForce(catalogue, name));

export const savePolicy = (deps: CatalogueDeps, policy: Policy, savedBy?: CatalogueActor) =>
  saveByTwo(deps, savedBy, () => nextPolicy(policy));

export const saveLadder = (deps: CatalogueDeps, rule: LadderRule, savedBy?: CatalogueActor) =>
  saveByTwo(deps, savedBy, () => nextLadder(rule));

export const saveDecisionRules = (
  deps: CatalogueDeps,
  draft: Omit<DecisionRules, 'version'>,
  savedBy?: CatalogueActor,
) => saveByTwo(deps, savedBy, (catalogue) => nextDecisionRules(catalogue, draft));

export const saveScorecard = (
  deps: CatalogueDeps,
  draft: Omit<Scorecard, 'version'>,
  savedBy?: CatalogueActor,
) => saveByTwo(deps, savedBy, (catalogue) => nextScorecard(catalogue, draft));

let lastChange = 0;

async function saveByTwo<Saved, Refusal>(
  deps: CatalogueDeps,
  savedBy: CatalogueActor = 'operator Mwila',
  decide: (catalogue: Catalogue) => Outcome<Decided<Saved>, Refusal>,
): Promise<Outcome<Saved, Refusal>> {
  const { pool } = deps.db;
  const { rows } = await pool.query<{ request_id: number }>(
    `insert into staff_request (kind, subject, payload_sealed, effect_sealed, reason_sealed, state, made_by, made_at,
       expires_at, checked_by, checked_at)
     values ('offer_change', $1, '', '', '', 'approved', 'staff:mwila', now(), now(), 'staff:grace', now())
     returning request_id::integer`,
    [`change ${++lastChange}`],
  );
  const requestId = rows[0]!.request_id;
  try {
    return await saveNext(deps, { savedBy, requestId }, decide);
  } finally {
    await pool.query(`update staff_request set state = 'done', ended_at = now() where request_id = $1`, [
      requestId,
    ]);
  }
}
