import type { Body } from '@thumba/contract/wire';
import { vi } from 'vitest';
import type { BorrowerClient } from '../src/demo/borrower-client.ts';
import * as steps from '../src/demo/borrower-steps.ts';
import { submitPayment } from '../src/demo/borrower-steps.ts';
import { drawnCard } from '../src/demo/drawn-card.ts';
import type { AppServer } from './app-server.ts';
import { deviceSecretOf } from './call-server.ts';

export { submitPayment };

/** A borrower with a phone, signed in at a server under test. */
export type AppBorrower = BorrowerClient & { borrowerId: number; mobile: string };

export type Details = {
  idNumber?: string;
  firstName?: string;
  lastName?: string;
  birthDate?: string;
  monthlyIncome?: number;
};
export type Wish = { productId?: number; amount?: number; termId?: number };
type PromptAction = 'approve' | 'wrong_pin' | 'refuse';

/** What a borrower needs to reach a server and to own a phone. */
type Surroundings = Pick<AppServer, 'newClient' | 'newMobile' | 'handset'>;

let lastIdNumber = 200_000;
let card: Promise<string> | undefined;

/** Registers a new number, and signs it in. A borrower signs in from one device, unless the test names another. */
export async function signIn(
  server: Surroundings,
  mobile = server.newMobile(),
  deviceSecret = deviceSecretOf(mobile),
): Promise<AppBorrower> {
  const client = server.newClient({ deviceSecret });
  const { id } = await steps.signIn(client, server.handset, mobile);
  return { ...client, borrowerId: id, mobile };
}

/** The same borrower, signed in to the app in another language. */
export async function inApp(
  server: Surroundings,
  borrower: AppBorrower,
  lang: string,
  deviceSecret = deviceSecretOf(borrower.mobile),
): Promise<AppBorrower> {
  const client = server.newClient({ lang, deviceSecret });
  await steps.signIn(client, server.handset, borrower.mobile);
  return { ...borrower, ...client };
}

/** Signs in a borrower and gives every detail that is asked for. */
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
  const name = { firstName: 'Chipo', lastName: 'Lungu' };
  card ??= drawnCard({ ...name, idNumber });
  const identity = {
    idNumber,
    firstName: details.firstName ?? name.firstName,
    lastName: details.lastName ?? name.lastName,
    birthDate: details.birthDate ?? '1992-04-17',
  };
  await steps.giveIdentity(borrower, identity, { front: await card });
}

export async function givePersonal(borrower: AppBorrower, details: Details = {}): Promise<void> {
  await steps.givePersonal(borrower, details.monthlyIncome ?? 5000);
}

export async function giveContacts(borrower: AppBorrower): Promise<void> {
  await steps.giveContacts(borrower);
}

/** Has the second code sent and reads it from the borrower's phone. */
export function stepUp(
  server: Surroundings,
  borrower: AppBorrower,
  purpose: Body<'sendStepUpCode'>['purpose'],
) {
  return steps.stepUp(borrower, server.handset, borrower.mobile, purpose);
}

export function addAccount(
  server: Surroundings,
  borrower: AppBorrower,
  account: { mobile: string; operator?: 'mtn' | 'airtel' | 'zamtel' },
) {
  return steps.addAccount(borrower, server.handset, borrower.mobile, account);
}

/** K1,000 for 30 days where the test names nothing else. */
export function wishOf({ productId = 1, amount = 1000, termId = 1 }: Wish = {}) {
  return { productId, amount, termId };
}

export function apply(borrower: AppBorrower, wish: Wish = {}) {
  return steps.apply(borrower, wishOf(wish));
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

/** The prompt is on the phone before the server has noted that the operator took the payment. */
export async function waitForPending(server: AppServer, paymentId: string): Promise<void> {
  await vi.waitFor(async () => {
    const query = 'select state from payment_attempt where attempt_id = $1';
    const [{ state }] = await server.query(query, [paymentId]);
    if (state !== 'pending') throw new Error(`the payment is ${state}`);
  }, PATIENCE);
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

/** The operator reported a failed payment. Now it holds a succeeded one and reports that. */
export async function succeedAfterAll(server: AppServer, paymentId: string): Promise<void> {
  await server.query(
    `update simulator.instruction set outcome = 'succeeded', failure = null where reference = $1`,
    [paymentId],
  );
  await server.sendCallback('mtn', { externalId: paymentId, status: 'SUCCESSFUL', at: server.clock.nowMs() });
}

/** Pays the quote of an early settlement by PIN prompt and waits until the payment has ended. */
export async function settle(server: AppServer, borrower: AppBorrower, orderId: number): Promise<void> {
  const { quoteId, planId, amount } = await borrower.ask('settlementQuote', { body: { orderId } });
  const body = { bizType: 1 as const, planId, payAmount: amount, quoteId };
  const { paymentId } = await borrower.ask('submitRepayApplyV2', { body });
  await answerPrompt(server, borrower);
  await waitForPayment(borrower, paymentId);
}

/**
 * Puts K230 of credit into the wallet: a payment of K230 for a loan of K200 fails, an early settlement pays the loan off,
 * and the first payment is reported as succeeded afterwards.
 */
export async function earnCredit(server: AppServer, borrower: AppBorrower): Promise<void> {
  const orderId = await borrow(borrower, { amount: 200 });
  const refused = await pay(server, borrower, orderId, { action: 'refuse' });
  await settle(server, borrower, orderId);
  server.clock.advance({ seconds: 1 });
  await succeedAfterAll(server, refused);
  await waitForPayment(borrower, refused);
}

/** The file of what is kept about a borrower, as it arrives. */
export async function downloadRecord(
  server: AppServer,
  borrower: AppBorrower,
  format: 'json' | 'pdf' = 'json',
): Promise<Response> {
  const stepUpCode = await stepUp(server, borrower, 'download');
  const { url } = await borrower.ask('downloadMyData', { body: { format, stepUpCode } });
  return fetch(server.url + url);
}

/** Messages are sent a moment after what they tell of. */
export async function untilMessagesAreSent(server: AppServer, { borrowerId }: AppBorrower): Promise<void> {
  const waiting = 'select from message where borrower_id = $1 and next_try_at is not null';
  await vi.waitFor(async () => {
    const { length } = await server.query(waiting, [borrowerId]);
    if (length > 0) throw new Error(`${length} messages are not sent yet`);
  }, PATIENCE);
}

export const PATIENCE = { timeout: 30_000, interval: 20 };
