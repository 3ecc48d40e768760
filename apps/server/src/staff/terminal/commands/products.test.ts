import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoCatalogue } from '@thumba/lending/product';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest, waitingRequest } from '../../../../test/approve-request.ts';
import { saveLadder, savePolicy } from '../../../../test/saved-offer.ts';
import { changeAsApproved } from '../../../book/catalogue/staff-changes.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { command } from './products.ts';

let folder: string;
let server: AppServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-products-'));
  server = await startAppServer();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const catalogueNow = () => server.app.catalogue.current();

async function run(...words: string[]) {
  const desk = await deskBeside(server);
  return command.atDesk({ ...desk, openCatalogue: async () => server.app.catalogue }, words);
}

async function shown(what: string): Promise<Record<string, unknown>> {
  return JSON.parse((await run('show', what)).lines.join('\n'));
}

async function save(what: string, content: unknown, ...reason: string[]) {
  const file = path.join(folder, 'saved.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return run('save', what, file, ...(reason.length === 0 ? ['agreed', 'by', 'the', 'board'] : reason));
}

/** One person asks for a change, and a second person approves it. Answers the sentence of what was done. */
async function saveByTwo(what: string, content: unknown): Promise<string> {
  const asked = await save(what, content);
  if (!asked.done) throw new Error(asked.lines.join(' '));
  const answered = await approveRequest(server);
  return answered.ok ? answered.sentence : answered.refusal;
}

const countOfVersions = async () => (await server.query('select from catalogue_version')).length;

describe('a product', () => {
  test('is changed once a second person has seen what is different, and has the next version', async () => {
    const changed = { ...(await shown('2')), minRepayAmount: 25, terms: demoCatalogue[1]!.terms.slice(0, 1) };
    const { done, lines } = await save('product', changed);
    expect(done).toBe(true);
    expect(lines[0]).toMatch(
      /^Request \d+ is filed: Product 2, Steady loan: version 2\. A person with checkOffer approves it/,
    );
    expect((await save('product', changed)).lines).toEqual(['A request for this waits already.']);
    const request = await waitingRequest(server);
    expect(request).toMatchObject({
      reason: 'agreed by the board',
      effect: [
        { title: 'minRepayAmount', before: '20', after: '25' },
        { title: 'terms.1.days', before: '180', after: 'not there' },
        { title: 'terms.1.instalments', before: '6', after: 'not there' },
        { title: 'terms.1.termId', before: '5', after: 'not there' },
      ],
    });
    expect(catalogueNow().products[1]).toEqual(demoCatalogue[1]);
    expect(await approveRequest(server)).toMatchObject({
      state: 'done',
      sentence: 'Saved version 2 of product 2, Steady loan.',
    });
    const after = {
      ...demoCatalogue[1],
      terms: demoCatalogue[1]!.terms.slice(0, 1),
      minRepayNgwee: 2500,
      version: 2,
    };
    expect(catalogueNow().products[1]).toEqual(after);
    const again = await changeAsApproved(
      { ...server, catalogue: server.app.catalogue, today: () => server.app.calendar.today() },
      request,
    );
    expect(again.isDone).toBe(true);
    expect(catalogueNow().products[1]).toEqual(after);
    expect(await saveByTwo('product', { ...(await shown('2')), terms: demoCatalogue[1]!.terms })).toBe(
      'Saved version 3 of product 2, Steady loan.',
    );
  });

  test('that is the same as the saved one is not asked for, and a change without a reason neither', async () => {
    const same = await shown('1');
    expect((await save('product', same)).lines).toEqual([
      'Nothing was asked for. Nothing is different from what is saved.',
    ]);
    expect((await save('product', { ...same, minRepayAmount: 30 }, 'x')).lines).toEqual([
      'Please give a reason of 3 to 200 characters.',
    ]);
  });

  test('the database refuses a change that no second person approved', async () => {
    const insert = `insert into catalogue_version (revision, part, item, version, content, saved_by, saved_at)
      values ((select max(revision) + 1 from catalogue_version), 'product', '9', 1, '{}', 'operator mary', now())`;
    await expect(server.query(insert)).rejects.toThrow('a second person approved');
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
    expect(answer).toEqual({ done: false, lines: [`Nothing was asked for. ${sentence}`] });
    expect(await countOfVersions()).toBe(before);
  });

  test('from a file that cannot be read is refused', async () => {
    const missing = path.join(folder, 'missing.json');
    expect(await run('save', 'product', missing)).toEqual({
      done: false,
      lines: [`Nothing was asked for. ${missing}: there is no such file.`],
    });
    expect((await save('product', '{')).lines[0]).toMatch(/saved\.json: this is not JSON\.$/);
  });

  test('that was shown before another save is refused', async () => {
    const old = await shown('1');
    await saveByTwo('product', { ...old, minRepayAmount: 30 });
    expect(await save('product', { ...old, minRepayAmount: 40 })).toEqual({
      done: false,
      lines: ['Nothing was asked for. version: version 2 was saved meanwhile. Start again from that one.'],
    });
  });

  test('that was changed since it was asked for is not saved over', async () => {
    const ladder = await shown('ladder');
    await save('ladder', { ...ladder, onTimeLoansPerStep: 5 });
    const deps = { ...server, catalogue: server.app.catalogue };
    await saveLadder(deps, { ...catalogueNow().ladder, onTimeLoansPerStep: 2 });
    expect(await approveRequest(server)).toMatchObject({
      state: 'failed',
      sentence: 'It was changed since this was asked for. Start again from what is saved now.',
    });
    expect(catalogueNow().ladder.onTimeLoansPerStep).toBe(2);
    await saveByTwo('ladder', ladder);
  });
});

describe('the due day of a product', () => {
  test('is shown, saved, listed and taken back', async () => {
    const before = await shown('1');
    expect(before.dueDay).toEqual({ rule: 'after_term' });
    const dueDay = { rule: 'day_of_month', day: 25 };
    await saveByTwo('product', { ...before, dueDay });
    expect(catalogueNow().products[0]).toMatchObject({ dueDay });
    expect((await shown('1')).dueDay).toEqual(dueDay);
    expect((await run()).lines).toContain(
      '1  Quick loan: K100 to K2,000 by K50, 30 days, 14 days, 3 × 30 days, 0.4% a day flat, fee 3% added, due on day 25 of the month',
    );
    const { dueDay: _, ...withoutIt } = await shown('1');
    await saveByTwo('product', withoutIt);
    expect(catalogueNow().products[0]).not.toHaveProperty('dueDay');
  });
});

describe('the rest of the catalogue', () => {
  test.each([
    ['policy', { minTermDays: 8 }, 'Saved the policy microfinance.'],
    ['ladder', { onTimeLoansPerStep: 4 }, 'Saved the ladder.'],
    ['rules', { declinedForDays: 14 }, 'Saved version 2 of the rules.'],
    ['scorecard', { basePoints: 400 }, 'Saved version 2 of the scorecard.'],
  ])('is shown and saved: %s', async (what, different, sentence) => {
    const before = await shown(what);
    const { revision } = catalogueNow();
    expect(await saveByTwo(what, { ...before, ...different })).toBe(sentence);
    expect(await shown(what)).toEqual({ ...before, ...different });
    expect(catalogueNow().revision).toBe(revision + 1);
    await saveByTwo(what, before);
    expect(await shown(what)).toEqual(before);
  });

  test('a policy file of an earlier version has the shipped limits', async () => {
    const { maxExtensionAnnualRate, ...earlier } = await shown('policy');
    expect(maxExtensionAnnualRate).toBe(350);
    await saveByTwo('policy', { ...earlier, minTermDays: 8 });
    expect(catalogueNow().policy).toMatchObject({ maxExtensionAnnualRate: 350, minTermDays: 8 });
    await saveByTwo('policy', earlier);
    expect((await save('policy', { ...earlier, maxExtensionAnnualRate: -1 })).lines).toEqual([
      'Nothing was asked for. maxExtensionAnnualRate: must not be below 0',
    ]);
  });

  test('is refused with its rule', async () => {
    const steps = { ...(await shown('ladder')), steps: [2000, 1000] };
    expect((await save('ladder', steps)).lines).toEqual([
      'Nothing was asked for. steps: step 2 is not higher than the one before it.',
    ]);
    expect((await save('rules', { ...(await shown('rules')), minAgeYears: 16 })).lines).toEqual([
      'Nothing was asked for. minAgeYears: a borrower has to be 18 or older.',
    ]);
  });
});

describe('the policy in force', () => {
  test('is asked for by its name, with what it withholds, and set once it is approved', async () => {
    expect((await run('policy', 'moneylender', 'a new licence')).lines[0]).toMatch(
      /^Request \d+ is filed: Policy in force: moneylender\./,
    );
    const { effect } = await waitingRequest(server);
    expect(effect).toContainEqual({ title: 'name', before: 'microfinance', after: 'moneylender' });
    expect(effect).toContainEqual({ title: 'feesAllowed', before: 'true', after: 'false' });
    expect(effect.slice(-1)).toEqual([
      {
        title: 'Not offered under the policy',
        before: 'nothing',
        after: [
          'Quick loan, 30 days (fees_not_allowed)',
          'Quick loan, 14 days (fees_not_allowed)',
          'Quick loan, 90 days (fees_not_allowed)',
          'Steady loan, 90 days (fees_not_allowed)',
          'Steady loan, 180 days (fees_not_allowed)',
        ].join('; '),
      },
    ]);
    expect(catalogueNow().policy.name).toBe('microfinance');
    expect(await approveRequest(server)).toMatchObject({
      state: 'done',
      sentence: 'The policy moneylender is in force.',
    });
    expect((await run()).lines).toContain('  Not offered: Quick loan, 30 days (fees_not_allowed).');
    const dear = { ...(await shown('1')), serviceFeeRate: '0', extension: null };
    expect((await save('product', dear)).lines).toEqual([
      'Nothing was asked for. max_annual_simple_rate: simple interest a year, fees and the penalty rate counted, would be above the 48% of the moneylender policy.',
    ]);
    await run('policy', 'microfinance', 'the licence is back');
    await approveRequest(server);
    expect(catalogueNow().policy.name).toBe('microfinance');
    expect(await run('policy', 'bank', 'a new licence')).toEqual({
      done: false,
      lines: ['Nothing was asked for. There is no such policy. There are: microfinance, moneylender.'],
    });
  });
});

test('a policy that was changed since it was asked for is not put in force', async () => {
  await run('policy', 'moneylender', 'a new licence');
  const { requestId } = await waitingRequest(server);
  const deps = { ...server, catalogue: server.app.catalogue };
  const moneylender = catalogueNow().policies.find(({ name }) => name === 'moneylender')!;
  await savePolicy(deps, { ...moneylender, minTermDays: 20 });
  expect(await approveRequest(server, requestId)).toMatchObject({
    state: 'failed',
    sentence: 'It was changed since this was asked for. Start again from what is saved now.',
  });
  expect(catalogueNow().policy.name).toBe('microfinance');
  await savePolicy(deps, moneylender);
});

test('the list shows every product with its versions', async () => {
  const { lines } = await run();
  expect(lines).toContain(
    '1  Quick loan: K100 to K2,000 by K50, 30 days, 14 days, 3 × 30 days, 0.4% a day flat, fee 3% added',
  );
  expect(lines).toContain('    version 1, saved 2026-11-21 08:00 UTC by setup');
  expect(lines).toContain('    version 2, saved 2026-11-21 08:00 UTC by operator mary');
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
