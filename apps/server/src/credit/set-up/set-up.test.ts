import type { StaffRequest } from '@thumba/contract/staff/wire';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, apply, borrow, PATIENCE, signUp, wishOf } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';
import { CHANGES_LOOK_MS } from '../../upkeep/work/work.ts';

/* The offer as two heads of credit change it over HTTP. */

let server: AppServer;
let maker: StaffMember;
let checker: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first, second } = await openOffice(server);
  const hireAs = (userName: string) =>
    hire(server, { maker: first, checker: second }, { userName, roles: ['head_of_credit'] });
  maker = await hireAs('luyando');
  checker = await hireAs('natasha');
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

type Change = StaffRequest<'previewOfferChange'>['body'];

const product = (item = '1') => ({ part: 'product' as const, item });
const read = async (params: { part: Change['part']; item: string } = product()) =>
  (await maker.client.call('getOfferItem', { params })).data;
const contentOf = async (params = product()) =>
  (await read(params)).running!.content as Record<string, unknown>;
const changed = async (different: object, more: Partial<Change> = {}): Promise<Change> => ({
  part: 'product',
  content: { ...(await contentOf()), ...different },
  effectiveOn: null,
  ...more,
});
const preview = async (body: Change) => (await maker.client.call('previewOfferChange', { body })).data;

async function ask(body: Change) {
  const shown = await preview(body);
  return maker.client.call('askForOfferChange', {
    body: { ...body, reason: 'agreed by the board', digest: shown.preview?.digest ?? '0'.repeat(64) },
  });
}

/** The part whose fields the lines of a request are called after, as the second person reads it. */
const partOf = async (requestId: number) =>
  (await checker.client.call('getRequest', { params: { requestId } })).data.offerPart;

async function changeByTwo(body: Change): Promise<string> {
  const asked = await ask(body);
  if (asked.code !== 200) throw new Error(asked.msg);
  const answered = await answerAs(checker, asked.data.requestId);
  expect(answered.data.state).toBe('done');
  return answered.data.sentence;
}

const trial = (borrower: AppBorrower) => borrower.ask('productTrial', { body: wishOf() });
const versions = async (params = product()) =>
  (await maker.client.call('listOfferVersions', { params, query: {} })).data;

describe('a price that maker and checker change', () => {
  test('is that of the next estimate in every process within five seconds, and running loans keep theirs', async () => {
    const [running, waiting, visitor] = [
      await signUp(server),
      await signUp(server, { monthlyIncome: 1500 }),
      await signUp(server),
    ];
    const orderId = await borrow(running);
    const before = await running.ask('queryLoanDetail', { params: { id: orderId } });
    const applied = await apply(waiting, { amount: 300 });
    const other = await startAppServer({ besides: server });
    try {
      expect((await read()).untouched).toEqual({ applications: 1, offers: 0, loans: 1 });
      const sentence = await changeByTwo(await changed({ serviceFeeRate: '0.02' }));
      expect(sentence).toBe('Saved version 2 of product 1, Quick loan.');
      expect(await trial(visitor)).toMatchObject({ serviceFee: 20, totalRepay: 1140 });
      // A process looks twice in five seconds. On a busy machine a look can take longer than that.
      expect(CHANGES_LOOK_MS).toBeLessThan(2500);
      await expect
        .poll(
          async () => (await other.newClient().ask('productPublic', {})).marketList[0]!.serviceFeeRate,
          PATIENCE,
        )
        .toBe('0.02');
      const terms = `select terms ->> 'serviceFeeRate' as fee, terms ->> 'productVersion' as version from loan
        where loan_id = $1`;
      for (const id of [orderId, applied.orderId]) {
        expect(await server.query(terms, [id])).toEqual([{ fee: '0.03', version: '1' }]);
      }
      expect(await running.ask('queryLoanDetail', { params: { id: orderId } })).toEqual(before);
      await apply(visitor);
      expect(
        await server.query(`${terms.replace('loan_id = $1', 'borrower_id = $1')}`, [visitor.borrowerId]),
      ).toEqual([{ fee: '0.02', version: '2' }]);
    } finally {
      await other.leave();
    }
  });

  test('is in the history with both people, their day and what changed', async () => {
    const { items, next } = await versions();
    expect(next).toBeNull();
    expect(items).toMatchObject([
      {
        version: 2,
        state: 'running',
        madeBy: 'Person luyando',
        checkedBy: 'Person natasha',
        effectiveOn: '2026-11-21',
        changes: [{ title: 'serviceFeeRate', before: '0.03', after: '0.02' }],
      },
      { version: 1, state: 'earlier', madeBy: null, checkedBy: null },
    ]);
    const page = await maker.client.call('listOfferVersions', { params: product(), query: { pageSize: 1 } });
    expect(page.data).toMatchObject({ items: [{ version: 2 }], next: 2 });
    const rest = await maker.client.call('listOfferVersions', {
      params: product(),
      query: { pageSize: 1, before: 2 },
    });
    expect(rest.data).toMatchObject({ items: [{ version: 1 }], next: null });
  });

  test('is asked for with what was shown, by a person who may, and checked by another one', async () => {
    const body = await changed({ minRepayAmount: 25 });
    const shown = (await preview(body)).preview!;
    const asked = (digest: string, by = maker) =>
      by.client.call('askForOfferChange', { body: { ...body, reason: 'agreed by the board', digest } });
    expect(await asked('0'.repeat(64))).toMatchObject({ code: 409, reason: 'changed' });
    const { data } = await asked(shown.digest);
    expect(await asked(shown.digest, checker)).toMatchObject({ code: 409, reason: 'waits_already' });
    expect((await read()).waiting).toMatchObject({
      requestId: data.requestId,
      madeBy: { name: 'Person luyando' },
    });
    expect(await partOf(data.requestId)).toBe('product');
    expect((await answerAs(maker, data.requestId)).code).toBe(403);
    expect((await answerAs(checker, data.requestId, 'decline')).data.state).toBe('declined');
    expect((await read()).running!.version).toBe(2);
  });
});

describe('a bad draft', () => {
  const bad = [
    [
      'max_apr',
      { serviceFeeRate: '0.30' },
      'max_apr: the APR would be above the 350% of the microfinance policy. Terms: 30 days, 14 days.',
    ],
    ['a rate of everything', { serviceFeeRate: '1.0' }, 'serviceFeeRate: a rate must be below 1.'],
    ['an unknown field', { colour: 'green' }, 'Unrecognized key: "colour"'],
    ['a name that is taken', { name: 'Steady loan' }, 'name: another product is called Steady loan.'],
  ] as const;
  test.each(bad)('of a product is not saved, with its rule named: %s', async (_what, different, sentence) => {
    const body = await changed(different);
    expect((await preview(body)).problems[0]).toBe(sentence);
    expect(await ask(body)).toMatchObject({ code: 409, msg: sentence });
  });

  test('names each broken rule', async () => {
    const terms = [
      { termId: 2, days: 6, instalments: 1 },
      { termId: 1, days: 30, instalments: 1 },
    ];
    const { problems } = await preview(await changed({ terms, serviceFeeRate: '0.30' }));
    expect(problems).toEqual([
      'min_term: the microfinance policy allows no term under 7 days. Terms: 6 days.',
      'max_apr: the APR would be above the 350% of the microfinance policy. Terms: 30 days.',
    ]);
  });

  test('of a policy or of the ladder is not saved, with its rule named', async () => {
    const policy = (await read({ part: 'policy', item: 'moneylender' })).running!.content as object;
    const ladder = (await read({ part: 'ladder', item: 'ladder' })).running!.content as object;
    const drafts = [
      [
        { part: 'policy', content: { ...policy, maxAnnualSimpleRate: '0.60' } },
        'maxAnnualSimpleRate: the law allows a moneylender 48% simple interest a year at most.',
      ],
      [
        { part: 'policy', content: { ...policy, feesAllowed: true } },
        'feesAllowed: the law allows a moneylender no fees, neither on the loan nor on an extension.',
      ],
      [
        { part: 'ladder', content: { ...ladder, steps: [2000, 1000] } },
        'steps: step 2 is not higher than the one before it.',
      ],
      [
        { part: 'policy_in_force', content: 'bank' },
        'There is no such policy. There are: microfinance, moneylender.',
      ],
    ] as const;
    for (const [draft, sentence] of drafts) {
      const body = { ...draft, effectiveOn: null };
      expect((await preview(body)).problems).toEqual([sentence]);
      expect(await ask(body)).toMatchObject({ code: 409, msg: sentence });
    }
    expect(
      await server.query(`select 1 from staff_request where kind = 'offer_change' and state = 'waiting'`),
    ).toEqual([]);
  });
});

describe('the estimate of a draft', () => {
  const estimate = async (different: object, more: Partial<StaffRequest<'estimateProduct'>['body']> = {}) =>
    maker.client.call('estimateProduct', {
      body: {
        content: { ...(await contentOf()), ...different },
        termId: 1,
        amount: 1000,
        effectiveOn: null,
        ...more,
      },
    });

  test('of what is saved is the estimate of a borrower, number by number', async () => {
    const { receiveAccount, contractVersion, couponDiscount, coolingOffHours, ...shown } = await trial(
      await signUp(server),
    );
    expect((await estimate({})).data).toEqual(shown);
  });

  test('has the price of the draft', async () => {
    const { data } = await estimate({ dailyRate: '0.003', serviceFeeRate: '0.05' });
    expect(data).toMatchObject({ interest: 90, serviceFee: 50, totalRepay: 1140, totalCost: 140 });
  });

  test('begins on the day of the version', async () => {
    const { data } = await estimate({}, { effectiveOn: '2026-12-01' });
    expect(data.plans[0]!.dueDate).toBe('2026-12-31');
  });

  test('of a draft that breaks the policy has its sums, and of one that cannot be reckoned a sentence', async () => {
    expect((await estimate({ serviceFeeRate: '0.30' })).data.serviceFee).toBe(300);
    const terms = [{ termId: 1, days: 31, instalments: 2 }];
    expect(await estimate({ terms })).toMatchObject({ code: 400, reason: 'bad_term' });
    expect(await estimate({}, { amount: 5000 })).toMatchObject({ code: 400 });
    expect(await estimate({ dailyRate: 'a lot' })).toMatchObject({ code: 400, reason: 'not_that_form' });
  });
});

describe('a version that is planned', () => {
  test('is withdrawn by two people before its day, and its item can then be changed', async () => {
    const saved = await changeByTwo(await changed({ minRepayAmount: 40 }, { effectiveOn: '2026-12-01' }));
    expect(saved).toBe('Saved version 3 of product 1, Quick loan. It counts from 1 December 2026.');
    const { running, planned } = await read();
    expect([running!.version, planned!.version, planned!.effectiveOn]).toEqual([2, 3, '2026-12-01']);
    expect(planned!.changes).toEqual([{ title: 'minRepayAmount', before: '20', after: '40' }]);
    expect((await preview(await changed({ minRepayAmount: 50 }))).problems).toEqual([
      'Version 3 is planned from 1 December 2026. Withdraw it first.',
    ]);
    const shown = await maker.client.call('previewOfferWithdrawal', {
      params: product(),
      body: { version: 3 },
    });
    expect(shown.data.effect).toEqual([
      { title: 'Counts from', before: '1 December 2026', after: null },
      { title: 'minRepayAmount', before: '40', after: '20' },
    ]);
    const asked = await maker.client.call('askForOfferWithdrawal', {
      params: product(),
      body: { version: 3, reason: 'the board changed its mind', digest: shown.data.digest },
    });
    expect(await partOf(asked.data.requestId)).toBe('product');
    expect((await answerAs(checker, asked.data.requestId)).data).toEqual({
      state: 'done',
      sentence: 'Version 3 is withdrawn. What counts today stays.',
    });
    expect((await read()).planned).toBeNull();
    expect((await versions()).items[0]).toMatchObject({ version: 3, state: 'withdrawn' });
    await changeByTwo(await changed({ minRepayAmount: 50 }));
    expect((await versions()).items[0]).toMatchObject({
      version: 4,
      state: 'running',
      changes: [{ title: 'minRepayAmount', before: '20', after: '50' }],
    });
  });

  test('is approved before its day, or fails and says so', async () => {
    const asked = await ask(await changed({ minRepayAmount: 30 }, { effectiveOn: server.today() }));
    await server.passDays(1);
    expect((await answerAs(checker, asked.data.requestId)).data).toEqual({
      state: 'failed',
      sentence: 'The day from which it was to count, 21 November 2026, has passed. Choose another day.',
    });
  });

  test('counts for the borrower from its day on', async () => {
    const borrower = await signUp(server);
    await changeByTwo(await changed({ serviceFeeRate: '0.01' }, { effectiveOn: '2026-11-24' }));
    expect(await trial(borrower)).toMatchObject({ serviceFee: 20 });
    await server.passDays(2);
    expect(server.today()).toBe('2026-11-24');
    expect(await trial(borrower)).toMatchObject({ serviceFee: 10 });
    expect((await read()).running).toMatchObject({ version: 5, effectiveOn: '2026-11-24' });
    const list = (await maker.client.call('listOfferItems')).data;
    expect(list.items.map(({ title, running }) => `${title}: ${running!.version}`)).toEqual([
      'Product 1, Quick loan: 5',
      'Product 2, Steady loan: 1',
      'Policy microfinance: 1',
      'Policy moneylender: 1',
      'Policy in force: 1',
      'Limit ladder: 1',
      'Decision rules: 1',
      'Scorecard: 1',
    ]);
  });
});
