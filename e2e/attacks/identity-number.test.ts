import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readReferredApplication } from '../../apps/server/src/credit/application/referred-application.ts';
import { reviewDeps } from '../../apps/server/src/credit/application/review.test-support.ts';
import { reviewApplication } from '../../apps/server/src/credit/application/review.ts';
import { drawnCard } from '../../apps/server/src/demo/drawn-card.ts';
import {
  type AppBorrower,
  apply,
  giveIdentity,
  PATIENCE,
  pay,
  signIn,
  signUp,
} from '../../apps/server/test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';

/* What a stranger learns and gets with the number of another person's identity card, at a lender that is no demo. */

const UNDER_REVIEW = 2;
const DECLINED = 3;
const PAYING_OUT = 4;

let server: AppServer;
let card: string;
let lastNumber = 400_000;
beforeAll(async () => {
  server = await startAppServer({ settings: { UNCHECKED_IDENTITY_IS_VALID: 'false' } });
  card = await drawnCard({ firstName: 'Chipo', lastName: 'Lungu', idNumber: '400000/10/1' });
});
afterAll(() => server?.stop());

const newNumber = () => `${++lastNumber}/10/1`;

/** A borrower who has uploaded a card and entered no number yet. */
async function newcomer(): Promise<AppBorrower & { frontFileId: string }> {
  const borrower = await signIn(server);
  const { fileId } = await borrower.ask('uploadBase64', { body: { image: card, purpose: 'nrc_front' } });
  return { ...borrower, frontFileId: fileId };
}

/** Enters a number. The answer as it was sent. */
async function enter(
  borrower: AppBorrower & { frontFileId: string },
  idNumber: string,
  frontFileId = borrower.frontFileId,
): Promise<string> {
  const name = { firstName: 'Chipo', lastName: 'Lungu' };
  const body = { confirm: true, frontFileId, idNumber, ...name, birthDate: '1992-04-17', gender: 'F' };
  return JSON.stringify(await borrower.call('addOrUpdateUserOcrInfoV3', { body } as never));
}

async function review(orderId: number, outcome: 'approve' | 'decline') {
  const reviewed = await reviewApplication(await reviewDeps(server), {
    loanId: orderId,
    ...(outcome === 'approve' ? { outcome } : { outcome, reasonCode: 'card_of_other' }),
    staffName: 'thandiwe',
    reason: 'looked at the card',
  });
  expect(reviewed).toMatchObject({ ok: true });
}

/** Waits for the money of an approved loan and pays it back. */
async function finish(borrower: AppBorrower, orderId: number): Promise<void> {
  await vi.waitFor(async () => {
    const { status } = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
    expect(status).toBe('active');
  }, PATIENCE);
  await pay(server, borrower, orderId);
}

async function decisionOn(orderId: number) {
  const [row] = await server.query(
    `select d.outcome, d.reasons, d.inputs, e.detail from loan_decision d
     left join loan_event e on e.loan_id = d.loan_id and e.kind = 'referred' where d.loan_id = $1`,
    [orderId],
  );
  return row;
}

async function checkedBorrowers(idNumber: string): Promise<number[]> {
  const rows = await server.query(
    'select borrower_id from borrower_by_national_id where national_id_hash = $1 and checked_at is not null',
    [server.sealing.lookupHash('national_id', idNumber)],
  );
  return rows.map((row) => row.borrower_id);
}

/** What a borrower reads of themselves after applying, without what tells any two borrowers apart. */
async function readings(borrower: AppBorrower, orderId: number, idNumber: string): Promise<string> {
  const answers = [
    await borrower.call('getUserInfo', {}),
    await borrower.call('getUserAuthProcessStep', {}),
    await borrower.call('getMyLoanInfo', {}),
    await borrower.call('queryLoanDetail', { params: { id: orderId } }),
    await borrower.call('listMessages', { query: {} }),
    await decisionOn(orderId),
  ];
  const own = [borrower.mobile, idNumber, orderId].map(String);
  const text = own.reduce((all, part) => all.replaceAll(part, '…'), JSON.stringify(answers));
  return text
    .replaceAll(/"(messageId|userId|payoutAccountId)":\d+/g, '')
    .replaceAll(/\d{3} \*{4} \d{3}/g, '…');
}

test('sixty tries tell nothing: known and unknown numbers get the same bytes, and changes are limited', async () => {
  const known = Array.from({ length: 6 }, newNumber);
  for (const idNumber of known) await signUp(server, { idNumber });
  const tried: string[][] = [];
  for (let account = 0; account < 10; account += 1) {
    const numbers = account % 2 === 0 ? known : known.map(newNumber);
    const attacker = await newcomer();
    const answers: string[] = [];
    for (const number of numbers) answers.push(await enter(attacker, number));
    tried.push(answers);
  }
  expect(new Set(tried.map((answers) => JSON.stringify(answers))).size).toBe(1);
  const codes = tried[0]!.map((answer) => JSON.parse(answer).code);
  expect(codes).toEqual([200, 200, 200, 200, 429, 429]);
});

test('a try with a picture of another borrower tells nothing either, and is counted', async () => {
  const idNumber = newNumber();
  const owner = await newcomer();
  await enter(owner, idNumber);
  const [one, two] = [await newcomer(), await newcomer()];
  const answersOf = async (attacker: typeof one, number: () => string) => {
    const answers = [await enter(attacker, newNumber())];
    for (let tries = 0; tries < 5; tries += 1)
      answers.push(await enter(attacker, number(), owner.frontFileId));
    return answers;
  };
  const known = await answersOf(one, () => idNumber);
  expect(known.map((answer) => JSON.parse(answer).code)).toEqual([200, 404, 404, 404, 429, 429]);
  expect(await answersOf(two, newNumber)).toEqual(known);
});

test('an identity that no person looked at is referred, and what is read afterwards tells nothing of its number', async () => {
  const [taken, free] = [newNumber(), newNumber()];
  await signUp(server, { idNumber: taken });
  const [one, two] = [await signUp(server, { idNumber: taken }), await signUp(server, { idNumber: free })];
  const [first, second] = [await apply(one, { amount: 300 }), await apply(two, { amount: 300 })];
  expect([first.userStatus, second.userStatus]).toEqual([UNDER_REVIEW, UNDER_REVIEW]);
  expect(await decisionOn(second.orderId)).toMatchObject({
    outcome: 'refer',
    reasons: ['identity_to_check'],
    inputs: { isIdentityValid: null },
  });
  expect(await readings(one, first.orderId, taken)).toBe(await readings(two, second.orderId, free));
});

test('the second application after a person looked is approved by the rules, and one with another identity is referred', async () => {
  const borrower = await signUp(server);
  const { orderId } = await apply(borrower, { amount: 300 });
  await review(orderId, 'approve');
  await finish(borrower, orderId);
  const second = await apply(borrower, { amount: 300 });
  expect(second.userStatus).toBe(PAYING_OUT);
  await finish(borrower, second.orderId);
  await giveIdentity(borrower, { idNumber: await numberOf(borrower), birthDate: '1993-05-18' });
  expect((await apply(borrower, { amount: 300 })).userStatus).toBe(UNDER_REVIEW);
});

async function numberOf({ borrowerId }: AppBorrower): Promise<string> {
  const [row] = await server.query(
    'select borrower_id, identity_sealed from borrower_identity where borrower_id = $1',
    [borrowerId],
  );
  return JSON.parse(server.sealing.open('borrower_identity.identity_sealed', row, row.identity_sealed))
    .idNumber;
}

test('a number that a stranger entered first goes to the borrower whom a person approves', async () => {
  const idNumber = newNumber();
  const squatter = await signUp(server, { idNumber });
  const taken = await apply(squatter, { amount: 300 });
  await review(taken.orderId, 'approve');
  await finish(squatter, taken.orderId);
  expect(await checkedBorrowers(idNumber)).toEqual([squatter.borrowerId]);

  const owner = await signUp(server, { idNumber });
  const { orderId, userStatus } = await apply(owner, { amount: 300 });
  expect(userStatus).toBe(UNDER_REVIEW);
  expect(await readReferredApplication(server.db, orderId)).toEqual({
    borrowerId: owner.borrowerId,
    reasons: ['identity_to_check'],
    isIdentityChecked: false,
    othersWithIdentity: [{ borrowerId: squatter.borrowerId, isChecked: true }],
  });
  await review(orderId, 'approve');
  expect(await checkedBorrowers(idNumber)).toEqual([owner.borrowerId]);
  await finish(owner, orderId);
  expect((await apply(owner, { amount: 300 })).userStatus).toBe(PAYING_OUT);
  expect((await apply(squatter, { amount: 300 })).userStatus).toBe(UNDER_REVIEW);
});

test('a stranger who enters the number of a checked borrower takes nothing from them', async () => {
  const idNumber = newNumber();
  const owner = await signUp(server, { idNumber });
  const { orderId } = await apply(owner, { amount: 300 });
  await review(orderId, 'approve');
  await finish(owner, orderId);
  const stranger = await signUp(server, { idNumber });
  const { orderId: theirs } = await apply(stranger, { amount: 300 });
  await review(theirs, 'decline');
  expect((await apply(owner, { amount: 300 })).userStatus).toBe(PAYING_OUT);
});

test('a person who was declined comes back with the same card and a new number: referred, also in a demo', async () => {
  const demo = await startAppServer();
  try {
    const idNumber = newNumber();
    const declined = await signUp(demo, { idNumber, monthlyIncome: 500 });
    expect((await apply(declined, { amount: 100 })).userStatus).toBe(DECLINED);
    const again = await signUp(demo, { idNumber });
    expect((await apply(again, { amount: 100 })).userStatus).toBe(UNDER_REVIEW);
    expect((await apply(await signUp(demo), { amount: 100 })).userStatus).toBe(PAYING_OUT);
  } finally {
    await demo.stop();
  }
});
