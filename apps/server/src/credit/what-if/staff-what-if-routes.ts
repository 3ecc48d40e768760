import type { Day } from '@thumba/lending/day';
import { toKwacha } from '@thumba/lending/money';
import { allow, type Outcome } from '@thumba/lending/outcome';
import type { DecisionDraft } from '@thumba/lending/what-if';
import type { Catalogue, LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import { nextDecisionRules, nextScorecard } from '../../book/catalogue/commands.ts';
import {
  readRulesForm,
  readScorecardForm,
  rulesFormOf,
  scorecardFormOf,
} from '../../book/catalogue/forms.ts';
import { type CatalogueRefusal, describeCatalogueRefusal } from '../../book/catalogue/refusal-text.ts';
import { done, NOT_FOUND, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import {
  countApplications,
  countMissing,
  figuresOf,
  type ListedApplication,
  listApplications,
  listRuns,
  type RunRow,
  readRun,
} from './read-runs.ts';
import { MOST_APPLICATIONS, type RunDeps, startRun, stopRun } from './runs.ts';

export type WhatIfRouteDeps = RunDeps & { catalogue: LiveCatalogue; onNewRun(): void };

const NOT_THAT_PERIOD = refused(400, 'The first day must not be after the last one.', {
  reason: 'not_that_period',
});
const RUNS_ALREADY = refused(409, 'A what-if of yours is under way. Wait for its end, or stop it.', {
  reason: 'runs_already',
});
const TOO_MANY = refused(
  400,
  `The period has more than ${MOST_APPLICATIONS} applications. Choose a shorter one, or one product.`,
  { reason: 'too_many' },
);
const NOT_RUNNING = refused(409, 'It does not run any more, or another person started it.', {
  reason: 'not_running',
});

/** A draft of the rules and the scorecard, tried over past applications. Rule: docs/rules/what-if.md. */
export function registerWhatIfRoutes(server: StaffServer, deps: WhatIfRouteDeps): void {
  const { db } = deps;

  serveStaff(server, 'listWhatIfs', async () => done({ items: (await listRuns(db)).map(runShown) }));

  serveStaff(server, 'startWhatIf', async ({ body }, { person: { staffId }, note }) => {
    const { productId, rules, scorecard } = body;
    // The contract took them as days.
    const [fromOn, throughOn] = [body.fromOn as Day, body.throughOn as Day];
    if (fromOn > throughOn) return NOT_THAT_PERIOD;
    const catalogue = await deps.catalogue.refresh();
    const draft = readDraft(catalogue, { rules, scorecard });
    if (!draft.ok) {
      const { kind } = draft.refusal;
      return refused(400, describeCatalogueRefusal(draft.refusal, catalogue.policy), { reason: kind });
    }
    const started = await startRun(deps, { staffId, draft: draft.value, fromOn, throughOn, productId });
    if (started === 'runs_already') return RUNS_ALREADY;
    if (started === 'too_many') return TOO_MANY;
    note({ runId: started.runId, fromOn, throughOn, productId });
    deps.onNewRun();
    return done(started);
  });

  serveStaff(server, 'stopWhatIf', async ({ params: { runId } }, { person: { staffId } }) =>
    (await stopRun(deps, { runId, staffId })) ? done(null) : NOT_RUNNING,
  );

  serveStaff(server, 'getWhatIf', async ({ params: { runId } }) => {
    const run = await readRun(db, runId);
    if (!run) return NOT_FOUND;
    const [counted, missing] = await Promise.all([countApplications(db, runId), countMissing(db, runId)]);
    return done({
      ...runShown(run),
      rules: rulesFormOf(run.rules),
      scorecard: scorecardFormOf(run.scorecard),
      ...figuresOf(counted),
      missing,
    });
  });

  serveStaff(server, 'listWhatIfApplications', async ({ params: { runId }, query }) => {
    const rows = await listApplications(db, runId, query);
    const items = rows.slice(0, query.pageSize).map(applicationShown);
    return done({ items, next: rows.length > query.pageSize ? items.at(-1)!.loanId : null });
  });
}

/** The draft, checked as it would be to be saved. */
function readDraft(
  catalogue: Catalogue,
  given: { rules: unknown; scorecard: unknown },
): Outcome<DecisionDraft, CatalogueRefusal> {
  const rulesForm = readRulesForm(given.rules);
  if (!rulesForm.ok) return rulesForm;
  const rules = nextDecisionRules(catalogue, rulesForm.value);
  if (!rules.ok) return rules;
  const scorecardForm = readScorecardForm(given.scorecard);
  if (!scorecardForm.ok) return scorecardForm;
  const scorecard = nextScorecard(catalogue, scorecardForm.value);
  return scorecard.ok ? allow({ rules: rules.value.saved, scorecard: scorecard.value.saved }) : scorecard;
}

function runShown(run: RunRow) {
  return {
    runId: run.run_id,
    startedBy: { staffId: run.staff_id, userName: run.user_name, name: run.name },
    startedAt: run.started_at.toISOString(),
    endedAt: run.ended_at?.toISOString() ?? null,
    state: run.state,
    fromOn: run.from_on,
    throughOn: run.through_on,
    productId: run.product_id,
    applications: run.applications,
    lookedAt: run.looked_at,
  };
}

function applicationShown(row: ListedApplication) {
  return {
    loanId: row.loan_id,
    appliedOn: row.applied_on,
    productName: row.product_name,
    amount: toKwacha(row.amount_ngwee),
    fate: row.fate,
    was: row.outcome_then,
    would: row.outcome_now,
    wasPoints: row.points_then,
    wouldPoints: row.points_now,
    reviewed: row.reviewed,
    ending: row.ending,
    missing: row.missing,
  };
}
