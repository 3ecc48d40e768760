import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { addDays, day, formatDay } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAccount, apply, PATIENCE, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { newKeys } from '../../book/settings/key-settings.ts';
import { openText } from '../../platform/sealed-text.ts';
import { type Applicant, applicant, reviewDeps } from './review.test-support.ts';
import { reviewApplication } from './review.ts';

const keys = newKeys();

let server: AppServer;
let dataDir: string;
beforeAll(async () => {
  server = await startAppServer({ settings: keys, startsAt: new Date().toISOString() });
  dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-decide-'));
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

type Ran = { status: number; printed: string; complained: string };

/** The command at the terminal, beside the server. It goes by the machine's clock, which the server's then follows. */
function decide(...words: (string | number)[]): Promise<Ran> {
  const { PATH } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.join(import.meta.dirname, '../../staff/terminal/main.ts'), 'decide', ...words.map(String)],
      { env: { PATH, DATABASE_URL: server.programUrl, DATA_DIR: dataDir, ...keys } },
      (error, printed, complained) => {
        server.clock.set(new Date().toISOString());
        resolve({ status: error ? Number(error.code) : 0, printed, complained });
      },
    );
  });
}

const statusOf = async ({ borrower, orderId }: Applicant) =>
  (await borrower.ask('queryLoanDetail', { params: { id: orderId } })).status;

async function decisionOf({ orderId }: Applicant) {
  const [row] = await server.query(
    `select borrower_id, loan_id, outcome, reasons, review_outcome, review_reason, reviewed_by, may_apply_again_on
     from loan_decision where loan_id = $1`,
    [orderId],
  );
  const { borrower_id, loan_id, review_reason, ...decision } = row;
  const place = { borrower_id, loan_id };
  return {
    ...decision,
    review_reason:
      review_reason && openText(server.sealing, 'loan_decision.review_reason', place, review_reason),
  };
}

async function traceOf(orderId: number) {
  const [loan] = await server.query('select version, state from loan where loan_id = $1', [orderId]);
  const attempts = await server.query('select state from payment_attempt where loan_id = $1', [orderId]);
  return { ...loan, attempts };
}

const choiceOf = (outcome: 'approve' | 'decline') =>
  outcome === 'approve' ? { outcome } : { outcome, reasonCode: 'not_reached' };

const inAWeek = () => addDays(day(server.today()), 7);
const staff = `staff:${userInfo().username}`;

describe('a referred application', () => {
  test('that is approved is paid out by the server, for the amount signed', async () => {
    const one = await applicant(server);
    expect(await decide(one.orderId, 'approve', 'payslip', 'seen')).toEqual({
      status: 0,
      printed: `Order ${one.orderId} is approved: K300.00 is on its way.\n`,
      complained: '',
    });
    await vi.waitFor(async () => expect(await statusOf(one)).toBe('active'), PATIENCE);
    expect((await server.handset.phone(one.borrower.mobile)).balance).toBe(10_300);
    expect(await decisionOf(one)).toEqual({
      outcome: 'refer',
      reasons: ['income_to_check'],
      review_outcome: 'approve',
      review_reason: 'payslip seen',
      reviewed_by: staff,
      may_apply_again_on: null,
    });
    const events = await server.query(
      `select kind, actor from loan_event where loan_id = $1 and loan_version = 2 order by ordinal`,
      [one.orderId],
    );
    expect(events).toEqual([
      { kind: 'approved', actor: staff },
      { kind: 'payout_started', actor: staff },
    ]);
    await pay(server, one.borrower, one.orderId);
    expect(await statusOf(one)).toBe('settled');
  });

  test('that is declined says why and from when one may apply again', async () => {
    const one = await applicant(server);
    expect(await decide(one.orderId, 'decline', 'the employer does not know them')).toEqual({
      status: 0,
      printed: `Order ${one.orderId} is declined.\n`,
      complained: '',
    });
    expect(await one.borrower.ask('getMyLoanInfo', {})).toMatchObject({
      userStatus: 3,
      rejectedUntil: inAWeek(),
      rejectedReasons: ['A person looked at your application and could not approve it.'],
    });
    const { items } = await one.borrower.ask('listMessages', { query: {} });
    expect(items[0]!.text).toBe(
      `We cannot lend to you at the moment. You can apply again on ${formatDay(inAWeek())}. The app shows why.`,
    );
    expect(await decisionOf(one)).toMatchObject({
      outcome: 'refer',
      reasons: ['income_to_check'],
      review_outcome: 'decline',
      review_reason: 'the employer does not know them',
      reviewed_by: staff,
      may_apply_again_on: inAWeek(),
    });
    const again = await one.borrower.call('appManualGetLoan', {
      body: { productId: 1, amount: 300, termId: 1, contractVersion: '2026-11e-p1v1', agreed: true },
    });
    expect(again).toMatchObject({ code: 409 });
  });

  test('is decided once, also by two people at the same time', async () => {
    const one = await applicant(server);
    const reviewAs = async (staffName: string, outcome: 'approve' | 'decline') =>
      reviewApplication(await reviewDeps(server), {
        loanId: one.orderId,
        ...choiceOf(outcome),
        reason: 'looked at it',
        staffName,
      });
    const answers = await Promise.all([reviewAs('mary', 'approve'), reviewAs('john', 'decline')]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const { state, attempts } = await traceOf(one.orderId);
    expect(attempts).toHaveLength(state === 'declined' ? 0 : 1);
    const late = await decide(one.orderId, 'approve', 'looked at it');
    expect(late).toMatchObject({ status: 1, printed: '' });
    expect(late.complained).toMatch(/^This cannot be done any more: the loan [a-z ]+\.\n$/);
  });

  test('lets the money go to the number of another borrower, and from then on without asking', async () => {
    const owner = await signUp(server);
    const one = await signUp(server);
    server.clock.advance({ minutes: 1 });
    const { repayAccountId } = await addAccount(server, one, { mobile: owner.mobile });
    server.clock.advance({ hours: 24 });
    const terms = { productId: 1, amount: 300, termId: 1 };
    const { contractVersion } = await one.ask('productTrial', { body: terms });
    const body = { ...terms, contractVersion, agreed: true, repayAccountId } as const;
    const { orderId, userStatus } = await one.ask('appManualGetLoan', { body });
    expect(userStatus).toBe(2);
    const reviewed = await reviewApplication(await reviewDeps(server), {
      loanId: orderId,
      outcome: 'approve',
      reason: 'they are a family',
      staffName: 'mary',
    });
    expect(reviewed.ok).toBe(true);
    expect(
      await server.query('select borrower_id, allowed_by from payout_number where mobile_hash = $1', [
        server.sealing.lookupHash('mobile', owner.mobile),
      ]),
    ).toEqual([{ borrower_id: one.borrowerId, allowed_by: 'staff:mary' }]);
    await vi.waitFor(async () => {
      expect((await one.ask('queryLoanDetail', { params: { id: orderId } })).status).toBe('active');
    }, PATIENCE);
    await pay(server, one, orderId);
    expect((await one.ask('appManualGetLoan', { body })).userStatus).toBe(4);
  });

  test('of somebody who was blocked since is not approved, and may be declined', async () => {
    const one = await applicant(server);
    await server.query('update borrower set blocked_at = now() where borrower_id = $1', [
      one.borrower.borrowerId,
    ]);
    const before = await traceOf(one.orderId);
    expect(await decide(one.orderId, 'approve', 'payslip seen')).toEqual({
      status: 1,
      printed: '',
      complained: 'The borrower is blocked and cannot be paid. Unblock them first, or decline.\n',
    });
    expect(await traceOf(one.orderId)).toEqual(before);
    expect(await decide(one.orderId, 'decline', 'a fraud')).toMatchObject({ status: 0 });
  });
});

describe('a decision that makes no sense changes nothing, and is refused in one sentence:', () => {
  let one: Applicant;
  let before: object;
  beforeAll(async () => {
    one = await applicant(server);
    before = await traceOf(one.orderId);
  });
  afterEach(async () => expect(await traceOf(one.orderId)).toEqual(before));

  test.each([
    ['without a reason', ''],
    ['with half a reason', ' no '],
    ['with a whole letter', 'x'.repeat(201)],
  ])('%s', async (_what, reason) => {
    const request = { loanId: one.orderId, reason, staffName: 'mary' };
    for (const outcome of ['approve', 'decline'] as const) {
      const reviewed = await reviewApplication(await reviewDeps(server), {
        ...request,
        ...choiceOf(outcome),
      });
      expect(reviewed).toEqual({ ok: false, refusal: { kind: 'reason_needed' } });
    }
  });

  test('shows why it waits and who else gave the NRC number, before the decision and not after it', async () => {
    const idNumber = '512345/10/1';
    const other = await signUp(server, { idNumber });
    const borrower = await signUp(server, { idNumber });
    const { orderId } = await apply(borrower, { amount: 300 });
    expect(await decide(orderId)).toEqual({
      status: 0,
      printed: [
        `Order ${orderId} of borrower ${borrower.borrowerId} waits for a person: identity_to_check.`,
        'No person has looked at this identity. Compare the pictures of the card with what was entered.',
        `Borrower ${other.borrowerId} gave the same NRC number.`,
        'An approval says that the number belongs to this borrower alone.',
        '',
      ].join('\n'),
      complained: '',
    });
    await decide(orderId, 'decline', 'the card is of another person');
    expect(await decide(orderId)).toMatchObject({
      status: 1,
      complained: `There is no application ${orderId} that waits for a person.\n`,
    });
  });

  test.each<[string, (string | number)[], string]>([
    ['about an order that there is not', [1, 'approve', 'seen'], 'There is no order with this number.'],
    ['about no number', ['soon', 'approve', 'seen'], '"soon" is not the number of an order.'],
    ['in another word', [1, 'maybe', 'seen'], '"maybe" is no decision: say approve or decline.'],
    ['without a reason, at the terminal', [1, 'approve'], 'Please give a reason of 3 to 200 characters.'],
    ['about nothing', [], 'Say which order, what, and why: npm run decide -- 100001 approve "payslip seen"'],
  ])('%s', async (_what, words, sentence) => {
    expect(await decide(...words)).toEqual({ status: 1, printed: '', complained: `${sentence}\n` });
  });
});
