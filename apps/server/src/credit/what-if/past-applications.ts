import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Day } from '@thumba/lending/day';
import {
  type Decision,
  type DecisionRules,
  largestAffordable,
  RULES_DEFAULTS,
  type Scorecard,
} from '@thumba/lending/decision';
import type { LoanState } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import type { Product } from '@thumba/lending/product';
import {
  type AffordableOf,
  type DecisionDraft,
  endingOf,
  type LoanEnding,
  type PastApplication,
  tryDraft,
} from '@thumba/lending/what-if';
import { type Database, statement } from '../../platform/database.ts';

/** The applications of a period, and of one product where it is named, that were there when the run began. */
export type Period = { fromOn: Day; throughOn: Day; productId: number | null; before: Date };
/** After which application the next ones come. */
export type Place = { on: Day; loanId: number };

type Offered = { productId: number; productVersion: number; termId: number };

type PastRow = {
  loan_id: number;
  borrower_id: number;
  applied_on: Day;
  state: LoanState;
  worst_days_late: number;
  outcome: Decision['outcome'];
  points: number;
  reasons: string[];
  /** Null where the account is deleted or the inputs were erased. */
  inputs: Record<string, unknown> | null;
  versions: { rules?: number; scorecard?: number };
  offered: Offered | null;
};

/** What was applied for. Earlier decisions were kept without it; the terms of the loan have it, unless others were signed. */
const OFFERED = `coalesce(d.inputs -> 'offered', case when not exists (select from counter_offer o
    where o.borrower_id = l.borrower_id and o.loan_id = l.loan_id and o.state = 'signed')
  then jsonb_build_object('productId', l.terms -> 'productId', 'productVersion', l.terms -> 'productVersion',
    'termId', l.terms -> 'termId') end)`;

const IS_OF_PERIOD = `l.applied_on between $fromOn and $throughOn and l.applied_at <= $before
  and ($productId::integer is null
    or coalesce(d.inputs -> 'offered' -> 'productId', l.terms -> 'productId') = to_jsonb($productId::integer))`;

const readPastStatement = statement<
  PastRow,
  Period & { afterOn: Day | null; afterLoanId: number | null; limit: number }
>(
  'what-if: read past applications',
  `select l.loan_id, l.borrower_id, l.applied_on, l.state, l.worst_days_late, d.outcome, d.points, d.reasons,
     case when s.deleted_at is null and d.inputs <> '{}' then d.inputs end as inputs, d.versions, ${OFFERED} as offered
   from loan l join loan_decision d using (borrower_id, loan_id) join borrower_standing s using (borrower_id)
   where ${IS_OF_PERIOD}
     and ($afterOn::date is null or (l.applied_on, l.loan_id) > ($afterOn::date, $afterLoanId::bigint))
   order by l.applied_on, l.loan_id limit $limit`,
);

const countPastStatement = statement<{ count: number }, Period & { most: number }>(
  'what-if: count past applications',
  `select count(*)::integer as count from (select from loan l join loan_decision d using (borrower_id, loan_id)
     where ${IS_OF_PERIOD} limit $most + 1) counted`,
);

/** How many applications the period has; one more than `most` stands for all further ones. */
export async function countPast(db: Database, period: Period, most: number): Promise<number> {
  return (await db.row(countPastStatement, { ...period, most }))!.count;
}

type VersionRow = {
  part: 'product' | 'rules' | 'scorecard';
  item: string;
  version: number;
  content: unknown;
};

const readVersionsStatement = statement<VersionRow>(
  'what-if: read versions',
  `select part, item, version, content from catalogue_version where part in ('product', 'rules', 'scorecard')`,
);

/** Every version that decided something. Versions never change. */
type Versions = {
  rules: Map<number, DecisionRules>;
  scorecards: Map<number, Scorecard>;
  products: Map<string, Product>;
};

async function readVersions(db: Database): Promise<Versions> {
  const versions: Versions = { rules: new Map(), scorecards: new Map(), products: new Map() };
  for (const { part, item, version, content } of await db.rows(readVersionsStatement, {})) {
    if (part === 'rules') {
      versions.rules.set(version, { ...RULES_DEFAULTS, ...(content as DecisionRules), version });
    } else if (part === 'scorecard') versions.scorecards.set(version, { ...(content as Scorecard), version });
    else versions.products.set(`${item} ${version}`, { ...(content as Product), version });
  }
  return versions;
}

function pastOf(row: PastRow & { inputs: Record<string, unknown> }, versions: Versions): PastApplication {
  const rules = versions.rules.get(row.versions.rules ?? 0);
  const scorecard = versions.scorecards.get(row.versions.scorecard ?? 0);
  return {
    on: row.applied_on,
    kept: row.inputs,
    ownVersion: rules && scorecard ? { rules, scorecard } : null,
    recorded: { outcome: row.outcome, points: row.points, reasons: row.reasons },
    offered: offeredOf(row.offered, versions),
  };
}

function offeredOf(offered: Offered | null, { products }: Versions): PastApplication['offered'] {
  const product = offered && products.get(`${offered.productId} ${offered.productVersion}`);
  const term = product?.terms.find(({ termId }) => termId === offered?.termId);
  return product && term ? { product, term } : null;
}

/** What became of one application in a run, as it is stored. */
export type TriedApplication = {
  loan_id: number;
  /** Null for a deleted account and for inputs that were erased. */
  borrower_id: number | null;
  fate: 'decided' | 'differs' | 'incomplete' | 'erased';
  missing: string[];
  outcome_then: Decision['outcome'] | null;
  outcome_now: Decision['outcome'] | null;
  points_then: number | null;
  points_now: number | null;
  has_other_windows: boolean;
  ending: LoanEnding;
};

function tried(
  row: PastRow,
  versions: Versions,
  draft: DecisionDraft,
  affordableOf: AffordableOf,
): TriedApplication {
  const undecided: TriedApplication = {
    ...{ loan_id: row.loan_id, borrower_id: null, fate: 'erased', missing: [] },
    ...{ outcome_then: null, outcome_now: null, points_then: null, points_now: null },
    ...{ has_other_windows: false, ending: endingOf(row.state, row.worst_days_late) },
  };
  const { inputs } = row;
  if (!inputs) return undecided;
  const decided = tryDraft(pastOf({ ...row, inputs }, versions), draft, affordableOf);
  if (decided.kind === 'incomplete') {
    return { ...undecided, borrower_id: row.borrower_id, fate: 'incomplete', missing: decided.missing };
  }
  return {
    ...undecided,
    borrower_id: row.borrower_id,
    fate: decided.differs ? 'differs' : 'decided',
    outcome_then: row.outcome,
    outcome_now: decided.outcome,
    points_then: row.points,
    points_now: decided.points,
    has_other_windows: decided.hasOtherWindows,
  };
}

/** Applications that are decided before other work of the process gets its turn. */
const AT_ONCE = 20;

/** Decides the next applications of a period by a draft. Other work of the process goes on in between. */
export async function tryOnNext(
  db: Database,
  draft: DecisionDraft,
  { period, after, limit }: { period: Period; after: Place | null; limit: number },
): Promise<{ applications: TriedApplication[]; last: Place | null }> {
  const place = { afterOn: after?.on ?? null, afterLoanId: after?.loanId ?? null };
  const [versions, rows] = [
    await readVersions(db),
    await db.rows(readPastStatement, { ...period, ...place, limit }),
  ];
  const affordableOf = rememberedAffordable();
  const applications: TriedApplication[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await nextTurn();
    applications.push(tried(row, versions, draft, affordableOf));
  }
  const last = rows.at(-1);
  return { applications, last: last ? { on: last.applied_on, loanId: last.loan_id } : null };
}

/** Many borrowers have the same income and ask for the same product. */
function rememberedAffordable(): AffordableOf {
  const known = new Map<string, Ngwee>();
  return (product, term, incomeNgwee, share, elsewhereNgwee) => {
    const key = [product.productId, product.version, term.termId, incomeNgwee, share, elsewhereNgwee].join(
      ' ',
    );
    const answer = known.get(key) ?? largestAffordable(product, term, incomeNgwee, share, elsewhereNgwee);
    known.set(key, answer);
    return answer;
  };
}
