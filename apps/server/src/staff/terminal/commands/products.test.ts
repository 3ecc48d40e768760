import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoCatalogue } from '@thumba/lending/product';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { movableClock } from '../../../../test/call-server.ts';
import { createTestDatabase } from '../../../../test/database.ts';
import { type LiveCatalogue, openCatalogue } from '../../../book/catalogue/catalogue.ts';
import { type Database, openDatabase } from '../../../platform/database.ts';
import { openStaffDesk } from '../staff-desk.ts';
import { command } from './products.ts';

const clock = movableClock(Date.parse('2026-11-21T08:00:00Z'));
let folder: string;
let db: Database;
let catalogue: LiveCatalogue;
let close: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-products-'));
  db = openDatabase({ url: database.programUrl });
  catalogue = await openCatalogue(db, clock);
  close = async () => {
    await db.close();
    await database.drop();
    await rm(folder, { recursive: true });
  };
});
afterAll(() => close());

async function run(...words: string[]) {
  const desk = await openStaffDesk({
    db,
    clock,
    variables: { USER: 'Invented', SUDO_USER: 'Mwila', SUDO_UID: '4711' },
  });
  return command.atDesk({ ...desk, openCatalogue: async () => catalogue }, words);
}

async function shown(what: string): Promise<Record<string, unknown>> {
  return JSON.parse((await run('show', what)).lines.join('\n'));
}

async function save(what: string, content: unknown) {
  const file = path.join(folder, 'saved.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return run('save', what, file);
}

const countOfVersions = async () => (await db.pool.query('select from catalogue_version')).rowCount;

describe('a product', () => {
  test('that is saved as it was shown is the same product, a version later', async () => {
    expect(await save('product', await shown('2'))).toEqual({
      done: true,
      lines: ['Saved version 2 of product 2, Steady loan.'],
    });
    expect(catalogue.current().products[1]).toEqual({ ...demoCatalogue[1], version: 2 });
  });

  test.each([
    ['no terms', { terms: [] }, 'terms: a product needs at least one term.'],
    [
      'terms given twice',
      { terms: [1, 1].map((termId) => ({ termId, days: 30, instalments: 1 })) },
      'terms: term 1 is given twice, is too long, or its days do not make its instalments.',
    ],
    [
      'another product’s term',
      { terms: [{ termId: 5, days: 30, instalments: 1 }] },
      'terms: term 5 belongs to Steady loan.',
    ],
    [
      'an unknown number',
      { productId: 77 },
      'productId: there is no product 77. Leave it out for a new one.',
    ],
    [
      'steps that do not fit',
      { amountStep: 70 },
      'amountStep: the amounts must go from minAmount to maxAmount in whole steps.',
    ],
    ['too many steps', { amountStep: 0.01 }, 'amountStep: at most 500 amounts can be offered.'],
    [
      'a negative rate',
      { dailyRate: '-0.004' },
      'dailyRate: must be a decimal in quotes, with at most ten decimals, like "0.004"',
    ],
    [
      'a rate that is a number',
      { dailyRate: 0.001 },
      'dailyRate: must be a decimal in quotes, with at most ten decimals, like "0.004"',
    ],
    [
      'a rate beyond all numbers',
      { dailyRate: '1e308' },
      'dailyRate: must be a decimal in quotes, with at most ten decimals, like "0.004"',
    ],
    ['a rate of everything', { serviceFeeRate: '1.0' }, 'serviceFeeRate: a rate must be below 1.'],
    [
      'less than a ngwee',
      { minAmount: 0.001 },
      'minAmount: Please enter an amount in kwacha and ngwee, like 150.50',
    ],
    [
      'an amount beyond all money',
      { maxAmount: 1e308 },
      'maxAmount: Please enter an amount in kwacha and ngwee, like 150.50',
    ],
    ['a least repayment of nothing', { minRepayAmount: 0 }, 'minRepayAmount: must be above 0.'],
    [
      'an extension of centuries',
      { extension: { days: 1_000_000, rate: '0.10', max: 3 } },
      'extension.days: must be a whole number from 1 to 3650',
    ],
    [
      'an order that leaves something out',
      { repaymentOrder: ['principal', 'interest'] },
      'repaymentOrder: penalty, fee, interest and principal must each stand in it once.',
    ],
    [
      'a rate above the APR',
      { serviceFeeRate: '0.30' },
      'max_apr: the APR would be above the 350% of the microfinance policy.',
    ],
    [
      'an effective rate above the limit',
      { serviceFeeRate: '0.10', terms: [{ termId: 1, days: 30, instalments: 1 }] },
      'max_effective_annual_rate: the effective annual rate would be above the 800% of the microfinance policy.',
    ],
    [
      'an extension above its yearly rate',
      { extension: { days: 7, rate: '0.10', max: 3 } },
      'max_extension_annual_rate: an extension would cost above the 350% a year that the microfinance policy allows: its rate × 365 / its days.',
    ],
    [
      'charges above the cap',
      { dailyRate: '0.0324', minAmount: 2000 },
      'charge_cap: the charges would be above 100% of the loan, the cap of the microfinance policy.',
    ],
    [
      'a term that is too short',
      { terms: [{ termId: 1, days: 6, instalments: 1 }] },
      'min_term: the microfinance policy allows no term under 7 days.',
    ],
    [
      'a due day that some months do not have',
      { dueDay: { rule: 'day_of_month', day: 31 } },
      'dueDay.day: must be a whole number from 1 to 28',
    ],
    [
      'a due day without its number',
      { dueDay: { rule: 'day_of_month' } },
      'dueDay.day: must be a whole number from 1 to 28',
    ],
    [
      'an unknown due day',
      { dueDay: { rule: 'friday' } },
      'dueDay.rule: must be one of: after_term, month_end, day_of_month',
    ],
    [
      'a due day that is a number',
      { dueDay: 25 },
      'dueDay: must be one of: after_term, month_end, day_of_month',
    ],
    [
      'a number for the end of the month',
      { dueDay: { rule: 'month_end', day: 31 } },
      'dueDay: Unrecognized key: "day"',
    ],
    [
      'plans that are closer than due days',
      { dueDay: { rule: 'month_end' }, terms: [{ termId: 1, days: 42, instalments: 3 }] },
      'dueDay: the plans of term 1 must be 30 days apart or more, because a month has one due day.',
    ],
    ['a name of two lines', { name: 'Quick\nloan' }, 'name: must have from 1 to 60 letters'],
    ['an unknown field', { colour: 'green' }, 'Unrecognized key: "colour"'],
  ])('with %s is refused with the rule, and nothing is changed', async (_what, different, sentence) => {
    const before = await countOfVersions();
    const answer = await save('product', { ...(await shown('1')), ...different });
    expect(answer).toEqual({ done: false, lines: [`Nothing was changed. ${sentence}`] });
    expect(await countOfVersions()).toBe(before);
  });

  test('from a file that cannot be read is refused', async () => {
    const missing = path.join(folder, 'missing.json');
    expect(await run('save', 'product', missing)).toEqual({
      done: false,
      lines: [`Nothing was changed. ${missing}: there is no such file.`],
    });
    expect((await save('product', '{')).lines[0]).toMatch(/saved\.json: this is not JSON\.$/);
  });

  test('that was shown before another save is refused', async () => {
    const old = await shown('1');
    await save('product', old);
    expect(await save('product', old)).toEqual({
      done: false,
      lines: ['Nothing was changed. version: somebody saved version 2 meanwhile. Start again from that one.'],
    });
  });
});

describe('the due day of a product', () => {
  test('is shown, saved, listed and taken back', async () => {
    const before = await shown('1');
    expect(before.dueDay).toEqual({ rule: 'after_term' });
    const dueDay = { rule: 'day_of_month', day: 25 };
    expect(await save('product', { ...before, dueDay })).toMatchObject({ done: true });
    expect(catalogue.current().products[0]).toMatchObject({ dueDay });
    expect((await shown('1')).dueDay).toEqual(dueDay);
    expect((await run()).lines).toContain(
      '1  Quick loan: K100 to K2,000 by K50, 30 days, 14 days, 3 × 30 days, 0.4% a day flat, fee 3% added, due on day 25 of the month',
    );
    const { dueDay: _, ...withoutIt } = await shown('1');
    expect(await save('product', withoutIt)).toMatchObject({ done: true });
    expect(catalogue.current().products[0]).not.toHaveProperty('dueDay');
  });
});

describe('the rest of the catalogue', () => {
  test.each([
    ['policy', 'Saved the policy microfinance.'],
    ['ladder', 'Saved the ladder.'],
    ['rules', 'Saved version 2 of the rules.'],
    ['scorecard', 'Saved version 2 of the scorecard.'],
  ])('is shown and saved: %s', async (what, line) => {
    const before = catalogue.current();
    expect(await save(what, await shown(what))).toEqual({ done: true, lines: [line] });
    const after = catalogue.current();
    const unversioned = ({ policy, ladder, rules, scorecard }: typeof before) => ({
      policy,
      ladder,
      rules: { ...rules, version: 0 },
      scorecard: { ...scorecard, version: 0 },
    });
    expect(unversioned(after)).toEqual(unversioned(before));
    expect(after.revision).toBe(before.revision + 1);
  });

  test('a policy file of an earlier version has the shipped limits', async () => {
    const { maxExtensionAnnualRate, ...earlier } = await shown('policy');
    expect(maxExtensionAnnualRate).toBe(350);
    expect(await save('policy', earlier)).toMatchObject({ done: true });
    expect(catalogue.current().policy.maxExtensionAnnualRate).toBe(350);
    expect((await save('policy', { ...earlier, maxExtensionAnnualRate: -1 })).lines).toEqual([
      'Nothing was changed. maxExtensionAnnualRate: must not be below 0',
    ]);
  });

  test('is refused with its rule', async () => {
    const steps = { ...(await shown('ladder')), steps: [2000, 1000] };
    expect((await save('ladder', steps)).lines).toEqual([
      'Nothing was changed. steps: step 2 is not higher than the one before it.',
    ]);
    expect((await save('rules', { ...(await shown('rules')), minAgeYears: 16 })).lines).toEqual([
      'Nothing was changed. minAgeYears: nobody under 18 may borrow.',
    ]);
  });
});

describe('the policy in force', () => {
  test('is set by its name, and what it withholds is said', async () => {
    expect(await run('policy', 'moneylender')).toEqual({
      done: true,
      lines: [
        'The policy moneylender is in force.',
        '  Not offered: Quick loan, 30 days (fees_not_allowed).',
        '  Not offered: Quick loan, 14 days (fees_not_allowed).',
        '  Not offered: Quick loan, 90 days (fees_not_allowed).',
        '  Not offered: Steady loan, 90 days (fees_not_allowed).',
        '  Not offered: Steady loan, 180 days (fees_not_allowed).',
      ],
    });
    const dear = { ...(await shown('1')), serviceFeeRate: '0', extension: null };
    expect((await save('product', dear)).lines).toEqual([
      'Nothing was changed. max_annual_simple_rate: simple interest a year, fees and the penalty rate counted, would be above the 48% of the moneylender policy.',
    ]);
    expect(await run('policy', 'microfinance')).toEqual({
      done: true,
      lines: ['The policy microfinance is in force.'],
    });
    expect(await run('policy', 'bank')).toEqual({
      done: false,
      lines: ['Nothing was changed. There is no such policy. There are: microfinance, moneylender.'],
    });
  });
});

test('the list shows every product with its versions', async () => {
  const { lines } = await run();
  expect(lines).toContain(
    '1  Quick loan: K100 to K2,000 by K50, 30 days, 14 days, 3 × 30 days, 0.4% a day flat, fee 3% added',
  );
  expect(lines).toContain('    version 1, saved 2026-11-21 08:00 UTC by setup');
  expect(lines).toContain('    version 2, saved 2026-11-21 08:00 UTC by operator Mwila');
});

test.each([
  ['help'],
  ['show', 'nothing'],
  ['show', 'constructor'],
  ['save', 'nothing', 'package.json'],
  ['save', 'product'],
])('unknown words are answered by the usage: %s %s', async (...words) => {
  const answer = await run(...(words as string[]));
  expect(answer.done).toBe(false);
  expect(answer.lines[0]).toMatch(/^npm run products/);
});
