import { demoRules } from '@thumba/lending/decision';
import { kwacha } from '@thumba/lending/money';
import { demoCatalogue, microfinancePolicy, type Product } from '@thumba/lending/product';
import { rate } from '@thumba/lending/rate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signUp, wishOf } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import {
  saveDecisionRules,
  saveLadder,
  savePolicy,
  saveProduct,
  setPolicy,
} from '../../../test/saved-offer.ts';
import { openCatalogue } from '../../book/catalogue/catalogue.ts';
import type { ProductDraft } from '../../book/catalogue/commands.ts';

const [quickLoan] = demoCatalogue as readonly [Product, Product];
const STORE_APP = { appChannelCode: 'GP' };

let server: AppServer;
beforeEach(async () => {
  server = await startAppServer();
});
afterEach(() => server.stop());

/** As staff do it at the terminal, or another process of the server: this process is not told. */
async function elsewhere() {
  return {
    db: server.db,
    clock: server.clock,
    catalogue: await openCatalogue(server.db, server.clock, server.app.calendar.today),
  };
}

async function saveElsewhere(different: Partial<ProductDraft>): Promise<Product> {
  const saved = await saveProduct(
    await elsewhere(),
    { ...quickLoan, version: null, ...different },
    'operator Mwila',
  );
  if (!saved.ok) throw new Error(`not saved: ${saved.refusal.kind}`);
  return saved.value;
}

const trial = (borrower: AppBorrower, wish = wishOf(), options = {}) =>
  borrower.call('productTrial', { body: wish }, options);

function agree(borrower: AppBorrower, contractVersion: string, wish = wishOf(), options = {}) {
  return borrower.call('appManualGetLoan', { body: { ...wish, contractVersion, agreed: true } }, options);
}

describe('a product that is changed', () => {
  test('counts for the next trial of every process at once', async () => {
    const borrower = await signUp(server);
    expect((await trial(borrower)).data).toMatchObject({ totalRepay: 1150 });
    await saveElsewhere({ serviceFeeRate: rate('0.02') });
    expect((await trial(borrower)).data).toMatchObject({
      totalRepay: 1140,
      contractVersion: '2026-11e-p1v2-microfinance1',
    });
    expect((await borrower.ask('getMyLoanInfo', {})).marketList[0]).toMatchObject({ serviceFeeRate: '0.02' });
  });

  test('between the estimate and the signature is noticed', async () => {
    const borrower = await signUp(server);
    const { contractVersion } = (await trial(borrower)).data!;
    await saveElsewhere({ penalty: { dailyRate: rate('0.006'), graceDays: 0 } });
    expect(await agree(borrower, contractVersion)).toEqual({
      code: 409,
      msg: 'The terms of this loan have changed. Please look at them again before you agree.',
      data: null,
    });
    expect(await server.query('select from loan')).toEqual([]);
    const again = (await trial(borrower)).data!;
    expect((await agree(borrower, again.contractVersion)).code).toBe(200);
  });

  test('leaves a loan with what was signed', async () => {
    const borrower = await signUp(server);
    const loanId = await borrow(borrower);
    const [before] = await server.query('select terms from loan');
    expect(before.terms).toMatchObject({ productId: 1, productVersion: 1, serviceFeeRate: '0.03' });
    await saveElsewhere({ serviceFeeRate: rate('0'), terms: [{ termId: 9, days: 60, instalments: 1 }] });
    const detail = await borrower.ask('queryLoanDetail', { params: { id: loanId } });
    expect(detail).toMatchObject({ totalRepay: 1150, remaining: 1150 });
    await pay(server, borrower, loanId);
    expect(await server.query('select terms, state from loan')).toEqual([{ ...before, state: 'settled' }]);
  });
});

describe('a policy', () => {
  test('that another product breaks takes it off the list, and no offer of it can be made', async () => {
    const borrower = await signUp(server);
    const { contractVersion } = (await trial(borrower)).data!;
    await setPolicy(await elsewhere(), 'moneylender', 'operator Mwila');
    const refusal = {
      code: 400,
      msg: 'This loan has a fee that our licence does not allow',
      data: { rule: 'fees_not_allowed' },
    };
    expect(await trial(borrower)).toEqual(refusal);
    expect(await agree(borrower, contractVersion)).toEqual(refusal);
    expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({
      userStatus: 1,
      creditLimit: 2000,
      availableLimit: 0,
      marketList: [],
    });
    expect(await borrower.ask('productPublic', {})).toEqual({
      marketList: [],
      policy: { minTermDays: 0, maxTermDays: 0, maxApr: 0, example: 'No loan is on offer today.' },
      operators: ['MTN', 'Airtel'],
    });
  });

  test('caps the charges of the next loan by its share, and the estimate says by how much', async () => {
    const borrower = await signUp(server);
    expect((await trial(borrower)).data).toMatchObject({ maxCharges: 1000, coolingOffHours: 24 });
    await savePolicy(
      await elsewhere(),
      { ...microfinancePolicy, chargeCapRate: rate('0.40') },
      'operator Mwila',
    );
    expect((await trial(borrower)).data).toMatchObject({
      maxCharges: 400,
      contractVersion: '2026-11e-p1v1-microfinance2',
    });
    await borrow(borrower);
    expect(await server.query(`select terms->>'chargeCapRate' as cap from loan`)).toEqual([{ cap: '0.40' }]);
  });

  test('that is put in force between the estimate and the signature is noticed', async () => {
    // Keeps both policies, so that only the policy changes.
    const plain = {
      serviceFeeRate: rate('0'),
      dailyRate: rate('0.001'),
      interestMethod: 'declining',
      extension: null,
      penalty: { dailyRate: rate('0.001'), graceDays: 1 },
    } as const;
    await saveElsewhere(plain);
    const borrower = await signUp(server);
    const { contractVersion } = (await trial(borrower)).data!;
    await setPolicy(await elsewhere(), 'moneylender', 'operator Mwila');
    expect((await agree(borrower, contractVersion)).code).toBe(409);
    const again = (await trial(borrower)).data!;
    expect(again.contractVersion).toBe('2026-11e-p1v2-moneylender1');
    expect((await agree(borrower, again.contractVersion)).code).toBe(200);
  });
});

describe('an app from a store', () => {
  const publicProducts = (options = {}) => server.newClient().ask('productPublic', {}, options);
  const daysOf = ({ marketList }: Awaited<ReturnType<typeof publicProducts>>) =>
    marketList.map(({ terms }) => terms.map(({ days }) => days));

  test('lists only terms that end 61 days or more after the payout', async () => {
    expect(daysOf(await publicProducts())).toEqual([
      [30, 14, 90],
      [90, 180],
    ]);
    expect(daysOf(await publicProducts({ appChannelCode: 'H5' }))).toHaveLength(2);
    const listed = await publicProducts(STORE_APP);
    expect(daysOf(listed)).toEqual([[90], [90, 180]]);
    const borrower = await signUp(server);
    const { marketList } = await borrower.ask('getMyLoanInfo', {}, STORE_APP);
    expect(marketList.map(({ terms }) => terms)).toEqual(listed.marketList.map(({ terms }) => terms));
  });

  test('says the shortest and longest term, the highest APR and an example of those', async () => {
    expect((await publicProducts()).policy).toEqual({
      minTermDays: 14,
      maxTermDays: 180,
      maxApr: 215.7,
      example:
        'You borrow K1,000 for 30 days, receive K1,000 and repay K1,150: it costs K150, an APR of 170.4%.',
    });
    expect((await publicProducts(STORE_APP)).policy).toEqual({
      minTermDays: 90,
      maxTermDays: 180,
      maxApr: 206.7,
      example:
        'You borrow K1,000 for 90 days, receive K1,000 and repay K1,390 in 3 parts: it costs K390, an APR of 206.7%.',
    });
  });

  test('is refused a shorter term with the reason, in the estimate and in the application', async () => {
    const borrower = await signUp(server);
    const refusal = {
      code: 400,
      msg: 'Loans from this app run for 61 days or more. Please choose a longer term.',
      data: null,
    };
    const { contractVersion } = (await trial(borrower)).data!;
    expect(await trial(borrower, wishOf(), STORE_APP)).toEqual(refusal);
    expect(await agree(borrower, contractVersion, wishOf(), STORE_APP)).toEqual(refusal);
    const longer = wishOf({ termId: 3 });
    expect((await trial(borrower, longer, STORE_APP)).code).toBe(200);
    expect((await agree(borrower, contractVersion, longer, STORE_APP)).code).toBe(200);
    expect(await server.query('select app_channel_code from loan_acceptance')).toEqual([
      { app_channel_code: 'GP' },
    ]);
  });

  test('may say by itself that it offers long terms only, whatever its channel is', async () => {
    const own = (shortestTermDays: string) => ({ appChannelCode: 'H5', shortestTermDays });
    expect(daysOf(await publicProducts(own('61')))).toEqual([[90], [90, 180]]);
    for (const days of ['1', '', 'long'])
      expect(daysOf(await publicProducts(own(days)))[0]).toEqual([30, 14, 90]);
    const borrower = await signUp(server);
    const { contractVersion } = (await trial(borrower)).data!;
    const refusal = { code: 400, msg: expect.stringMatching(/^Loans from this app run for 61 days or more/) };
    expect(await trial(borrower, wishOf(), own('61'))).toMatchObject(refusal);
    expect(await agree(borrower, contractVersion, wishOf(), own('61'))).toMatchObject(refusal);
    const { marketList } = await borrower.ask('getMyLoanInfo', {}, own('61'));
    expect(marketList[0]!.terms.map(({ days }) => days)).toEqual([90]);
    expect((await agree(borrower, contractVersion, wishOf(), own('1'))).code).toBe(200);
  });

  test('may be of any channel that the lender names', async () => {
    const named = await startAppServer({ settings: { STORE_CHANNELS: 'PLAY, GALAXY' } });
    const daysFor = async (appChannelCode: string) =>
      daysOf(await named.newClient().ask('productPublic', {}, { appChannelCode }))[0];
    expect(await daysFor('GALAXY')).toEqual([90]);
    expect(await daysFor('GP')).toEqual([30, 14, 90]);
    await named.stop();
  });
});

test('a limit ladder that is changed counts at once, and is shown with all its steps', async () => {
  const borrower = await signUp(server);
  const { ladder } = await borrower.ask('getMyLoanInfo', {});
  expect(ladder).toMatchObject({ step: 1, steps: 4, limits: [2000, 3000, 4000, 5000], maxDaysLate: 7 });
  const steps = [kwacha(1500), kwacha(2500)];
  await saveLadder(
    await elsewhere(),
    { steps, onTimeLoansPerStep: 1, maxDaysLateToStay: 3, minDaysHeld: 0, minShareOfLimit: rate('0') },
    'operator Mwila',
  );
  expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({
    creditLimit: 1500,
    availableLimit: 1500,
    ladder: { step: 1, steps: 2, limits: [1500, 2500], needed: 1, nextLimit: 2500, maxDaysLate: 3 },
  });
  expect(await trial(borrower, wishOf({ amount: 1550 }))).toMatchObject({ code: 400 });
  await pay(server, borrower, await borrow(borrower));
  expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({ creditLimit: 2500, ladder: { step: 2 } });
});

test('what the income carries bounds the available limit', async () => {
  // 40 % of K1,200 is K480 a month: K1,000 in three parts is K463.33 each, K1,050 is K486.50.
  const borrower = await signUp(server, { monthlyIncome: 1200 });
  expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({ creditLimit: 2000, availableLimit: 1000 });
  expect(await borrower.ask('getUserInfo', {})).toMatchObject({ availableLimit: 1000 });
  expect(await trial(borrower, wishOf({ termId: 3, amount: 1050 }))).toMatchObject({
    code: 400,
    data: { largestAmount: 1000 },
  });
});

test('rules that are changed decide the next application, and their version is kept with it', async () => {
  const rules = { ...demoRules, referIncomeNgwee: kwacha(2000), declinedForDays: 14 };
  await saveDecisionRules(await elsewhere(), rules, 'operator Mwila');
  const borrower = await signUp(server, { monthlyIncome: 1900 });
  const { contractVersion } = (await trial(borrower, wishOf({ amount: 100 }))).data!;
  expect((await agree(borrower, contractVersion, wishOf({ amount: 100 }))).data).toMatchObject({
    userStatus: 3,
  });
  expect(await borrower.ask('getMyLoanInfo', {})).toMatchObject({
    userStatus: 3,
    rejectedUntil: '2026-12-05',
    rejectedReasons: ['Your monthly income is too low for this loan.'],
  });
  expect(await server.query('select versions, reasons from loan_decision')).toEqual([
    { versions: { policy: 1, ladder: 1, rules: 2, scorecard: 1 }, reasons: ['income_too_low'] },
  ]);
});
