import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallName } from '@thumba/contract/calls';
import type { Envelope } from '@thumba/contract/envelope';
import type { Answer, Request } from '@thumba/contract/wire';
import {
  type BorrowerClient,
  type CallOptions,
  createBorrowerClient,
} from '../../apps/server/src/demo/borrower-client.ts';
import { apply, type Caller, giveDetails, type Identity } from '../../apps/server/src/demo/borrower-steps.ts';
import { drawnCard } from '../../apps/server/src/demo/drawn-card.ts';
import { createHandset, type Handset } from '../../apps/server/src/demo/handset.ts';
import type { Program } from './program.ts';
import { seededRandom } from './seeded-random.ts';

/** A borrower with a phone, signed in, with every form filled in. */
export type Borrower = {
  mobile: string;
  client: BorrowerClient;
  handset: Handset;
};

export type Wish = { amount: number; termId: number };

export type Repaying = {
  /** In how many payments the first instalment is paid. */
  parts: 1 | 2;
  /** How long the borrower takes to answer a prompt, and the answer. */
  atPrompt(): { afterMs: number; action: 'approve' | 'refuse' | 'wrong_pin' };
};

const PREFIXES = ['096', '097', '076', '077'];
const AT_ONCE = 6;
/** Below this, two fifths now would leave less than the K50 that a part payment must leave. */
const LEAST_TO_SPLIT = 90;
const MAX_AT_PROMPT_MS = 1_500;
const LOOK_EVERY_MS = 250;
const CALL_AGAIN_MS = 100;
const CALL_FOR_MS = 60_000;
const STORY_MS = 150_000;

/** Phones of both operators, numbered from `first`, so that borrowers of one program never share one. */
function mobileNumber(first: number): string {
  return `${PREFIXES[first % PREFIXES.length]}${String(2_000_000 + first)}`;
}

export async function registerBorrowers(
  program: Pick<Program, 'url' | 'simulatorUrl'>,
  count: number,
  { first = 0, monthlyIncome = 9000 } = {},
): Promise<Borrower[]> {
  const image = await drawnCard({ firstName: 'Test', lastName: 'Borrower', idNumber: '' });
  const numbers = Array.from({ length: count }, (_none, index) => first + index);
  return inParallel(numbers, AT_ONCE, async (number) => {
    const borrower = await signInBorrower(program, mobileNumber(number));
    await giveDetails(repeatingCaller(borrower.client), {
      identity: identityOf(number),
      card: { front: image, back: image },
      monthlyIncome,
    });
    return borrower;
  });
}

/**
 * Signs a number in, and does nothing more. The shared step is of no use here: an answer may be lost after the server
 * has sent or used the code.
 */
export async function signInBorrower(
  program: Pick<Program, 'url' | 'simulatorUrl'>,
  mobile: string,
): Promise<Borrower> {
  const client = createBorrowerClient(program.url, Date.now);
  const handset = createHandset(program.simulatorUrl);
  for (let tries = 0; tries < 2; tries += 1) {
    const sent = await persist(client, 'sendSmsCode', { params: { phone: mobile } });
    // 429 means that a code was sent and the answer got lost: the code is on the phone.
    if (sent.code !== 200 && sent.code !== 429) throw new Error(`no code was sent: ${sent.msg}`);
    const captcha = await handset.waitForCode(mobile);
    const answer = await persist(client, 'mobileLogin', { body: { mobile, captcha } });
    if (answer.code === 200) {
      client.setToken((answer.data as Answer<'mobileLogin'>).token);
      return { mobile, client, handset };
    }
    // The code was used by a sign-in whose answer got lost. After a minute the server sends another one.
    await sleep(60_000);
  }
  throw new Error('a borrower could not sign in');
}

/** A borrower's calls, each repeated until it is answered. */
export function repeatingCaller(client: BorrowerClient): Caller {
  return { ask: (name, request, options) => must(client, name, request, options) };
}

/** The card's number is made from `number`, which no other borrower of the program may have. */
export function identityOf(number: number): Identity {
  return {
    idNumber: `${200_000 + number}/10/1`,
    firstName: 'Mwansa',
    lastName: `Banda ${String.fromCharCode(65 + (number % 26))}`,
    birthDate: '1990-06-15',
  };
}

/** Signs for a loan. */
export async function applyFor(
  { client }: Pick<Borrower, 'client'>,
  wish: Wish,
): Promise<{ orderId: number }> {
  const request = { productId: 1, ...wish };
  return apply(repeatingCaller(client), request, { idempotencyKey: randomUUID() });
}

/** Signs for a loan and waits until the money has come. */
export async function borrow({ client }: Borrower, wish: Wish): Promise<{ orderId: number }> {
  const { orderId } = await applyFor({ client }, wish);
  await until(`loan ${orderId} is paid out`, async () => {
    const { status } = await must(client, 'queryLoanDetail', { params: { id: orderId } });
    if (status === 'payout_failed') await sendAgain(client, orderId);
    return status === 'active';
  });
  return { orderId };
}

async function sendAgain(client: BorrowerClient, orderId: number): Promise<void> {
  const answer = await persist(
    client,
    'retryPayout',
    { body: { orderId } },
    { idempotencyKey: randomUUID() },
  );
  // The money may have arrived in the meantime.
  if (answer.code !== 409) dataOf('retryPayout', answer);
}

/** Pays until nothing is owed, and pays again after a payment that failed. */
export async function repayAll(
  borrower: Borrower,
  orderId: number,
  repaying: Repaying,
): Promise<{ succeeded: number; failed: number }> {
  const ended = { succeeded: 0, failed: 0 };
  let partsLeft: number = repaying.parts;
  await until(`loan ${orderId} is repaid`, async () => {
    const { status, pendingPaymentId } = await must(borrower.client, 'queryLoanDetail', {
      params: { id: orderId },
    });
    if (status === 'settled') return true;
    const paymentId = pendingPaymentId ?? (await submitNext(borrower, orderId, partsLeft));
    if (paymentId === undefined) return false;
    const outcome = await followPayment(borrower, paymentId, repaying);
    ended[outcome] += 1;
    if (outcome === 'succeeded') partsLeft = 1;
    return false;
  });
  return ended;
}

/** Extends the loan once, and tries again after a payment that failed. */
async function extendOnce(
  borrower: Borrower,
  orderId: number,
  atPrompt: Repaying['atPrompt'],
): Promise<number> {
  const { client } = borrower;
  let failed = 0;
  await until(`loan ${orderId} is extended`, async () => {
    const { extensions, pendingPaymentId, plans } = await must(client, 'queryLoanDetail', {
      params: { id: orderId },
    });
    if (extensions.length > 0) return true;
    const { planId } = plans[0]!;
    const paymentId = pendingPaymentId ?? (await submitExtension(client, planId));
    if (
      paymentId !== undefined &&
      (await followPayment(borrower, paymentId, { parts: 1, atPrompt })) === 'failed'
    )
      failed += 1;
    return false;
  });
  return failed;
}

/** Answers undefined where the loan has changed since: the caller reads it again. */
async function submitExtension(client: BorrowerClient, planId: number): Promise<string | undefined> {
  const quote = await persist(client, 'extensionDetail', { body: { planId } });
  if (quote.code === 409) return undefined;
  const payAmount = dataOf('extensionDetail', quote).extensionFee;
  const submitted = await persist(
    client,
    'submitRepayApplyV2',
    { body: { bizType: 2, planId, payAmount } },
    { idempotencyKey: randomUUID() },
  );
  if (submitted.code === 409) return (submitted.data as { paymentId?: string } | null)?.paymentId;
  return dataOf('submitRepayApplyV2', submitted).paymentId;
}

/** Answers undefined where the loan has changed since: the caller reads it again. */
async function submitNext(
  { client }: Borrower,
  orderId: number,
  partsLeft: number,
): Promise<string | undefined> {
  const detail = await persist(client, 'getRepayDetailV2', { params: { id: orderId } });
  if (detail.code === 409) return undefined;
  const plan = dataOf('getRepayDetailV2', detail).repayPlanList[0]!;
  const isSplit = partsLeft === 2 && plan.remainingAmount >= LEAST_TO_SPLIT;
  const payAmount = isSplit ? Math.round(plan.remainingAmount * 40) / 100 : plan.remainingAmount;
  const submitted = await persist(
    client,
    'submitRepayApplyV2',
    { body: { bizType: 1, planId: plan.planId, payAmount } },
    { idempotencyKey: randomUUID() },
  );
  if (submitted.code === 409) return (submitted.data as { paymentId?: string } | null)?.paymentId;
  return dataOf('submitRepayApplyV2', submitted).paymentId;
}

async function followPayment(
  borrower: Borrower,
  paymentId: string,
  repaying: Repaying,
): Promise<'succeeded' | 'failed'> {
  let outcome: 'succeeded' | 'failed' | undefined;
  await until(`payment ${paymentId} has ended`, async () => {
    await answerPrompts(borrower, repaying);
    const { status } = await must(borrower.client, 'getPayment', { params: { paymentId } });
    if (status !== 'succeeded' && status !== 'failed') return false;
    outcome = status;
    return true;
  });
  return outcome!;
}

async function answerPrompts({ handset, mobile }: Borrower, { atPrompt }: Repaying): Promise<void> {
  // The simulator may be down, or the prompt may have ended. The caller looks again.
  const { prompts } = await handset.phone(mobile).catch(() => ({ prompts: [] }));
  for (const prompt of prompts) {
    const { afterMs, action } = atPrompt();
    await sleep(afterMs);
    await handset.answer(mobile, prompt.id, action).catch(() => undefined);
  }
}

/**
 * Each borrower takes a loan and repays it, all at the same time. Every third loan is extended first. One prompt in
 * eight is not approved.
 */
export function liveLoans(
  borrowers: readonly Borrower[],
  seed: number,
): Promise<{ orderId: number; succeeded: number; failed: number }[]> {
  return Promise.all(
    borrowers.map(async (borrower, index) => {
      // A random generator for each borrower, so that the order of answers does not change the choices.
      const random = seededRandom(seed + index);
      const amount = 100 + 50 * Math.floor(random() * 39);
      const { orderId } = await borrow(borrower, { amount, termId: [1, 2, 1, 3, 2][index % 5]! });
      const atPrompt: Repaying['atPrompt'] = () => ({
        afterMs: random() * MAX_AT_PROMPT_MS,
        action: random() < 7 / 8 ? 'approve' : random() < 0.5 ? 'refuse' : 'wrong_pin',
      });
      const parts = random() < 0.5 ? 1 : 2;
      const failedExtensions = index % 3 === 0 ? await extendOnce(borrower, orderId, atPrompt) : 0;
      const { succeeded, failed } = await repayAll(borrower, orderId, { parts, atPrompt });
      return { orderId, succeeded, failed: failed + failedExtensions };
    }),
  );
}

/** Each borrower signs for a loan and repays it, again and again. Answers how many loans there were. */
export async function liveLoansUntil(
  borrowers: readonly Borrower[],
  seed: number,
  isOver: () => boolean,
): Promise<number> {
  let loans = 0;
  for (let round = 0; !isOver(); round += 1) {
    loans += (await liveLoans(borrowers, seed + round * borrowers.length)).length;
    console.log(`${loans} loans are repaid.`);
  }
  return loans;
}

/**
 * Repeats a call until it is answered, each time signed anew and with the same idempotency key, as the app does while
 * the network or the server is down.
 */
async function persist<Name extends CallName>(
  client: BorrowerClient,
  name: Name,
  request: Request<Name>,
  options?: CallOptions,
): Promise<Envelope<Answer<Name>>> {
  const giveUpAt = performance.now() + CALL_FOR_MS;
  for (;;) {
    try {
      const answer = await client.call(name, request, options);
      const isAway = answer.code === 503 || answer.code === 500;
      if (!isAway || performance.now() > giveUpAt) return answer;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
    }
    await sleep(CALL_AGAIN_MS);
  }
}

/** The data of a call that must succeed, repeated until it is answered. */
export async function must<Name extends CallName>(
  client: BorrowerClient,
  name: Name,
  request: Request<Name>,
  options?: CallOptions,
): Promise<Answer<Name>> {
  return dataOf(name, await persist(client, name, request, options));
}

function dataOf<Name extends CallName>(name: Name, answer: Envelope<Answer<Name>>): Answer<Name> {
  if (answer.code !== 200) throw new Error(`${name} answered ${answer.code}: ${answer.msg}`);
  return answer.data as Answer<Name>;
}

export async function until(what: string, isTrue: () => Promise<boolean>, forMs = STORY_MS): Promise<void> {
  const giveUpAt = performance.now() + forMs;
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) throw new Error(`it did not happen that ${what}`);
    await sleep(LOOK_EVERY_MS);
  }
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...items.entries()];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
