import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, downloadRecord, pay, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { waitingRequest } from '../../../../test/approve-request.ts';
import { asApproved } from '../../../../test/approved-match.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import type { StaffMember } from '../../../../test/staff-client.ts';
import { staffActor } from '../../../book/actor.ts';
import { ignoreDifference } from '../../../money/reconciliation/leave-difference.ts';
import { moveUnasked, reconcile } from '../../../money/reconciliation/reconciled-server.test-support.ts';
import { findRequest } from '../../request/requests.ts';
import { deskBeside, runOf } from '../staff-desk.test-support.ts';
import { takenBackByOperator } from '../take-back.test-support.ts';
import { answerAs, hireMaryAndGrace } from '../two-people.test-support.ts';
import { command } from './differences.ts';

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ mary, grace } = await hireMaryAndGrace(server));
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

type Case = { borrower: AppBorrower; loanId: number; differenceNo: string };

/** A borrower of K1,000 for 14 days, who paid K500. */
async function partPayer() {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower, { termId: 2 });
  const paymentId = await pay(server, borrower, loanId, { amount: 500 });
  return { borrower, loanId, paymentId };
}

/** Money that came without us, on a statement. */
async function unasked(): Promise<Case> {
  const { borrower, loanId } = await partPayer();
  const reference = await moveUnasked(server, { mobile: borrower.mobile, amount: 150 });
  const { differences } = await reconcile(server);
  const found = differences.find((one) => one.operator_reference === reference)!;
  return { borrower, loanId, differenceNo: String(found.difference_id) };
}

async function takenBack(): Promise<Case> {
  const { borrower, loanId, paymentId } = await partPayer();
  return { borrower, loanId, differenceNo: await takenBackByOperator(server, paymentId) };
}

const kinds = {
  post: {
    begin: unasked,
    words: ({ differenceNo, loanId }) => ['post', differenceNo, String(loanId), 'on', 'the', 'statement'],
    title: /^Post K150\.00 of difference \d+ to order \d+$/,
    effect: ['K586.00', 'K436.00', 'Ledger: float mtn collection to principal receivable'],
    message: /K150\.00.*K436\.00/,
    resolution: 'posted_to_loan',
  },
  'take-back': {
    begin: takenBack,
    words: ({ differenceNo }) => ['take-back', differenceNo, 'on', 'the', 'statement'],
    title: /^Take back \d+-\d+ of K500\.00: the operator took the money back$/,
    effect: ['K586.00', 'K1,086.00', 'Ledger: principal receivable to float mtn collection'],
    message: /K500\.00.*K1,086\.00/,
    resolution: 'taken_back',
  },
  suspense: {
    begin: unasked,
    words: ({ differenceNo }) => ['suspense', differenceNo, 'on', 'the', 'statement'],
    title: /^Put K150\.00 of difference \d+ into suspense$/,
    effect: ['Ledger: float mtn collection to suspense', 'K150.00', 'resolved: the money stands in suspense'],
    message: /^$/,
    resolution: 'put_into_suspense',
  },
} satisfies Record<
  string,
  {
    begin(): Promise<Case>;
    words(one: Case): string[];
    title: RegExp;
    effect: string[];
    message: RegExp;
    resolution: string;
  }
>;

const rowOf = async (differenceNo: string) =>
  (
    await server.query(
      `select state, resolution, actor, approved_by, request_id::integer from reconciliation_difference
       where difference_id = $1`,
      [differenceNo],
    )
  )[0];

const entryCount = async () =>
  (await server.query('select count(*)::integer from ledger_transfer'))[0]!.count;

async function filed(words: string[]) {
  const { done, text } = await runOf(server, command, ...words);
  expect(done, text).toBe(true);
  const request = await waitingRequest(server);
  expect(text).toMatch(
    new RegExp(`^Request ${request.requestId} is filed: .* approves it in the console\\.$`),
  );
  return request;
}

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('%s', (verb) => {
  const { begin, words, title, effect, message, resolution } = kinds[verb];

  test('is filed with what it would do, refused to its maker, approved by another person and done once', async () => {
    const one = await begin();
    const before = await entryCount();
    const request = await filed(words(one));
    expect(request).toMatchObject({
      ...{ kind: 'manual_match', title: expect.stringMatching(title), reason: 'on the statement' },
      subject: `difference ${one.differenceNo}`,
    });
    const shown = request.effect.flatMap((line) => [line.title, line.before, line.after]);
    expect(shown).toEqual(expect.arrayContaining(effect));
    expect(request.message ?? '').toMatch(message);
    expect(await runOf(server, command, ...words(one))).toEqual({
      done: false,
      text: 'A request for this waits already.',
    });
    expect(await answerAs(mary, request.requestId)).toMatchObject({ code: 403, reason: 'own_request' });
    expect(await rowOf(one.differenceNo)).toMatchObject({ state: 'open' });
    expect(await entryCount()).toBe(before);

    expect((await answerAs(grace, request.requestId)).data).toMatchObject({ state: 'done' });
    const byTwo = { actor: 'staff:mary', approved_by: 'staff:grace', request_id: request.requestId };
    expect(await rowOf(one.differenceNo)).toEqual({ ...byTwo, state: 'resolved', resolution });
    const after = await entryCount();
    expect(after).toBeGreaterThan(before);
    const kept = (await findRequest(server, request.requestId))!;
    expect(await server.app.executors.manual_match!(kept, staffActor('grace'))).toMatchObject({
      isDone: true,
    });
    expect(await entryCount()).toBe(after);
    const record = await (await downloadRecord(server, one.borrower)).text();
    expect(record).not.toMatch(/staff:|approvedBy/);
  });

  test('changes nothing when it is declined, or when the difference was resolved since it was asked for', async () => {
    const one = await begin();
    const before = await entryCount();
    const declined = await filed(words(one));
    expect((await answerAs(grace, declined.requestId, 'decline')).data.state).toBe('declined');
    const late = await filed(words(one));
    const desk = await deskBeside(server);
    await asApproved(server.db, (approval) =>
      ignoreDifference(desk, {
        differenceId: Number(one.differenceNo),
        actor: 'staff:mary',
        reason: 'a test',
        approval,
      }),
    );
    expect((await answerAs(grace, late.requestId)).data).toEqual({
      state: 'failed',
      sentence: 'This difference is resolved already.',
    });
    expect(await rowOf(one.differenceNo)).toMatchObject({ resolution: 'ignored' });
    expect(await entryCount()).toBe(before);
  });
});

test.each(['post', 'take-back'] as const)(
  '%s: a loan that changed since it was asked for is left as it is, and the difference stays open',
  async (verb) => {
    const one = await kinds[verb].begin();
    const request = await filed(kinds[verb].words(one));
    await pay(server, one.borrower, one.loanId, { amount: 100 });
    expect((await answerAs(grace, request.requestId)).data).toEqual({
      state: 'failed',
      sentence: 'The loan changed since this was asked for. Nothing was done. Please ask again.',
    });
    expect(await rowOf(one.differenceNo)).toMatchObject({ state: 'open', request_id: null });
  },
);

test('a posting that broke off after the approval goes on, though it has changed the loan itself', async () => {
  const one = await unasked();
  const request = await filed(kinds.post.words(one));
  expect((await answerAs(grace, request.requestId)).data).toMatchObject({ state: 'done' });
  await server.query(
    `update reconciliation_difference set state = 'posting', resolution = null, resolved_at = null
     where difference_id = $1`,
    [one.differenceNo],
  );
  const before = await entryCount();
  expect(await server.app.executors.manual_match!(request, 'staff:grace')).toMatchObject({ isDone: true });
  expect(await rowOf(one.differenceNo)).toMatchObject({ state: 'resolved', resolution: 'posted_to_loan' });
  expect(await entryCount()).toBe(before);
});

test('the database refuses a match that names a request which this person did not approve', async () => {
  const one = await unasked();
  const request = await filed(kinds.suspense.words(one));
  const approve = (approvedBy: string) =>
    server.query(
      'update reconciliation_difference set request_id = $2, approved_by = $3 where difference_id = $1',
      [one.differenceNo, request.requestId, approvedBy],
    );
  await expect(approve('staff:grace')).rejects.toThrow('names a request that this person approved');
  expect((await answerAs(grace, request.requestId, 'decline')).data.state).toBe('declined');
  await expect(approve('staff:grace')).rejects.toThrow('names a request that this person approved');
});
