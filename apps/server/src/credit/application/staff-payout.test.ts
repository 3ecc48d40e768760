import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppBorrower, addAccount, apply, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { ledgerOf, lineOf, newestRows } from '../../../test/shown-effect.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { refuseInstructions, whileClockGoesOn } from '../../money/payment/open-attempts.test-support.ts';
import { untilPayoutIs } from '../../money/payment/restored-server.test-support.ts';
import { importStatement } from '../../money/reconciliation/import-statement.ts';
import { mtnFile } from '../../money/reconciliation/statement.test-support.ts';
import { readStatement } from '../../money/reconciliation/statement-file.ts';
import { statementFormats } from '../../money/reconciliation/statement-formats.ts';
import { holdPayouts, releasePayouts } from '../../people/borrower/payout-hold.ts';
import { createLog } from '../../platform/log.ts';
import { continueRequests } from '../../staff/request/answer-request.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';

let server: AppServer;
/** Two heads of finance, one who asks and one who checks. */
let mary: StaffMember;
let grace: StaffMember;
let support: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const hired = (userName: string, role: 'head_of_finance' | 'support') =>
    hire(server, { maker, checker }, { userName, roles: [role] });
  mary = await hired('mary', 'head_of_finance');
  grace = await hired('grace', 'head_of_finance');
  support = await hired('taonga', 'support');
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

type Unpaid = { borrower: AppBorrower; loanId: number; otherMobile: string; accountId: number };

const reason = 'the borrower called about it';

const untilLoanIs = ({ borrower, loanId }: Pick<Unpaid, 'borrower' | 'loanId'>, status: string) =>
  vi.waitFor(async () => {
    const bill = await borrower.ask('queryLoanDetail', { params: { id: loanId } });
    expect(bill.status).toBe(status);
  }, PATIENCE);

const now = () => new Date(server.clock.nowMs());

/** A borrower with an Airtel account that may get money, whose payout to the MTN number failed or is held. */
async function unpaid({ isHeld = false } = {}): Promise<Unpaid> {
  const borrower = await signUp(server);
  const otherMobile = server.newMobile('airtel');
  await addAccount(server, borrower, { mobile: otherMobile });
  const { borrowerId, mobile } = borrower;
  const [account] = await server.query(
    `update repay_account set payouts_from = null where borrower_id = $1 and operator = 'airtel'
     returning account_id::integer as id`,
    [borrowerId],
  );
  const sealedOf = (id: number, number: string) =>
    server.sealing.seal('repay_account.mobile_sealed', { borrower_id: borrowerId, account_id: id }, number);
  const setDefault = (number: string) =>
    server.query(`update repay_account set mobile_sealed = $3 where borrower_id = $1 and account_id = $2`, [
      borrowerId,
      defaultId,
      sealedOf(defaultId, number),
    ]);
  const [{ id: defaultId }] = await server.query(
    'select account_id::integer as id from repay_account where borrower_id = $1 and is_default',
    [borrowerId],
  );
  if (isHeld) await holdPayouts(server, { borrowerId, reason, actor: 'staff:mary', now: now() });
  else await setDefault('0966666666');
  const { orderId: loanId } = await apply(borrower);
  if (isHeld) await untilPayoutIs(server, loanId, { state: 'created', held_reason: 'under_review' });
  else await untilLoanIs({ borrower, loanId }, 'payout_failed');
  await setDefault(mobile);
  server.clock.advance({ seconds: 1 });
  return { borrower, loanId, otherMobile, accountId: account.id };
}

const preview = ({ client }: StaffMember, { loanId }: { loanId: number }, accountId: number | null) =>
  client.call('previewPayoutRetry', { params: { loanId }, body: { accountId } });

const confirm = (
  { client }: StaffMember,
  { loanId }: { loanId: number },
  accountId: number | null,
  digest: string,
) => client.call('retryLoanPayout', { params: { loanId }, body: { accountId, reason, digest } });

async function lookAndConfirm(member: StaffMember, of: { loanId: number }, accountId: number | null) {
  const { data } = await preview(member, of, accountId);
  return confirm(member, of, accountId, data.digest);
}

const payoutsOf = ({ loanId }: { loanId: number }) =>
  server.query(
    `select state, operator, request_id::integer as request_id, same_number_as from payment_attempt
     where loan_id = $1 and purpose = 'loan_payout' order by created_at, attempt_id`,
    [loanId],
  );

const toNumber = async (mobile: string) => {
  const [{ times }] = await server.query(
    `select count(*)::integer as times from simulator.instruction where mobile = $1 and direction = 'payout'
       and outcome = 'succeeded'`,
    [mobile],
  );
  return times;
};

const stateOf = async (requestId: number | null) =>
  (await server.query('select state, failure from staff_request where request_id = $1', [requestId]))[0];

describe('a payout that failed', () => {
  test('is sent to another account of the borrower once a second person approves it, as it was shown', async () => {
    const of = await unpaid();
    const { data: shown } = await preview(mary, of, of.accountId);
    expect(shown).toMatchObject({
      isAlone: false,
      title: `Send the payout of order ${of.loanId} again: K1,000.00`,
    });
    expect(lineOf(shown.effect, 'State of the loan')).toMatchObject({
      before: 'payout failed',
      after: 'paying out',
    });
    expect(lineOf(shown.effect, 'Number')).toEqual({
      title: 'Number',
      before: expect.stringContaining('MTN · 096'),
      after: expect.stringContaining(`Airtel · ${of.otherMobile.slice(0, 3)}`),
    });
    expect(JSON.stringify(shown)).not.toContain(of.otherMobile);
    const { data: filed } = await confirm(mary, of, of.accountId, shown.digest);
    expect(filed.requestId).toEqual(expect.any(Number));
    expect(await confirm(grace, of, of.accountId, shown.digest)).toMatchObject({
      code: 409,
      reason: 'waits_already',
    });
    expect(await answerAs(mary, filed.requestId!)).toMatchObject({ code: 403, reason: 'own_request' });
    expect(await payoutsOf(of)).toHaveLength(1);

    expect((await answerAs(grace, filed.requestId!)).data.state).toBe('done');
    await untilLoanIs(of, 'active');
    expect(await payoutsOf(of)).toEqual([
      { state: 'failed', operator: 'mtn', request_id: null, same_number_as: null },
      { state: 'succeeded', operator: 'airtel', request_id: filed.requestId, same_number_as: null },
    ]);
    expect(await toNumber(of.otherMobile)).toBe(1);
    expect(await newestRows(server, of.loanId)).toEqual(ledgerOf(shown.effect));
    const { items } = await of.borrower.ask('listMessages', { query: {} });
    expect(items.map(({ text }) => text)).toContain(shown.message);
    const { data: loan } = await mary.client.call('getLoan', { params: { loanId: of.loanId } });
    expect(loan.payout).toMatchObject({ operator: 'airtel', state: 'succeeded' });
    const { data: history } = await mary.client.call('listLoanHistory', { params: { loanId: of.loanId } });
    expect(history.items.filter(({ kind }) => kind === 'payout_started')[0]!.by).toBe(
      'Person mary, approved by Person grace',
    );
  });

  test('is sent to its own number by one person, with the reason in the history', async () => {
    const of = await unpaid();
    const { data: shown } = await preview(mary, of, null);
    expect(shown.isAlone).toBe(true);
    const sent = await confirm(mary, of, null, shown.digest);
    expect(sent.data).toEqual({
      requestId: null,
      sentence: `The payout of order ${of.loanId} is sent again.`,
    });
    await untilLoanIs(of, 'payout_failed');
    const [first, second] = await server.query(
      `select attempt_id, same_number_as, failure_reason from payment_attempt where loan_id = $1 order by created_at`,
      [of.loanId],
    );
    expect(second.same_number_as).toBe(first.attempt_id);
    const { data: history } = await mary.client.call('listLoanHistory', { params: { loanId: of.loanId } });
    expect(history.items.map(({ text }) => text)).toContain(
      `Payout sent again to the same number: ${reason}`,
    );
  });

  test('is sent once by two people at once, and the other person is told', async () => {
    const of = await unpaid();
    const { data: shown } = await preview(mary, of, null);
    const answers = await Promise.all([
      confirm(mary, of, null, shown.digest),
      confirm(grace, of, null, shown.digest),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/under way|changed since/);
    expect(await payoutsOf(of)).toHaveLength(2);
    await untilLoanIs(of, 'payout_failed');
  });

  test('that another person sent again in the same minute is not sent a third time', async () => {
    const of = await unpaid();
    const { data: shown } = await preview(grace, of, null);
    expect((await lookAndConfirm(mary, of, null)).code).toBe(200);
    await untilLoanIs(of, 'payout_failed');
    expect(await confirm(grace, of, null, shown.digest)).toMatchObject({ code: 409, reason: 'changed' });
    expect(await payoutsOf(of)).toHaveLength(2);
  });

  test('that was sent again meanwhile leaves the request undone', async () => {
    const of = await unpaid();
    const { data } = await lookAndConfirm(mary, of, of.accountId);
    expect((await lookAndConfirm(grace, of, null)).code).toBe(200);
    await untilLoanIs(of, 'payout_failed');
    expect((await answerAs(grace, data.requestId!)).data.state).toBe('failed');
    expect((await stateOf(data.requestId)).failure).toContain('changed since this was asked for');
    expect(await payoutsOf(of)).toHaveLength(2);
  });

  test('is not sent twice by a program that was stopped after it had sent it', async () => {
    const of = await unpaid();
    const { data } = await lookAndConfirm(mary, of, of.accountId);
    await answerAs(grace, data.requestId!);
    await untilLoanIs(of, 'active');
    // As if it had been stopped before it noted the end.
    await server.owner.pool.query(
      `begin; set local session_replication_role = 'replica';
       update staff_request set state = 'approved', ended_at = null, execution_began_at = null,
         checked_at = checked_at - interval '5 minutes' where request_id = ${data.requestId}; commit`,
    );
    const log = createLog({ level: 'silent', service: 'test' });
    await continueRequests({ ...server, log, executors: server.app.executors });
    expect((await stateOf(data.requestId)).state).toBe('done');
    expect(await payoutsOf(of)).toHaveLength(2);
    expect(await toNumber(of.otherMobile)).toBe(1);
  });
});

describe('a payout that waits for a person', () => {
  test('is replaced by one to another account, and stays where the number is the same', async () => {
    const of = await unpaid({ isHeld: true });
    const { borrowerId } = of.borrower;
    expect(await preview(mary, of, null)).toMatchObject({ code: 409, reason: 'payout_waits' });
    const { data: shown } = await preview(mary, of, of.accountId);
    expect(lineOf(shown.effect, 'Earlier payout')).toMatchObject({
      before: expect.stringContaining('waits for a person'),
      after: 'is not sent',
    });
    const { data } = await confirm(mary, of, of.accountId, shown.digest);
    expect((await answerAs(grace, data.requestId!)).data.state).toBe('done');
    expect(await payoutsOf(of)).toMatchObject([
      { state: 'failed', operator: 'mtn' },
      { operator: 'airtel', request_id: data.requestId },
    ]);
    await releasePayouts(server, { borrowerId, reason, actor: 'staff:john', now: now() });
    await whileClockGoesOn(
      server,
      { seconds: 5 },
      async () => [(await payoutsOf(of))[1]],
      ([payout]) => expect(payout.state).toBe('succeeded'),
    );
    expect(await toNumber(of.otherMobile)).toBe(1);
    expect(await toNumber(of.borrower.mobile)).toBe(0);
  });
});

/** A statement of the operator has the payout as made. Asked about it, the operator still says that it failed. */
async function importPaidOut(attemptId: string, mobile: string) {
  const today = server.app.calendar.today();
  const bytes = mtnFile([
    {
      ...{ reference: `9${attemptId.slice(0, 6)}`, ourId: attemptId, at: `${today} 00:00:01` },
      ...{ direction: 'payout', mobile, amount: '1,000.00' },
    },
  ]);
  const rows = readStatement(statementFormats.mtn, bytes);
  if (!rows.ok) throw new Error(rows.refusal.problem);
  await importStatement(
    { ...server, nowMs: server.clock.nowMs(), today },
    { operator: 'mtn', bytes, rows: rows.value, actor: 'staff:mary' },
  );
  return server.query(
    `select difference_id::integer as difference_id, kind, state from reconciliation_difference
     where attempt_id = $1`,
    [attemptId],
  );
}

describe('no payout is sent', () => {
  test('while one is under way, or after the borrower has the money', async () => {
    const of = await unpaid();
    await lookAndConfirm(mary, of, null);
    await untilLoanIs(of, 'payout_failed');
    const { data } = await lookAndConfirm(mary, of, of.accountId);
    await answerAs(grace, data.requestId!);
    await untilLoanIs(of, 'active');
    for (const accountId of [null, of.accountId])
      expect(await preview(mary, of, accountId)).toMatchObject({ code: 409, reason: 'wrong_state' });
  });

  test('while the outcome of the one before is not known', async () => {
    const borrower = await signUp(server);
    await refuseInstructions(server, 1);
    const { orderId: loanId } = await apply(borrower);
    await vi.waitFor(
      async () => expect(await payoutsOf({ loanId })).toMatchObject([{ state: 'unknown' }]),
      PATIENCE,
    );
    await refuseInstructions(server, 0);
    const [{ id }] = await server.query(
      'select account_id::integer as id from repay_account where borrower_id = $1',
      [borrower.borrowerId],
    );
    for (const accountId of [null, id])
      expect(await preview(mary, { loanId }, accountId)).toMatchObject({ code: 409, reason: 'wrong_state' });
    expect(await confirm(mary, { loanId }, null, 'a'.repeat(64))).toMatchObject({ reason: 'wrong_state' });
    expect(await payoutsOf({ loanId })).toHaveLength(1);
  });

  test('that the statement of the operator shows as made, until the difference is resolved', async () => {
    const of = await unpaid();
    const { data: shown } = await preview(mary, of, null);
    const { data: asked } = await lookAndConfirm(mary, of, of.accountId);
    const [{ attempt_id: attemptId }] = await server.query(
      'select attempt_id from payment_attempt where loan_id = $1',
      [of.loanId],
    );
    const [difference] = await importPaidOut(attemptId, of.borrower.mobile);
    expect(difference).toMatchObject({ kind: 'status_differs', state: 'open' });
    for (const accountId of [null, of.accountId])
      expect(await preview(mary, of, accountId)).toMatchObject({ code: 409, reason: 'payout_on_statement' });
    expect(await confirm(mary, of, null, shown.digest)).toMatchObject({ reason: 'payout_on_statement' });
    expect((await answerAs(grace, asked.requestId!)).data.state).toBe('failed');
    expect((await stateOf(asked.requestId)).failure).toContain('resolve this difference first');
    expect(await payoutsOf(of)).toHaveLength(1);
    await expect(
      server.query('update payment_attempt set same_number_as = attempt_id where attempt_id = $1', [
        attemptId,
      ]),
    ).rejects.toThrow('the statement of the operator has a payout of this loan');

    await server.query(
      `update reconciliation_difference set state = 'resolved', resolution = 'agreed', actor = 'staff:mary',
         reason = 'the operator corrected it', resolved_at = now() where difference_id = $1`,
      [difference.difference_id],
    );
    expect((await preview(mary, of, null)).code).toBe(200);
  });

  test('to a new account, to the account of another borrower, and by support', async () => {
    const of = await unpaid();
    const other = await unpaid();
    await addAccount(server, of.borrower, { mobile: server.newMobile('airtel') });
    const [{ id }] = await server.query(
      'select max(account_id)::integer as id from repay_account where borrower_id = $1',
      [of.borrower.borrowerId],
    );
    expect(await preview(mary, of, id)).toMatchObject({ code: 409, reason: 'account_waits' });
    expect(await preview(mary, of, other.accountId)).toMatchObject({ code: 409, reason: 'no_such_account' });
    expect(await preview(support, of, null)).toMatchObject({ code: 403, reason: 'not_permitted' });
    expect(await preview(mary, { loanId: 999_999_999 }, null)).toMatchObject({ code: 404 });
  });

  test('that is another one by now than was looked at', async () => {
    const of = await unpaid();
    const { data: shown } = await preview(mary, of, of.accountId);
    expect(await confirm(mary, of, null, shown.digest)).toMatchObject({ code: 409, reason: 'changed' });
    expect(await payoutsOf(of)).toHaveLength(1);
  });

  test('by the database without the request or the number of the failed one', async () => {
    const of = await unpaid();
    const { data } = await lookAndConfirm(mary, of, of.accountId);
    const [{ attempt_id: attemptId }] = await server.query(
      'select attempt_id from payment_attempt where loan_id = $1',
      [of.loanId],
    );
    await expect(
      server.query('update payment_attempt set request_id = $2 where attempt_id = $1', [
        attemptId,
        data.requestId,
      ]),
    ).rejects.toThrow('a payout by staff names a request for it that a second person approved');
    await expect(
      server.query('update payment_attempt set same_number_as = gen_random_uuid() where attempt_id = $1', [
        attemptId,
      ]),
    ).rejects.toThrow('a payout to the same number names the payout of its loan that failed');
    await expect(
      server.query(
        `insert into loan_event select borrower_id, entry_id, ordinal + 20, loan_id, loan_version + 20, kind, on_day,
           detail || jsonb_build_object('attemptId', gen_random_uuid()), 'staff:mary', recorded_at
         from loan_event where loan_id = $1 and kind = 'payout_started'`,
        [of.loanId],
      ),
    ).rejects.toThrow('a payout that staff send again needs a second person');
  });
});
