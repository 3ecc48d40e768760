import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  pay,
  signUp,
  succeedAfterAll,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

type Quote = { quoteId: string; planId: number; amount: number };

const bill = (borrower: AppBorrower, id: number) => borrower.ask('queryLoanDetail', { params: { id } });
const settlementQuote = (borrower: AppBorrower, orderId: number) =>
  borrower.ask('settlementQuote', { body: { orderId } });
const submit = (borrower: AppBorrower, { quoteId, planId, amount }: Quote) =>
  borrower.call('submitRepayApplyV2', { body: { bizType: 1, planId, payAmount: amount, quoteId } });

async function payQuote(borrower: AppBorrower, quote: Quote, whileWaiting?: () => Promise<void>) {
  const { data } = await submit(borrower, quote);
  await whileWaiting?.();
  await answerPrompt(server, borrower);
  const { paymentId } = data as { paymentId: string };
  await waitForPayment(borrower, paymentId);
  return borrower.ask('getPayment', { params: { paymentId } });
}

describe('an early settlement', () => {
  test('gives back the interest of the days not used', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await server.passDays(10);
    const quote = await settlementQuote(borrower, orderId);
    expect(quote).toMatchObject({ amount: 1070, saving: 80 });
    expect(await bill(borrower, orderId)).toMatchObject({ settlement: { amount: 1070, saving: 80 } });
    expect(await payQuote(borrower, quote)).toMatchObject({ purpose: 'settlement', saving: 80 });
    const details = await bill(borrower, orderId);
    expect(details).toMatchObject({ status: 'settled', remaining: 0, paid: 1070 });
    expect(details.payments).toMatchObject([{ purpose: 'settlement', amount: 1070, saving: 80 }]);
    expect(details).not.toHaveProperty('settlement');
    expect((await borrower.ask('getMyLoanInfo', {})).ladder).toMatchObject({ onTime: 1 });
  });

  test('is the price that the bill itself asks for, where it is less than the plan', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await server.passDays(10);
    const { repayPlanList, settlement } = await borrower.ask('getRepayDetailV2', { params: { id: orderId } });
    const { planId, remainingAmount } = repayPlanList[0]!;
    expect([remainingAmount, settlement?.amount]).toEqual([1150, 1070]);
    const quote = { quoteId: settlement!.quoteId!, planId, amount: settlement!.amount };
    expect(await payQuote(borrower, quote)).toMatchObject({ purpose: 'settlement', saving: 80 });
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled', paid: 1070 });
  });

  test('costs K1,034 in all on the first day, also where a plan was paid just before', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    await server.passDays(1);
    await pay(server, borrower, orderId);
    const after = await bill(borrower, orderId);
    expect(after).toMatchObject({ paid: 463.33, remaining: 888, totalRepay: 1351.33 });
    const quote = await settlementQuote(borrower, orderId);
    expect(quote.amount).toBe(570.67);
    await payQuote(borrower, quote);
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled', paid: 1034, totalRepay: 1034 });
    expect((await borrower.ask('getWallet', { query: {} })).balance).toBe(0);
  });

  test('is offered with the repayment for as long as nothing is due', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    const repayDetail = () => borrower.ask('getRepayDetailV2', { params: { id: orderId } });
    const first = { settlement: { amount: 1030, saving: 360, comesFirst: true } };
    expect(await repayDetail()).toMatchObject(first);
    expect(await bill(borrower, orderId)).toMatchObject(first);
    expect((await borrower.ask('getMyLoanInfo', {})).order).toMatchObject(first);
    await server.passDays(30);
    expect(await repayDetail()).not.toHaveProperty('settlement');
    const onDueDay = { settlement: { amount: 1150, saving: 240, comesFirst: false } };
    expect(await bill(borrower, orderId)).toMatchObject(onDueDay);
    expect((await borrower.ask('getMyLoanInfo', {})).order).toMatchObject(onDueDay);
  });

  test('and a part say what each saves, before either is paid', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    await server.passDays(1);
    const { repayPlanList } = await borrower.ask('getRepayDetailV2', { params: { id: orderId } });
    const { planId } = repayPlanList[0]!;
    const preview = (payAmount: number) => borrower.call('previewRepayment', { body: { planId, payAmount } });
    const nothing = { penaltyPerDayBefore: 0, penaltyPerDayAfter: 0, isLateAfter: false };
    const feeAfter = (after: number) => ({ extensionFee: { before: 16.67, after } });
    expect((await preview(463.33)).data).toEqual({
      saving: 38.67,
      remaining: 888,
      ...nothing,
      ...feeAfter(16.67),
    });
    expect((await preview(200)).data).toEqual({ saving: 0, remaining: 1190, ...nothing, ...feeAfter(13.17) });
    expect(await preview(10)).toMatchObject({ code: 400, msg: 'minimum: 20' });
    await server.passDays(33);
    const late = (await preview(200)).data;
    expect(late).toMatchObject({
      saving: 0,
      penaltyPerDayBefore: 2.32,
      penaltyPerDayAfter: 1.35,
      isLateAfter: true,
    });
    expect(await bill(borrower, orderId)).toMatchObject({ paid: 0 });
  });

  test('is honoured when the money comes after midnight, and asked for anew when it is submitted then', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    await server.passDays(4);
    const quote = await settlementQuote(borrower, orderId);
    await payQuote(borrower, quote, () => server.passDays(1));
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled', paid: quote.amount });

    const again = await borrow(borrower, { termId: 3 });
    const old = await settlementQuote(borrower, again);
    await server.passDays(1);
    const { amount } = await settlementQuote(borrower, again);
    expect(await submit(borrower, old)).toMatchObject({
      code: 409,
      msg: `The amount is K${amount.toFixed(2).replace(/(\d)(\d{3})\./, '$1,$2.')} today. Please look again.`,
    });
    expect(await submit(borrower, { ...old, amount: 1 })).toMatchObject({ code: 409 });
    expect(await submit(borrower, { ...old, quoteId: 'made up' })).toMatchObject({ code: 400 });
    expect(await bill(borrower, again)).not.toHaveProperty('pendingPaymentId');
  });
});

describe('a payment that succeeds after all, after another one has paid the loan off', () => {
  test('gives back the interest of the days since it was sent', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await server.passDays(10);
    const refused = await pay(server, borrower, orderId, { action: 'refuse' });
    await server.passDays(19);
    await pay(server, borrower, orderId);
    const wallet = () => borrower.ask('getWallet', { query: {} });
    expect(await bill(borrower, orderId)).toMatchObject({ status: 'settled', paid: 1150, totalRepay: 1150 });
    expect((await wallet()).balance).toBe(4);
    await server.passDays(1);
    await succeedAfterAll(server, refused);
    await waitForPayment(borrower, refused);
    const details = await bill(borrower, orderId);
    expect(details).toMatchObject({ status: 'settled', paid: 1150, remaining: 0, totalRepay: 1150 });
    const titles = details.timeline.map(({ title }) => title);
    expect(titles).toContain('K76.00 of interest given back');
    // K1,150 above what was owed, and K80 for 20 days.
    expect((await wallet()).balance).toBe(1230);
  });
});
