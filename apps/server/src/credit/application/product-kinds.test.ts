import { demoCatalogue, microfinancePolicy, type Product } from '@thumba/lending/product';
import { rate } from '@thumba/lending/rate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signUp, type Wish, wishOf } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { savePolicy, saveProduct } from '../../../test/saved-offer.ts';
import type { ProductDraft } from '../../book/catalogue/commands.ts';

const [quickLoan] = demoCatalogue as readonly [Product, Product];
const thirtyDays = { days: 30, instalments: 1 };

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const catalogueDeps = () => ({ db: server.db, clock: server.clock, catalogue: server.app.catalogue });

/** Offers a product of another kind, and answers the wish for K1,000 of its first term. */
async function offer(name: string, different: Partial<ProductDraft>): Promise<Wish> {
  const { catalogue } = server.app;
  const termId = 10 * (catalogue.current().products.length + 1);
  const draft = { ...quickLoan, terms: [{ termId, ...thirtyDays }], name, ...different };
  const saved = await saveProduct(
    catalogueDeps(),
    { ...draft, terms: draft.terms.map((term) => ({ ...term, termId })), productId: null, version: null },
    'operator Mwila',
  );
  if (!saved.ok) throw new Error(`not saved: ${saved.refusal.kind}`);
  return { productId: saved.value.productId, termId };
}

const estimate = (borrower: AppBorrower, wish: Wish) => borrower.ask('productTrial', { body: wishOf(wish) });

const detail = (borrower: AppBorrower, id: number) => borrower.ask('queryLoanDetail', { params: { id } });

test('a fee that is deducted lessens the payout, and the cost is counted from what is received', async () => {
  const borrower = await signUp(server);
  // 1,873.4 % a year with interest on interest is above the limit of the shipped policy.
  const withoutLimit = { ...microfinancePolicy, maxEffectiveAnnualRate: null };
  await savePolicy(catalogueDeps(), withoutLimit, 'operator Mwila');
  const wish = await offer('Deducted', {
    feeMode: 'deducted',
    serviceFeeRate: rate('0.10'),
    dailyRate: rate('0.005'),
  });
  expect(await estimate(borrower, wish)).toMatchObject({
    principal: 1000,
    receivedAmount: 900,
    interest: 150,
    serviceFee: 100,
    totalRepay: 1150,
    totalCost: 250,
    costPercent: 27.8,
    apr: 299.5,
    effectiveAnnualRate: 1873.4,
  });
  const loanId = await borrow(borrower, wish);
  expect(
    await server.query('select amount_ngwee, state from payment_attempt where loan_id = $1', [loanId]),
  ).toEqual([{ amount_ngwee: 90_000, state: 'succeeded' }]);
  expect(await detail(borrower, loanId)).toMatchObject({ receivedAmount: 900, totalRepay: 1150 });
  await pay(server, borrower, loanId);
  expect(await detail(borrower, loanId)).toMatchObject({ status: 'settled', paid: 1150 });
});

test('fixed interest is owed in full, however early the loan is settled', async () => {
  const [borrower, daily] = await Promise.all([signUp(server), signUp(server)]);
  const wish = await offer('Fixed', { settlementInterest: 'fixed' });
  const [fixed, dailyLoan] = await Promise.all([borrow(borrower, wish), borrow(daily)]);
  await server.passDays(10);
  expect(await borrower.ask('settlementQuote', { body: { orderId: fixed } })).toMatchObject({
    amount: 1150,
    saving: 0,
  });
  expect(await daily.ask('settlementQuote', { body: { orderId: dailyLoan } })).toMatchObject({
    amount: 1070,
    saving: 80,
  });
});

test('a payment covers the charges in the product’s own order', async () => {
  const borrower = await signUp(server);
  const wish = await offer('Principal first', {
    repaymentOrder: ['principal', 'interest', 'fee', 'penalty'],
  });
  const loanId = await borrow(borrower, wish);
  // K1,150 at 0.5 % is K5.75 a day; a day of grace, so two of the three days are charged.
  await server.passDays(33);
  await pay(server, borrower, loanId, { amount: 1050 });
  expect(await detail(borrower, loanId)).toMatchObject({
    remaining: 111.5,
    payments: [{ allocation: { principal: 1000, interest: 50, serviceFee: 0, penalty: 0 } }],
  });
  await pay(server, borrower, loanId);
  const { payments } = await detail(borrower, loanId);
  expect(payments.map(({ allocation }) => allocation)).toContainEqual({
    principal: 0,
    interest: 70,
    serviceFee: 30,
    penalty: 11.5,
    wallet: 0,
  });
});

test('interest on what is still owed makes equal parts', async () => {
  const borrower = await signUp(server);
  const wish = await offer('Declining', {
    interestMethod: 'declining',
    dailyRate: rate('0.0033333333'),
    serviceFeeRate: rate('0'),
    terms: [{ termId: 0, days: 90, instalments: 3 }],
  });
  const { plans, apr, serviceFee } = await estimate(borrower, wish);
  expect(plans.map(({ total, interest }) => [total, interest])).toEqual([
    [402.11, 100],
    [402.11, 69.79],
    [402.13, 36.56],
  ]);
  expect({ apr, serviceFee }).toEqual({ apr: 116.1, serviceFee: 0 });
  const loanId = await borrow(borrower, wish);
  await pay(server, borrower, loanId);
  // K302.11 of principal were out for no day: 30 days at 0.33 % are given back.
  expect(await detail(borrower, loanId)).toMatchObject({ paid: 402.11, remaining: 774.03 });
});
