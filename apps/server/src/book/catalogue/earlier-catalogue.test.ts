import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { day } from '@thumba/lending/day';
import { demoCatalogue, microfinancePolicy, moneylenderPolicy, type Product } from '@thumba/lending/product';
import { expect, test } from 'vitest';
import { movableClock } from '../../../test/call-server.ts';
import { createTestDatabase, runOnServer } from '../../../test/database.ts';
import { openDatabase } from '../../platform/database.ts';
import { migrate } from '../../platform/migrate.ts';
import { openCatalogue } from './catalogue.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const [quickLoan, steadyLoan] = demoCatalogue as readonly [Product, Product];
const tenPercent = { days: 7, rate: '0.10', max: 3 };

/** A database of the version before the limits of extensions, with these entries in its catalogue. */
async function earlierDatabase(
  entries: readonly { part: string; item: string; by: string; content: object }[],
) {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'thumba-earlier-catalogue-'));
  await runOnServer(database.url, 'drop schema public cascade; create schema public');
  for (const name of await readdir(MIGRATIONS)) {
    if (name < '0053') await copyFile(join(MIGRATIONS, name), join(folder, name));
  }
  await migrate(database.url, folder);
  await rm(folder, { recursive: true });
  const db = openDatabase({ url: database.url });
  for (const [index, { part, item, by, content }] of entries.entries()) {
    await db.pool.query(
      `insert into catalogue_version (revision, part, item, version, content, saved_by, saved_at)
       select $1, $2, $3, 1 + count(*), $4, $5, '2026-11-21' from catalogue_version where part = $2 and item = $3`,
      [index + 1, part, item, content, by],
    );
  }
  await migrate(database.url, MIGRATIONS);
  const clock = movableClock(Date.parse('2026-11-21T08:00:00Z'));
  return {
    db,
    catalogue: (await openCatalogue(db, clock, () => day('2026-11-21'))).current(),
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

function shippedBefore() {
  const withoutLimits = ({
    maxExtensionAnnualRate: _rate,
    maxEffectiveAnnualRate: _effective,
    ...policy
  }: typeof microfinancePolicy) => policy;
  const entry = (part: string, item: string, content: object) => ({ part, item, by: 'setup', content });
  return [
    entry('product', '1', { ...quickLoan, extension: tenPercent }),
    entry('product', '2', { ...steadyLoan, extension: tenPercent }),
    entry('policy', 'microfinance', withoutLimits(microfinancePolicy)),
    entry('policy', 'moneylender', withoutLimits(moneylenderPolicy)),
    entry('policy_in_force', '', { name: 'microfinance' }),
    entry('ladder', '', { steps: [200_000], onTimeLoansPerStep: 3, maxDaysLateToStay: 7 }),
    entry('rules', '', {}),
    entry('scorecard', '', {}),
  ];
}

test('shipped products that no person changed ask 5 % for an extension from their next version on', async () => {
  const { db, catalogue, close } = await earlierDatabase(shippedBefore());
  try {
    expect(catalogue.products).toEqual([
      { ...quickLoan, version: 2 },
      { ...steadyLoan, version: 2 },
    ]);
    expect(catalogue.offered).toEqual(catalogue.products);
    const { rows } = await db.pool.query(
      `select version, content from catalogue_version where part = 'product' order by item, version`,
    );
    expect(rows.map(({ version, content }) => [version, content.version, content.extension.rate])).toEqual([
      [1, 1, '0.10'],
      [2, 2, '0.05'],
      [1, 1, '0.10'],
      [2, 2, '0.05'],
    ]);
  } finally {
    await close();
  }
});

test('policies of before have the shipped limits, and a dear product of staff is kept and not offered', async () => {
  const ofStaff = { ...quickLoan, version: 2, extension: tenPercent, minRepayNgwee: 3000 };
  const { catalogue, close } = await earlierDatabase([
    ...shippedBefore(),
    { part: 'product', item: '1', by: 'operator Mwila', content: ofStaff },
  ]);
  try {
    expect(catalogue.policies).toEqual([microfinancePolicy, moneylenderPolicy]);
    expect(catalogue.policy).toEqual(microfinancePolicy);
    expect(catalogue.products[0]).toEqual(ofStaff);
    expect(catalogue.offered.map(({ name }) => name)).toEqual(['Steady loan']);
  } finally {
    await close();
  }
});
