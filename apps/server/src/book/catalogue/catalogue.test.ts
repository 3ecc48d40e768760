import { day } from '@thumba/lending/day';
import { demoRules, demoScorecard } from '@thumba/lending/decision';
import { demoLadder } from '@thumba/lending/ladder';
import { kwacha } from '@thumba/lending/money';
import { demoCatalogue, microfinancePolicy, moneylenderPolicy, type Product } from '@thumba/lending/product';
import { rate } from '@thumba/lending/rate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { movableClock } from '../../../test/call-server.ts';
import { createTestDatabase } from '../../../test/database.ts';
import {
  saveDecisionRules,
  saveLadder,
  savePolicy,
  saveProduct,
  saveScorecard,
  setPolicy,
  withdrawn,
} from '../../../test/saved-offer.ts';
import { lusakaDay } from '../../platform/clock.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { openCatalogue } from './catalogue.ts';
import type { CatalogueDeps } from './commands.ts';

const clock = movableClock(Date.parse('2026-11-21T08:00:00Z'));
const [quickLoan, steadyLoan] = demoCatalogue as readonly [Product, Product];

let close: () => Promise<void>;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let deps: CatalogueDeps;
let other: CatalogueDeps;
beforeEach(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.programUrl });
  const otherDb = openDatabase({ url: database.programUrl });
  const today = () => lusakaDay(clock.nowMs());
  const open = async (own: Database) => ({
    ...{ db: own, clock, today },
    catalogue: await openCatalogue(own, clock, today),
  });
  [deps, other] = await Promise.all([open(db), open(otherDb)]);
  close = async () => {
    await Promise.all([db.close(), otherDb.close()]);
    await database.drop();
  };
});
afterEach(() => close());

const rowsOf = async (part: string) =>
  (
    await db.pool.query(
      'select item, version, content, saved_by from catalogue_version where part = $1 order by item, version',
      [part],
    )
  ).rows;

describe('the catalogue', () => {
  test('begins as the demo lender’s, once, however many processes begin', async () => {
    for (const { catalogue } of [deps, other]) {
      expect(catalogue.current()).toEqual({
        revision: 8,
        products: demoCatalogue,
        offered: demoCatalogue,
        policies: [microfinancePolicy, moneylenderPolicy],
        policy: microfinancePolicy,
        ladder: demoLadder,
        rules: demoRules,
        scorecard: demoScorecard,
        versions: { policy: 1, ladder: 1, rules: 1, scorecard: 1 },
        planned: [],
        lastVersions: expect.any(Map),
      });
    }
    expect(await db.pool.query('select from catalogue_version')).toHaveProperty('rowCount', 8);
  });

  test('keeps every version, with who saved it', async () => {
    const saved = await saveProduct(deps, { ...quickLoan, maxNgwee: kwacha(3000) }, 'operator Mwila');
    expect(saved).toMatchObject({ ok: true, value: { productId: 1, version: 2, maxNgwee: kwacha(3000) } });
    expect(deps.catalogue.current().products[0]).toEqual({
      ...quickLoan,
      version: 2,
      maxNgwee: kwacha(3000),
    });
    const [first, second] = await rowsOf('product');
    expect(first).toMatchObject({ item: '1', version: 1, content: { maxNgwee: 200_000 }, saved_by: 'setup' });
    expect(second).toMatchObject({
      item: '1',
      version: 2,
      content: { maxNgwee: 300_000 },
      saved_by: 'operator Mwila',
    });
  });

  test.each([
    `update catalogue_version set content = '{}'`,
    'delete from catalogue_version',
    'truncate catalogue_version',
  ])('refuses to change a version: %s', async (statement) => {
    await expect(database.runAsOwner(statement)).rejects.toThrow(
      'catalogue_version is append-only: a mistake is put right by a new row',
    );
  });

  test('is up to date in another process as soon as a query of it has seen the revision', async () => {
    await setPolicy(deps, 'moneylender', 'operator Mwila');
    const { revision } = deps.catalogue.current();
    expect(other.catalogue.current().policy.name).toBe('microfinance');
    expect((await other.catalogue.since(revision)).policy.name).toBe('moneylender');
    const asked = other.db.roundTrips();
    await other.catalogue.since(revision);
    expect(other.db.roundTrips()).toBe(asked);
  });

  test('loses no save of processes that save at once', async () => {
    const draft = { ...quickLoan, version: null };
    const saves = [deps, other, deps, other].map((by, index) =>
      saveProduct(by, { ...draft, minRepayNgwee: kwacha(10 + index) }, `operator process ${index}`),
    );
    const versions = (await Promise.all(saves)).map((saved) => saved.ok && saved.value.version);
    expect(versions.toSorted()).toEqual([2, 3, 4, 5]);
    const kept = (await rowsOf('product')).filter(({ item, version }) => item === '1' && version > 1);
    expect(kept.map(({ saved_by: by }) => by).toSorted()).toEqual([
      'operator process 0',
      'operator process 1',
      'operator process 2',
      'operator process 3',
    ]);
  });
});

describe('saving a product', () => {
  test('without a number makes a new one', async () => {
    const draft = {
      ...quickLoan,
      productId: null,
      version: null,
      name: 'Week loan',
      serviceFeeRate: rate('0'),
    };
    const terms = [{ termId: 6, days: 7, instalments: 1 }];
    const saved = await saveProduct(deps, { ...draft, terms }, 'operator Mwila');
    expect(saved).toMatchObject({ ok: true, value: { productId: 3, version: 1 } });
    expect(deps.catalogue.current().offered).toHaveLength(3);
  });

  test.each([
    [{ kind: 'no_such_product', productId: 9 }, { productId: 9 }],
    [{ kind: 'changed_meanwhile', version: 1 }, { version: 7 }],
    [{ kind: 'name_taken', name: 'Steady loan' }, { name: 'Steady loan' }],
    [
      { kind: 'term_taken', termId: 4, name: 'Steady loan' },
      { terms: [...quickLoan.terms, ...steadyLoan.terms] },
    ],
    [{ kind: 'no_such_ladder_step', steps: 4 }, { ladderStepNeeded: 5 }],
    [{ kind: 'no_terms' }, { terms: [] }],
    [{ kind: 'bad_rate', rate: 'dailyRate' }, { dailyRate: rate('9999') }],
    [{ kind: 'breaks_policy', rule: 'max_apr' }, { serviceFeeRate: rate('0.30') }],
  ] as const)('is refused as %o and leaves nothing', async (refusal, different) => {
    const before = await rowsOf('product');
    expect(await saveProduct(deps, { ...quickLoan, ...different }, 'operator Mwila')).toEqual({
      ok: false,
      refusal,
    });
    expect(await rowsOf('product')).toEqual(before);
  });

  test('is judged by the policy in force at that moment, also when another process put it there', async () => {
    await setPolicy(other, 'moneylender', 'operator Mwila');
    expect(await saveProduct(deps, quickLoan, 'operator Mwila')).toEqual({
      ok: false,
      refusal: { kind: 'breaks_policy', rule: 'fees_not_allowed' },
    });
  });
});

describe('the policy', () => {
  test('in force is one of those that are kept', async () => {
    expect(await setPolicy(deps, 'bank', 'operator Mwila')).toEqual({
      ok: false,
      refusal: { kind: 'no_such_policy', names: ['microfinance', 'moneylender'] },
    });
  });

  test('withholds what breaks it, and gives it back when it no longer does', async () => {
    await setPolicy(deps, 'moneylender', 'operator Mwila');
    expect(deps.catalogue.current()).toMatchObject({ offered: [], products: demoCatalogue });
    await setPolicy(deps, 'microfinance', 'operator Mwila');
    expect(deps.catalogue.current().offered).toEqual(demoCatalogue);
    await savePolicy(deps, { ...microfinancePolicy, minTermDays: 30 }, 'operator Mwila');
    expect(deps.catalogue.current().versions.policy).toBe(2);
    expect(deps.catalogue.current().offered.map(({ terms }) => terms.map(({ days }) => days))).toEqual([
      [30, 90],
      [90, 180],
    ]);
  });
});

describe('ladder, rules and scorecard', () => {
  test('are saved as their next version', async () => {
    const ladder = { ...demoLadder, steps: [kwacha(1000), kwacha(9000)] };
    await saveLadder(deps, ladder, 'operator Mwila');
    await saveDecisionRules(deps, { ...demoRules, declinedForDays: 14 }, 'operator Mwila');
    await saveScorecard(deps, { ...demoScorecard, basePoints: 400 }, 'operator Mwila');
    expect(deps.catalogue.current()).toMatchObject({
      ladder,
      rules: { version: 2, declinedForDays: 14 },
      scorecard: { version: 2, basePoints: 400 },
      versions: { policy: 1, ladder: 2, rules: 2, scorecard: 2 },
    });
  });

  test('are refused when they make no sense', async () => {
    expect(
      await saveLadder(deps, { ...demoLadder, steps: [kwacha(1), kwacha(1)] }, 'operator Mwila'),
    ).toEqual({
      ok: false,
      refusal: { kind: 'steps_not_rising', step: 2 },
    });
    expect(await saveDecisionRules(deps, { ...demoRules, minAgeYears: 17 }, 'operator Mwila')).toMatchObject({
      refusal: { kind: 'under_age_allowed' },
    });
    expect(
      await saveScorecard(deps, { ...demoScorecard, referFromPoints: 501 }, 'operator Mwila'),
    ).toMatchObject({
      refusal: { kind: 'points_not_rising' },
    });
    expect(deps.catalogue.current().revision).toBe(8);
  });
});

describe('a version with a later day', () => {
  const on = (day: string) => clock.set(`${day}T08:00:00Z`);
  const cheaper = { ...quickLoan, dailyRate: rate('0.0035') };
  const rateNow = ({ catalogue }: CatalogueDeps) => catalogue.current().products[0]!.dailyRate;
  afterEach(() => on('2026-11-21'));

  test('counts from its business day on in every process that runs, and not a moment before', async () => {
    const saved = await saveProduct(deps, cheaper, 'operator Mwila', day('2026-12-01'));
    expect(saved).toMatchObject({ ok: true, value: { version: 2 } });
    await other.catalogue.refresh();
    const trips = other.db.roundTrips();
    clock.set('2026-11-30T21:59:59Z');
    for (const each of [deps, other]) expect(rateNow(each)).toBe('0.004');
    clock.set('2026-11-30T22:00:00Z');
    for (const each of [deps, other]) {
      expect(rateNow(each)).toBe('0.0035');
      expect(each.catalogue.current().products[0]!.version).toBe(2);
      expect(each.catalogue.current().planned).toEqual([]);
    }
    expect(other.db.roundTrips()).toBe(trips);
  });

  test('counts in a process that begins later', async () => {
    await saveProduct(deps, cheaper, 'operator Mwila', day('2026-12-01'));
    const before = await openCatalogue(db, clock, deps.today);
    expect(before.current().products[0]).toEqual(quickLoan);
    on('2026-12-03');
    const after = await openCatalogue(db, clock, deps.today);
    expect(after.current().products[0]).toMatchObject({ version: 2, dailyRate: '0.0035' });
  });

  test('is the only one that is planned of its product, until it is withdrawn', async () => {
    await saveProduct(deps, cheaper, 'operator Mwila', day('2026-12-01'));
    expect(await saveProduct(other, { ...quickLoan, minRepayNgwee: kwacha(30) })).toEqual({
      ok: false,
      refusal: { kind: 'planned_already', version: 2, effectiveOn: '2026-12-01' },
    });
    expect(await withdrawn(deps, 2)).toMatchObject({ ok: true, value: { version: 2 } });
    on('2026-12-02');
    for (const each of [deps, other]) expect((await each.catalogue.refresh()).products[0]).toEqual(quickLoan);
    expect(await saveProduct(deps, { ...quickLoan, minRepayNgwee: kwacha(30) })).toMatchObject({
      value: { version: 3 },
    });
    expect(deps.catalogue.current().products[0]).toMatchObject({ version: 3, dailyRate: '0.004' });
  });

  test('is not withdrawn once its day has come', async () => {
    await saveProduct(deps, cheaper, 'operator Mwila', day('2026-12-01'));
    on('2026-12-01');
    expect(await withdrawn(deps, 2)).toEqual({ ok: false, refusal: { kind: 'not_planned' } });
    expect(rateNow(deps)).toBe('0.0035');
  });

  test('is judged by the policy that counts on its day', async () => {
    await setPolicy(deps, 'moneylender', 'operator Mwila', day('2026-12-01'));
    const fees = { ok: false, refusal: { kind: 'breaks_policy', rule: 'fees_not_allowed' } };
    expect(await saveProduct(deps, cheaper, 'operator Mwila', day('2026-12-02'))).toEqual(fees);
    expect(await saveProduct(deps, cheaper, 'operator Mwila', day('2026-11-30'))).toMatchObject({ ok: true });
  });

  test('that is a new product keeps its number, name and terms for itself', async () => {
    const terms = [{ termId: 6, days: 7, instalments: 1 }];
    const week = {
      ...quickLoan,
      productId: null,
      version: null,
      name: 'Week loan',
      terms,
      serviceFeeRate: rate('0'),
    };
    expect(await saveProduct(deps, week, 'operator Mwila', day('2026-12-01'))).toMatchObject({
      value: { productId: 3 },
    });
    expect(await saveProduct(deps, week)).toEqual({
      ok: false,
      refusal: { kind: 'name_taken', name: 'Week loan' },
    });
    await withdrawn(deps, 1, '3');
    expect(await saveProduct(deps, week)).toMatchObject({ value: { productId: 4, version: 1 } });
  });

  test.each([
    ['whose day has passed', `'product', '1', 2, '{}', '2026-11-20'`, 'has passed'],
    ['beside one that is planned', `'product', '2', 3, '{}', null`, 'has to be withdrawn'],
    ['as a withdrawal of one that counts', `'withdrawal', '1', 1, '{}', null`, 'whose day has not come'],
  ])('is refused by the database %s', async (_what, values, message) => {
    await saveProduct(deps, steadyLoan, 'operator Mwila', day('2026-12-01'));
    const insert = `insert into catalogue_version (part, item, version, content, effective_on, revision, saved_by, saved_at)
      values (${values}, 99, 'operator Mwila', '2026-11-21T08:00:00Z')`;
    await expect(db.pool.query(insert)).rejects.toThrow(message);
  });

  test.each([
    ['a version', `'product', '1', 2`],
    ['a withdrawal', `'withdrawal', '9', 1`],
  ])('needs a second person: %s', async (_what, values) => {
    await saveProduct(deps, steadyLoan, 'operator Mwila', day('2026-12-01'));
    for (const by of ['operator Mwila', 'setup']) {
      const insert = `insert into catalogue_version (part, item, version, content, revision, saved_by, saved_at)
        values (${values}, '{}', 99, '${by}', '2026-11-21T08:00:00Z')`;
      await expect(db.pool.query(insert)).rejects.toThrow('a second person approved');
    }
  });
});
