import { randomBytes, randomUUID } from 'node:crypto';
import { type CallName, type Calls, calls } from '@thumba/contract/calls';
import type { Envelope } from '@thumba/contract/envelope';
import type { Request } from '@thumba/contract/wire';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveIdentity } from '../../apps/server/src/demo/borrower-steps.ts';
import { drawnCard } from '../../apps/server/src/demo/drawn-card.ts';
import { standingVersion } from '../../apps/server/src/people/consent/consent-wordings.ts';
import {
  type Borrower,
  borrow,
  must,
  registerBorrowers,
  repayAll,
  repeatingCaller,
  signInBorrower,
  until,
} from '../support/borrower-story.ts';
import type { Program } from '../support/program.ts';
import { booksAtRest, startWithOperators } from '../support/simulated-operators.ts';

/**
 * Every call of the contract that names something with an owner. A new call does not compile until it is listed
 * below.
 */
type OwnedCall = {
  [Name in CallName]: Calls[Name]['owner'] extends 'nobody' | 'self' | 'link' ? never : Name;
}[CallName];

type Things = {
  orderId: number;
  planId: number;
  paymentId: string;
  repayAccountId: number;
  userCouponId: number;
  fileId: string;
  selfieFileId: string;
  ticketNo: string;
  sessionId: string;
};

type Trespass<Name extends CallName> = {
  /** Requests that name things of `theirs`. Where a call names several things, the others are of `own`. */
  requests(theirs: Things, own: Things): Request<Name>[];
  /** The borrower who asks. The call would succeed if the thing were theirs. */
  by?: 'debtor' | 'applicant' | 'newcomer';
};

/** More than is owed, so that no payment is made when the ids are right. */
const TOO_MUCH = 1900.5;
const TABLES = [
  'loan',
  'instalment',
  'loan_event',
  'ledger_transfer',
  'payment_attempt',
  'idempotency_key',
  'repay_account',
  'stored_file',
  'borrower_identity',
  'borrower_standing',
  'borrower_coupon',
];
const identity = {
  confirm: true as const,
  idNumber: '310007/10/1',
  firstName: 'Mutale',
  lastName: 'Sinkala',
  birthDate: '1991-01-01',
  gender: 'M' as const,
};

const asked = { productId: 1, amount: 300, termId: 1 };
let contractVersion = '';

const ofLoan = ({ orderId }: Things) => [{ params: { id: orderId } }];

const trespasses: { [Name in OwnedCall]: Trespass<Name> } = {
  endSessions: { requests: ({ sessionId }) => [{ body: { sessionId } }], by: 'newcomer' },
  getLoanContract: { requests: ofLoan },
  queryLoanDetail: { requests: ofLoan },
  queryRepaymentPlan: { requests: ofLoan },
  getRepayDetailV2: { requests: ofLoan },
  retryPayout: { requests: ({ orderId }) => [{ body: { orderId } }] },
  anotherLook: { requests: ({ orderId }) => [{ body: { orderId } }] },
  giveEvidence: { requests: ({ orderId }) => [{ body: { orderId, fileIds: ['A'.repeat(32)] } }] },
  getCounterOffer: { requests: ({ orderId }) => [{ body: { orderId } }] },
  signCounterOffer: {
    requests: ({ orderId }) => [{ body: { orderId, offerId: 2, contractVersion, agreed: true } }],
  },
  refuseCounterOffer: { requests: ({ orderId }) => [{ body: { orderId, offerId: 2 } }] },
  issuePaper: {
    requests: ({ orderId }) => [
      { body: { orderId, kind: 'statement' } },
      { body: { orderId, kind: 'contract' } },
      { body: { orderId, kind: 'paid_up_letter' } },
      { body: { orderId, kind: 'receipt', receiptNo: `${orderId}-1` } },
    ],
  },
  extensionDetail: { requests: ({ planId }) => [{ body: { planId } }] },
  previewRepayment: { requests: ({ planId }) => [{ body: { planId, payAmount: 100 } }] },
  settlementQuote: { requests: ({ orderId }) => [{ body: { orderId } }] },
  cancelLoan: { requests: ({ orderId }) => [{ body: { orderId } }] },
  getPayment: { requests: ({ paymentId }) => [{ params: { paymentId } }] },
  submitRepayApplyV2: {
    requests: (theirs, own) => [
      { body: { bizType: 1, planId: theirs.planId, payAmount: TOO_MUCH } },
      { body: { bizType: 1, planId: theirs.planId, payAmount: 100, repayAccountId: own.repayAccountId } },
      { body: { bizType: 1, planId: own.planId, payAmount: 100, repayAccountId: theirs.repayAccountId } },
    ],
  },
  useWallet: {
    requests: (theirs, own) => [
      { body: { orderId: theirs.orderId, planId: theirs.planId, amount: TOO_MUCH } },
      { body: { orderId: own.orderId, planId: theirs.planId, amount: TOO_MUCH } },
      { body: { orderId: theirs.orderId, planId: own.planId, amount: TOO_MUCH } },
    ],
  },
  payOutWallet: { requests: ({ repayAccountId }) => [{ body: { repayAccountId } }] },
  couponUsedByPlanId: {
    requests: (theirs, own) => [
      { body: { planId: theirs.planId, userCouponId: 0 } },
      { body: { planId: theirs.planId, userCouponId: own.userCouponId } },
      { body: { planId: own.planId, userCouponId: theirs.userCouponId } },
    ],
  },
  productTrial: {
    requests: ({ userCouponId }) => [{ body: { ...asked, userCouponId } }],
    by: 'applicant',
  },
  writeComplaint: {
    requests: ({ orderId }) => [
      { body: { topic: 'cost', text: 'Why does this loan cost so much?', orderId } },
    ],
  },
  getTicket: { requests: ({ ticketNo }) => [{ params: { ticketNo } }] },
  closeTicket: { requests: ({ ticketNo }) => [{ params: { ticketNo } }] },
  appManualGetLoan: {
    requests: ({ repayAccountId, userCouponId }) => [
      { body: { ...asked, contractVersion, agreed: true, repayAccountId } },
      { body: { ...asked, contractVersion, agreed: true, userCouponId } },
    ],
    by: 'applicant',
  },
  addOrUpdateUserOcrInfoV3: {
    requests: ({ fileId }) => [
      { body: { frontFileId: fileId, confirm: false } },
      { body: { frontFileId: fileId, ...identity } },
      { body: { frontFileId: fileId, backFileId: fileId, ...identity } },
    ],
    by: 'newcomer',
  },
  verifyFace: {
    requests: ({ selfieFileId, fileId }) => [
      { body: { selfieFileId } },
      {
        body: {
          selfieFileId,
          challenge: 'a-challenge-of-nobody',
          frames: { left: [fileId, fileId], right: [fileId, fileId], nod: [fileId, fileId] },
        },
      },
    ],
    by: 'applicant',
  },
};

let program: Program;
let owner: Borrower & { things: Things };
let debtor: Borrower & { things: Things };
let applicant: Borrower;
let newcomer: Borrower;
let database: pg.Client;

/** Well-formed ids of things that do not exist. */
const nothing: Things = {
  orderId: 987_654_321,
  planId: 98_765_432_101,
  paymentId: randomUUID(),
  repayAccountId: 987_654_321,
  userCouponId: 987_654_321,
  fileId: randomBytes(24).toString('base64url'),
  selfieFileId: randomBytes(24).toString('base64url'),
  ticketNo: '987654321',
  sessionId: randomUUID(),
};

beforeAll(async () => {
  program = await startWithOperators({ READS_MESSAGES: 'true' });
  database = new pg.Client({ connectionString: await program.databaseUrl() });
  await database.connect();
  const [first, second, third] = await registerBorrowers(program, 3);
  applicant = third!;
  newcomer = await signInBorrower(program, '0969000001');
  ({ contractVersion } = await must(applicant.client, 'productTrial', { body: asked }));
  [owner, debtor] = await Promise.all([withThings(first!, 310_001), withThings(second!, 310_002)]);
});
afterAll(async () => {
  await database.end();
  await program.stop();
});

/** A partly paid loan, its account, and a picture of the borrower's card. */
async function withThings(borrower: Borrower, number: number): Promise<Borrower & { things: Things }> {
  const { client, mobile, handset } = borrower;
  const person = {
    idNumber: `${number}/10/1`,
    firstName: 'Mutale',
    lastName: 'Sinkala',
    birthDate: '1991-01-01',
  };
  const card = { front: await drawnCard(person) };
  const { frontFileId: fileId } = await giveIdentity(repeatingCaller(client), person, card);
  const selfie = { image: card.front, purpose: 'selfie' as const };
  const { fileId: selfieFileId } = await must(client, 'uploadBase64', { body: selfie });
  await must(client, 'verifyFace', { body: { selfieFileId } });
  const { orderId } = await borrow(borrower, { amount: 1000, termId: 1 });
  const { repayAccountId, repayPlanList } = await must(client, 'getRepayDetailV2', {
    params: { id: orderId },
  });
  const { planId } = repayPlanList[0]!;
  const { paymentId } = await must(client, 'submitRepayApplyV2', {
    body: { bizType: 1, planId, payAmount: 100 },
  });
  const prompt = await handset.waitForPrompt(mobile);
  await handset.answer(mobile, prompt.id, 'approve');
  await until('a part is paid', async () => {
    const { status } = await must(client, 'getPayment', { params: { paymentId } });
    return status === 'succeeded';
  });
  const { items } = await must(client, 'listCoupons', { body: {} });
  const { userCouponId } = items[0]!;
  const { ticketNo } = await must(client, 'writeComplaint', {
    body: { topic: 'payment', text: 'I paid, and the bill does not show it.' },
  });
  // Of a second session, so that its owner may end it.
  const { rows } = await database.query<{ session_id: string }>(
    `insert into session (token_hash, borrower_id, created_at, expires_at, ends_at, used_at)
     select $1, borrower_id, created_at, expires_at, ends_at, used_at from session
     where borrower_id = (select borrower_id from loan where loan_id = $2) limit 1 returning session_id`,
    [randomBytes(32), orderId],
  );
  const sessionId = rows[0]!.session_id;
  const pictures = { fileId, selfieFileId };
  const things = {
    orderId,
    planId,
    paymentId,
    repayAccountId,
    userCouponId,
    ...pictures,
    ticketNo,
    sessionId,
  };
  return { ...borrower, things };
}

/** All rows of the owner, as text. */
async function keptOf({ things }: { things: Things }): Promise<string> {
  const { rows } = await database.query<{ borrower_id: number }>(
    'select borrower_id from loan where loan_id = $1',
    [things.orderId],
  );
  const kept: unknown[] = [];
  for (const table of TABLES) {
    const { rows: lines } = await database.query(
      `select t::text from ${table} t where borrower_id = $1 order by 1`,
      [rows[0]!.borrower_id],
    );
    kept.push(lines);
  }
  return JSON.stringify(kept);
}

function send(
  who: Borrower,
  name: CallName,
  request: object,
  idempotencyKey?: string,
): Promise<Envelope<unknown>> {
  return who.client.call(name, request as Request<typeof name>, idempotencyKey ? { idempotencyKey } : {});
}

const owned = (Object.keys(calls) as CallName[]).filter(
  (name): name is OwnedCall => !['nobody', 'self', 'link'].includes(calls[name].owner),
);

describe("another borrower's ids answer as ids that do not exist", () => {
  test.each(owned)('%s', async (name) => {
    const before = await keptOf(owner);
    const trespass = trespasses[name];
    const who = { debtor, applicant, newcomer }[trespass.by ?? 'debtor'];
    const theirs = trespass.requests(owner.things, debtor.things);
    const none = trespass.requests(nothing, debtor.things);
    for (const [index, request] of theirs.entries()) {
      const answer = await send(who, name, request);
      expect(answer, JSON.stringify(request)).toEqual(await send(who, name, none[index]!));
      expect(answer.code, JSON.stringify(request)).toBe(404);
      // An idempotency key changes nothing about the refusal, and no key of a refusal is kept.
      const key = randomUUID();
      expect(await send(who, name, request, key)).toEqual(answer);
      expect(await send(who, name, none[index]!, key)).toEqual(answer);
    }
    // The owner gets another answer for the same ids, so the ids were valid.
    const [first] = trespass.requests(owner.things, owner.things);
    expect((await send(owner, name, first!)).code).not.toBe(404);
    expect(await keptOf(owner)).toBe(before);
  });
});

test("a phone reports for its own borrower only: another borrower's id answers as an id that does not exist", async () => {
  const borrowerIdOf = async ({ things }: { things: Things }) => {
    const { rows } = await database.query<{ borrower_id: string }>(
      'select borrower_id from loan where loan_id = $1',
      [things.orderId],
    );
    return Number(rows[0]!.borrower_id);
  };
  for (const kind of ['device', 'messages'] as const)
    await must(debtor.client, 'saveConsent', {
      body: { kind, given: true, wordingVersion: standingVersion(kind) },
    });
  const info = {
    deviceid: 'the phone of the debtor',
    appNameDevice: 'Thumba',
    appVersionDevice: '1016',
    deviceTypeDevice: 'h5' as const,
    language: 'en',
  };
  const tell = (userId: number) => send(debtor, 'addDeviceInfo', { body: { userId, type: 1, info } });
  const tellMessages = (userId: number) =>
    send(debtor, 'saveMessages', { body: { userId, appUserMessages: [] } });
  const figures = {
    windowDays: 90,
    readCount: 0,
    receivedCount: 0,
    receivedNgwee: 0,
    spentCount: 0,
    firstOn: null,
    lastOn: null,
  } as const;
  const tellFigures = (userId: number) => send(debtor, 'saveMessageFigures', { body: { userId, figures } });
  const theirs = await borrowerIdOf(owner);
  for (const told of [tell, tellMessages, tellFigures]) {
    const answer = await told(theirs);
    expect(answer.code).toBe(404);
    expect(answer).toEqual(await told(987_654_321));
  }
  expect(await tell(await borrowerIdOf(debtor))).toMatchObject({ code: 200 });
});

test("a contract with another borrower's account in it shows nothing of that account", async () => {
  const text = ({ repayAccountId }: Things) =>
    send(applicant, 'getContractText', { body: { ...asked, repayAccountId } });
  expect(await text(owner.things)).toEqual(await text(nothing));
});

test('after all these requests the books are sound and only owners have paid', async () => {
  const approving = { parts: 1 as const, atPrompt: () => ({ afterMs: 0, action: 'approve' as const }) };
  for (const borrower of [owner, debtor]) {
    expect(await repayAll(borrower, borrower.things.orderId, approving)).toEqual({ succeeded: 1, failed: 0 });
  }
  const report = await booksAtRest(program);
  expect(report.problems).toEqual([]);
  expect(report.attempts).toEqual({ succeeded: 6 });
});
