import {
  type DecisionRules,
  demoRules,
  demoScorecard,
  type Scorecard,
  VELOCITY_DEFAULTS,
} from '@thumba/lending/decision';
import { demoLadder, LADDER_DEFAULTS, type LadderRule } from '@thumba/lending/ladder';
import {
  demoCatalogue,
  microfinancePolicy,
  moneylenderPolicy,
  type Policy,
  type Product,
  policyWithLaterLimits,
  productsKeeping,
  type SavedPolicy,
} from '@thumba/lending/product';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, isConflict, statement } from '../../platform/database.ts';
import type { CatalogueActor } from '../actor.ts';

/** The products, the policy and the rules of the lender after one save. */
export type Catalogue = {
  revision: number;
  products: readonly Product[];
  /** The products with the terms that keep the policy in force. */
  offered: readonly Product[];
  policies: readonly Policy[];
  /** The policy in force. */
  policy: Policy;
  ladder: LadderRule;
  rules: DecisionRules;
  scorecard: Scorecard;
  versions: { policy: number; ladder: number; rules: number; scorecard: number };
};

export type CataloguePart = 'product' | 'policy' | 'policy_in_force' | 'ladder' | 'rules' | 'scorecard';

/** One entry of the catalogue. `item` names the product or the policy and is empty for other parts. */
export type CatalogueEntry = { part: CataloguePart; item: string; content: unknown };

/** The catalogue that this process works with. */
export type LiveCatalogue = {
  current(): Catalogue;
  /** The catalogue at this revision or a newer one. It is read again only if this process has an older one. */
  since(revision: number): Promise<Catalogue>;
  refresh(): Promise<Catalogue>;
};

/** The column with the revision at the time of a query, for its select list. */
export const CATALOGUE_REVISION = '(select max(revision) from catalogue_version) as catalogue_revision';

type EntryRow = CatalogueEntry & { version: number; revision: number };

const readCatalogueStatement = statement<EntryRow>(
  'catalogue: read',
  `select distinct on (part, item) max(revision) over () as revision, part, item, version, content
   from catalogue_version order by part, item, version desc`,
);

const readRevisionStatement = statement<{ catalogue_revision: number }>(
  'catalogue: revision',
  `select ${CATALOGUE_REVISION}`,
);

const saveEntriesStatement = statement<
  { saved: boolean },
  { after: number; entries: string; savedBy: string; requestId: number | null; now: Date }
>(
  'catalogue: save',
  `insert into catalogue_version (revision, part, item, version, content, saved_by, request_id, saved_at)
   select $after + e.ordinal, e.part, e.item, coalesce(before.version, 0) + 1, e.content, $savedBy, $requestId::bigint,
     $now
   from rows from (jsonb_to_recordset($entries) as (part text, item text, content jsonb))
     with ordinality as e (part, item, content, ordinal)
   left join lateral (
     select max(c.version) as version from catalogue_version c where c.part = e.part and c.item = e.item
   ) before on true
   where not exists (select from catalogue_version where revision > $after)
   returning true as saved`,
);

/** Opens the catalogue. An empty one is filled with the demo lender's. */
export async function openCatalogue(db: Database, clock: Clock): Promise<LiveCatalogue> {
  let current = await readCatalogue(db);
  if (!current) {
    await saveEntries(db, {
      after: 0,
      entries: firstEntries(),
      by: { savedBy: 'setup', requestId: null },
      clock,
    });
    current = await readCatalogue(db);
  }
  let newest = current!;

  async function reload(): Promise<Catalogue> {
    const read = (await readCatalogue(db))!;
    if (read.revision > newest.revision) newest = read;
    return newest;
  }

  return {
    current: () => newest,
    since: async (revision) => (newest.revision >= revision ? newest : reload()),
    async refresh() {
      const { catalogue_revision: revision } = (await db.row(readRevisionStatement, {}))!;
      return newest.revision >= revision ? newest : reload();
    },
  };
}

/** Who saves: the program itself, or a person of staff with the request that a second person approved. */
export type Saver = { savedBy: 'setup'; requestId: null } | { savedBy: CatalogueActor; requestId: number };

/**
 * Writes the next versions, all or none. Answers false where another save came after revision `after`: then the change
 * has to be decided again.
 */
export async function saveEntries(
  db: Database,
  save: { after: number; entries: readonly CatalogueEntry[]; by: Saver; clock: Clock },
): Promise<boolean> {
  const { after, entries, by, clock } = save;
  try {
    const values = { after, entries: JSON.stringify(entries), ...by, now: toDate(clock.nowMs()) };
    return (await db.rows(saveEntriesStatement, values)).length > 0;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

async function readCatalogue(db: Database): Promise<Catalogue | undefined> {
  const rows = await db.rows(readCatalogueStatement, {});
  const [first] = rows;
  if (!first) return undefined;
  const newestOf = <Value>(part: CataloguePart, item = ''): { content: Value; version: number } => {
    const row = rows.find((candidate) => candidate.part === part && candidate.item === item);
    if (!row) throw new Error(`the catalogue has no ${part} ${item}`);
    return { content: row.content as Value, version: row.version };
  };
  const inForce = newestOf<{ name: Policy['name'] }>('policy_in_force').content.name;
  const savedPolicy = newestOf<SavedPolicy>('policy', inForce);
  const policy = policyWithLaterLimits(savedPolicy.content);
  const ladder = newestOf<LadderRule>('ladder');
  const rules = newestOf<DecisionRules>('rules');
  const scorecard = newestOf<Scorecard>('scorecard');
  const products = rows
    .filter(({ part }) => part === 'product')
    .map(({ content, version }) => ({ ...(content as Product), version }))
    .sort((a, b) => a.productId - b.productId);
  return {
    revision: first.revision,
    products,
    offered: productsKeeping(policy, products),
    policies: rows
      .filter(({ part }) => part === 'policy')
      .map(({ content }) => policyWithLaterLimits(content as SavedPolicy)),
    policy,
    ladder: { ...LADDER_DEFAULTS, ...ladder.content },
    rules: { ...VELOCITY_DEFAULTS, ...rules.content, version: rules.version },
    scorecard: { ...scorecard.content, version: scorecard.version },
    versions: {
      policy: savedPolicy.version,
      ladder: ladder.version,
      rules: rules.version,
      scorecard: scorecard.version,
    },
  };
}

function firstEntries(): CatalogueEntry[] {
  return [
    ...demoCatalogue.map((product) => productEntry(product)),
    ...[microfinancePolicy, moneylenderPolicy].map((policy) => policyEntry(policy)),
    { part: 'policy_in_force', item: '', content: { name: microfinancePolicy.name } },
    { part: 'ladder', item: '', content: demoLadder },
    { part: 'rules', item: '', content: demoRules },
    { part: 'scorecard', item: '', content: demoScorecard },
  ];
}

export function productEntry(product: Product): CatalogueEntry {
  return { part: 'product', item: String(product.productId), content: product };
}

export function policyEntry(policy: Policy): CatalogueEntry {
  return { part: 'policy', item: policy.name, content: policy };
}
