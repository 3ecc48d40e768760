import type { Day } from '@thumba/lending/day';
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
  type PlanRefusal,
  type ProductDraft,
  saveNext,
  withdrawPlanned,
} from '../src/book/catalogue/commands.ts';
import { lusakaDay } from '../src/platform/clock.ts';

type SavingDeps = Omit<CatalogueDeps, 'today'>;

/* Changes of the offer as two people make them, for tests that are about what comes after them. */

export const saveProduct = (deps: SavingDeps, draft: ProductDraft, savedBy?: CatalogueActor, on?: Day) =>
  saveByTwo(deps, savedBy, (catalogue) => nextProduct(catalogue, draft), on);

export const setPolicy = (deps: SavingDeps, name: string, savedBy?: CatalogueActor, on?: Day) =>
  saveByTwo(deps, savedBy, (catalogue) => nextPolicyInForce(catalogue, name), on);

export const savePolicy = (deps: SavingDeps, policy: Policy, savedBy?: CatalogueActor) =>
  saveByTwo(deps, savedBy, () => nextPolicy(policy));

export const saveLadder = (deps: SavingDeps, rule: LadderRule, savedBy?: CatalogueActor) =>
  saveByTwo(deps, savedBy, () => nextLadder(rule));

export const saveDecisionRules = (
  deps: SavingDeps,
  draft: Omit<DecisionRules, 'version'>,
  savedBy?: CatalogueActor,
) => saveByTwo(deps, savedBy, (catalogue) => nextDecisionRules(catalogue, draft));

export const saveScorecard = (
  deps: SavingDeps,
  draft: Omit<Scorecard, 'version'>,
  savedBy?: CatalogueActor,
) => saveByTwo(deps, savedBy, (catalogue) => nextScorecard(catalogue, draft));

/** Two people withdraw the planned version of a product. */
export const withdrawn = (deps: SavingDeps, version: number, item = '1') =>
  approvedByTwo(deps, (requestId) =>
    withdrawPlanned(
      withDay(deps),
      { savedBy: 'operator Mwila', requestId },
      { part: 'product', item, version },
    ),
  );

const withDay = (deps: SavingDeps) => ({ ...deps, today: () => lusakaDay(deps.clock.nowMs()) });

const saveByTwo = <Saved, Refusal>(
  deps: SavingDeps,
  savedBy: CatalogueActor = 'operator Mwila',
  decide: (catalogue: Catalogue) => Outcome<Decided<Saved>, Refusal>,
  effectiveOn: Day | null = null,
): Promise<Outcome<Saved, Refusal | PlanRefusal>> =>
  approvedByTwo(deps, (requestId) => saveNext(withDay(deps), { savedBy, requestId, effectiveOn }, decide));

let lastChange = 0;

async function approvedByTwo<Done>(
  { db: { pool } }: SavingDeps,
  act: (requestId: number) => Promise<Done>,
): Promise<Done> {
  const { rows } = await pool.query<{ request_id: number }>(
    `insert into staff_request (kind, subject, payload_sealed, effect_sealed, reason_sealed, state, made_by, made_at,
       expires_at, checked_by, checked_at)
     values ('offer_change', $1, '', '', '', 'approved', 'staff:mwila', now(), now(), 'staff:grace', now())
     returning request_id::integer`,
    [`change ${++lastChange}`],
  );
  const requestId = rows[0]!.request_id;
  try {
    return await act(requestId);
  } finally {
    await pool.query(`update staff_request set state = 'done', ended_at = now() where request_id = $1`, [
      requestId,
    ]);
  }
}
