import type { Day } from '@thumba/lending/day';
import {
  type DecisionRules,
  demoRules,
  demoScorecard,
  RULES_DEFAULTS,
  type Scorecard,
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
  /** The versions that count from a later business day on. Each part and item has one at most. */
  planned: readonly PlannedVersion[];
  /** The number of the last version of each part and item, also of one that is planned or withdrawn. */
  lastVersions: ReadonlyMap<string, number>;
};

export type PlannedVersion = CatalogueEntry & { revision: number; version: number; effectiveOn: Day };

export type CataloguePart = 'product' | 'policy' | 'policy_in_force' | 'ladder' | 'rules' | 'scorecard';

/** One entry of the catalogue. `item` names the product or the policy and is empty for other parts. */
export type CatalogueEntry = { part: CataloguePart; item: string; content: unknown };

/**
 * An entry to be saved. `effectiveOn` is the business day from which it counts; without it, it counts at once. A withdrawal
 * has the revision of the planned version as its item.
 */
export type SavedEntry = Omit<CatalogueEntry, 'part'> & {
  part: CataloguePart | 'withdrawal';
  effectiveOn?: Day | null;
};

/** The name of a part and an item in `lastVersions`. */
export const itemKey = (part: CataloguePart, item: string): string => `${part} ${item}`;

/** The catalogue that this process works with. */
export type LiveCatalogue = {
  current(): Catalogue;
  /** The catalogue at this revision or a newer one. It is read again only if this process has an older one. */
  since(revision: number): Promise<Catalogue>;
  /** The catalogue as it counts on a business day, today or later, if nothing else is saved until then. */
  on(day: Day): Catalogue;
  refresh(): Promise<Catalogue>;
};

/** The column with the revision at the time of a query, for its select list. */
export const CATALOGUE_REVISION = '(select max(revision) from catalogue_version) as catalogue_revision';

type EntryRow = CatalogueEntry & {
  version: number;
  revision: number;
  effective_on: Day | null;
  is_withdrawn: boolean;
  last_revision: number;
  last_version: number;
};

/** Of each part and item the version that counts on the day, those of later days, and the last one if it is withdrawn. */
const readCatalogueStatement = statement<EntryRow, { today: Day }>(
  'catalogue: read',
  `select part, item, version, revision, content, effective_on, is_withdrawn, last_version,
     (select max(revision) from catalogue_version) as last_revision
   from (
     select v.*, max(version) over of_item as last_version,
       count(*) filter (where not is_withdrawn and (effective_on is null or effective_on <= $today))
         over (of_item order by version desc) as counting
     from (
       select c.*, exists (select from catalogue_version w where w.part = 'withdrawal' and w.item = c.revision::text)
         as is_withdrawn
       from catalogue_version c where c.part <> 'withdrawal'
     ) v
     window of_item as (partition by part, item)
   ) v
   where case when is_withdrawn then version = last_version else effective_on > $today or counting = 1 end
   order by part, item, version`,
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
  `insert into catalogue_version (revision, part, item, version, content, effective_on, saved_by, request_id, saved_at)
   select $after + e.ordinal, e.part, e.item, coalesce(before.version, 0) + 1, e.content, e.effective_on, $savedBy,
     $requestId::bigint, $now
   from rows from (jsonb_to_recordset($entries) as (part text, item text, content jsonb, "effectiveOn" date))
     with ordinality as e (part, item, content, effective_on, ordinal)
   left join lateral (
     select max(c.version) as version from catalogue_version c where c.part = e.part and c.item = e.item
   ) before on true
   where not exists (select from catalogue_version where revision > $after)
   returning true as saved`,
);

/** Opens the catalogue. An empty one is filled with the demo lender's. */
export async function openCatalogue(db: Database, clock: Clock, today: () => Day): Promise<LiveCatalogue> {
  let entries = await readEntries(db, today());
  if (entries.length === 0) {
    await saveEntries(db, {
      after: 0,
      entries: firstEntries(),
      by: { savedBy: 'setup', requestId: null },
      clock,
    });
    entries = await readEntries(db, today());
  }
  let newest = { entries, revision: entries[0]!.last_revision };
  let current = { day: today(), of: newest, catalogue: catalogueOn(newest.entries, today()) };

  /** A version that was planned for today counts from the first look of the day on. */
  function now(): Catalogue {
    const day = today();
    if (current.day !== day || current.of !== newest) {
      current = { day, of: newest, catalogue: catalogueOn(newest.entries, day) };
    }
    return current.catalogue;
  }

  async function reload(): Promise<Catalogue> {
    const read = await readEntries(db, today());
    const revision = read[0]!.last_revision;
    if (revision > newest.revision) newest = { entries: read, revision };
    return now();
  }

  return {
    current: now,
    since: async (revision) => (newest.revision >= revision ? now() : reload()),
    on: (day) => catalogueOn(newest.entries, day),
    async refresh() {
      const { catalogue_revision: revision } = (await db.row(readRevisionStatement, {}))!;
      return newest.revision >= revision ? now() : reload();
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
  save: { after: number; entries: readonly SavedEntry[]; by: Saver; clock: Clock },
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

function readEntries(db: Database, today: Day): Promise<EntryRow[]> {
  return db.rows(readCatalogueStatement, { today });
}

/** Of versions in the order of their numbers: those that count on a day, and those that are planned for later ones. */
function catalogueOn(entries: readonly EntryRow[], day: Day): Catalogue {
  const standing = entries.filter((row) => !row.is_withdrawn);
  const isPlanned = ({ effective_on: from }: EntryRow) => from !== null && from > day;
  const counting = standing.filter((row) => !isPlanned(row));
  const rows = counting.filter(
    ({ part, item, version }) =>
      !counting.some((other) => other.part === part && other.item === item && other.version > version),
  );
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
    revision: entries[0]!.last_revision,
    products,
    offered: productsKeeping(policy, products),
    policies: rows
      .filter(({ part }) => part === 'policy')
      .map(({ content }) => policyWithLaterLimits(content as SavedPolicy)),
    policy,
    ladder: { ...LADDER_DEFAULTS, ...ladder.content },
    rules: { ...RULES_DEFAULTS, ...rules.content, version: rules.version },
    scorecard: { ...scorecard.content, version: scorecard.version },
    versions: {
      policy: savedPolicy.version,
      ladder: ladder.version,
      rules: rules.version,
      scorecard: scorecard.version,
    },
    planned: standing
      .filter(isPlanned)
      .map(({ part, item, content, revision, version, effective_on: from }) => ({
        ...{ part, item, content, revision, version },
        effectiveOn: from!,
      })),
    lastVersions: new Map(entries.map((row) => [itemKey(row.part, row.item), row.last_version])),
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
