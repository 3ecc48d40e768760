import { vi } from 'vitest';
import type { BorrowerClient } from '../src/demo/borrower-client.ts';
import { drawnCard } from '../src/demo/drawn-card.ts';
import type { AppServer } from './app-server.ts';

/** Somebody with a phone, signed in at a server under test. */
export type AppBorrower = BorrowerClient & { borrowerId: number; mobile: string };

export type Details = { idNumber?: string; birthDate?: string; monthlyIncome?: number };
export type Wish = { productId?: number; amount?: number; termId?: number };
type PromptAction = 'approve' | 'wrong_pin' | 'refuse';

/** What somebody needs to reach a server and to own a phone. */
type Surroundings = Pick<AppServer, 'newClient' | 'newMobile' | 'handset'>;

let lastIdNumber = 200_000;
let card: Promise<string> | undefined;

/** Registers a new number, and signs it in. */
export async function signIn(server: Surroundings, mobile = server.newMobile()): Promise<AppBorrower> {
  const client = server.newClient();
  await client.ask('sendSmsCode', { params: { phone: mobile } });
  const captcha = await server.handset.waitForCode(mobile);
  const { token, id } = await client.ask('mobileLogin', { body: { mobile, captcha } });
  client.setToken(token);
  return { ...client, borrowerId: id, mobile };
}

/** Signs somebody in who has given every detail that is asked for. */
export async function signUp(
  server: Surroundings,
  options: Details & { mobile?: string } = {},
): Promise<AppBorrower> {
  const borrower = await signIn(server, options.mobile);
  await giveIdentity(borrower, options);
  await givePersonal(borrower, options);
  await giveContacts(borrower);
  return borrower;
}

export async function giveIdentity(borrower: AppBorrower, details: Details = {}): Promise<void> {
  const idNumber = details.idNumber ?? `${++lastIdNumber}/10/1`;
  card ??= drawnCard({ firstName: 'Chipo', lastName: 'Lungu', idNumber });
  const { fileId } = await borrower.ask('uploadBase64', {
    body: { image: await card, purpose: 'nrc_front' },
  });
  await borrower.ask('addOrUpdateUserOcrInfoV3', {
    body: {
      frontFileId: fileId,
      confirm: true,
      idNumber,
      firstName: 'Chipo',
      lastName: 'Lungu',
      birthDate: details.birthDate ?? '1992-04-17',
      gender: 'F',
    },
  });
}

export async function givePersonal(borrower: AppBorrower, details: Details = {}): Promise<void> {
  await giveForm(borrower, 2, {
    maritalStatus: 'married',
    education: 'secondary',
    employmentType: 'company',
    monthlyIncome: details.monthlyIncome ?? 5000,
    payDay: 28,
    district: 501,
    address: '12 Independence Avenue',
  });
}

export async function giveContacts(borrower: AppBorrower): Promise<void> {
  await giveForm(borrower, 3, {
    contact1Name: 'Grace Tembo',
    contact1Relation: 'sibling',
    contact1Mobile: '0977555001',
    contact2Name: 'Moses Tembo',
    contact2Relation: 'friend',
    contact2Mobile: '0977555002',
  });
}

async function giveForm(
  borrower: AppBorrower,
  cerCode: 2 | 3,
  values: Record<string, string | number>,
): Promise<void> {
  const columns = Object.entries(values).map(([columnCode, value]) => ({ columnCode, value }));
  await borrower.ask('addOrUpdateUserAuthInfo', { body: { cerCode, columns } });
}

/** K1,000 for 30 days, unless the test wishes otherwise. */
export function wishOf({ productId = 1, amount = 1000, termId = 1 }: Wish = {}) {
  return { productId, amount, termId };
}

/** Reads the contract, agrees to it and applies. */
export async function apply(borrower: AppBorrower, wish: Wish = {}) {
  const asked = wishOf(wish);
  const { contractVersion } = await borrower.ask('productTrial', { body: asked });
  return borrower.ask('appManualGetLoan', { body: { ...asked, contractVersion, agreed: true } });
}

/** Applies for a loan and waits until its money has come. */
export async function borrow(borrower: AppBorrower, wish: Wish = {}): Promise<number> {
  const { orderId } = await apply(borrower, wish);
  await vi.waitFor(async () => {
    const { status } = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
    if (status !== 'active') throw new Error(`the loan is ${status}`);
  }, PATIENCE);
  return orderId;
}

/** Asks for a prompt over an amount; without one, over all that the first plan owes. */
export async function submitPayment(
  borrower: AppBorrower,
  orderId: number,
  payAmount?: number,
): Promise<string> {
  const { repayPlanList } = await borrower.ask('getRepayDetailV2', { params: { id: orderId } });
  const [plan] = repayPlanList;
  const { paymentId } = await borrower.ask('submitRepayApplyV2', {
    body: { bizType: 1, planId: plan!.planId, payAmount: payAmount ?? plan!.remainingAmount },
  });
  return paymentId;
}

export async function answerPrompt(
  server: AppServer,
  borrower: AppBorrower,
  action: PromptAction = 'approve',
): Promise<void> {
  const prompt = await server.handset.waitForPrompt(borrower.mobile);
  await server.handset.answer(borrower.mobile, prompt.id, action);
}

/** Pays by PIN prompt and waits until the payment has ended. */
export async function pay(
  server: AppServer,
  borrower: AppBorrower,
  orderId: number,
  options: { amount?: number; action?: PromptAction } = {},
): Promise<string> {
  const paymentId = await submitPayment(borrower, orderId, options.amount);
  await answerPrompt(server, borrower, options.action);
  await waitForPayment(borrower, paymentId, options.action ?? 'approve');
  return paymentId;
}

export async function waitForPayment(
  borrower: AppBorrower,
  paymentId: string,
  action: PromptAction = 'approve',
): Promise<void> {
  const wanted = action === 'approve' ? 'succeeded' : 'failed';
  await vi.waitFor(async () => {
    const { status } = await borrower.ask('getPayment', { params: { paymentId } });
    if (status !== wanted) throw new Error(`the payment is ${status}`);
  }, PATIENCE);
}

/** An operator that said no says yes after all: it changes what it holds and reports it. */
export async function succeedAfterAll(server: AppServer, paymentId: string): Promise<void> {
  await server.query(
    `update simulator.instruction set outcome = 'succeeded', failure = null where reference = $1`,
    [paymentId],
  );
  await server.sendCallback('mtn', { externalId: paymentId, status: 'SUCCESSFUL', at: server.clock.nowMs() });
}

/**
 * Earns K230 of wallet credit: a payment of that for a loan of K200 fails, the loan is paid off by another one, and the
 * first comes in after all.
 */
export async function earnCredit(server: AppServer, borrower: AppBorrower): Promise<void> {
  const orderId = await borrow(borrower, { amount: 200 });
  const refused = await pay(server, borrower, orderId, { action: 'refuse' });
  await pay(server, borrower, orderId);
  server.clock.advance({ seconds: 1 });
  await succeedAfterAll(server, refused);
  await waitForPayment(borrower, refused);
}

export const PATIENCE = { timeout: 10_000, interval: 20 };
