import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setHolder } from '../../../test/account-holder.ts';
import { setAccountNumber } from '../../../test/account-number.ts';
import {
  type AppBorrower,
  addAccount,
  apply,
  earnCredit,
  PATIENCE,
  signUp,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { command as blocked } from '../../staff/terminal/commands/blocked.ts';
import { command as decide } from '../../staff/terminal/commands/decide.ts';
import { command as holders } from '../../staff/terminal/commands/holders.ts';
import { runOf } from '../../staff/terminal/staff-desk.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const LOOKED_AT =
  'A person is looking at it. This takes up to 4 hours in our opening hours. You can also use another mobile-money number.';

const signUpMutale = () => signUp(server, { firstName: 'Mutale', lastName: 'Phiri' });

/** An account that the borrower added a day ago. */
async function oldAccount(
  borrower: AppBorrower,
  holder?: [string, string],
  mobile = server.newMobile('airtel'),
): Promise<number> {
  if (holder) await setHolder(server, mobile, ...holder);
  const { repayAccountId } = await addAccount(server, borrower, { mobile });
  await server.query('update repay_account set payouts_from = null where borrower_id = $1', [
    borrower.borrowerId,
  ]);
  return repayAccountId;
}

/** In the order in which they were made. One that replaces a failed one may be made at the same instant. */
const attemptsOf = ({ borrowerId }: AppBorrower) =>
  server.query(
    `select state, held_reason from payment_attempt where borrower_id = $1 and direction = 'payout'
     order by created_at, state = 'failed' desc`,
    [borrowerId],
  );

async function untilLast(borrower: AppBorrower, expected: Record<string, unknown>): Promise<void> {
  await vi.waitFor(async () => expect((await attemptsOf(borrower)).at(-1)).toMatchObject(expected), PATIENCE);
}

async function untilSent(borrower: AppBorrower): Promise<void> {
  await vi.waitFor(async () => {
    server.clock.advance({ seconds: 5 });
    expect((await attemptsOf(borrower)).at(-1)).toMatchObject({ state: 'succeeded' });
  }, PATIENCE);
}

/** Until two more steps were taken. */
async function untilHeldAgain(borrower: AppBorrower): Promise<void> {
  const readStep = async () => {
    const [last] = await server.query(
      `select state, held_reason, sent_at from payment_attempt where borrower_id = $1 order by created_at desc limit 1`,
      [borrower.borrowerId],
    );
    return last!;
  };
  for (let steps = 0; steps < 2; steps++) {
    const before = await readStep();
    await vi.waitFor(async () => {
      server.clock.advance({ seconds: 5 });
      const now = await readStep();
      expect(now).toMatchObject(HELD);
      expect(now.sent_at).not.toEqual(before.sent_at);
    }, PATIENCE);
  }
}

const HELD = { state: 'created', held_reason: 'under_review' };

/** A borrower whose payout failed, because the number has no account at the operator. */
async function unpayable(): Promise<{ borrower: AppBorrower; orderId: number }> {
  const borrower = await signUpMutale();
  await setAccountNumber(server, borrower, '0966666666');
  const { orderId } = await apply(borrower);
  await untilLast(borrower, { state: 'failed' });
  await setAccountNumber(server, borrower, borrower.mobile);
  server.clock.advance({ seconds: 1 });
  return { borrower, orderId };
}

/** A borrower whose application waits, because the operator has another name. */
async function referred(holder: [string, string]): Promise<{ borrower: AppBorrower; orderId: number }> {
  const mobile = server.newMobile('mtn');
  await setHolder(server, mobile, ...holder);
  const borrower = await signUp(server, { mobile, firstName: 'Mutale', lastName: 'Phiri' });
  return { borrower, orderId: (await apply(borrower)).orderId };
}

const run = (command: typeof holders, ...words: string[]) => runOf(server, command, ...words);

async function refuse(accountId: number): Promise<void> {
  expect((await run(holders, 'refuse', String(accountId), 'the card is not his')).done).toBe(true);
}

/** What is in the wallet, and what the ledger says of it. */
async function walletOf({ borrowerId }: AppBorrower) {
  const [wallet] = await server.query(
    `select s.wallet_ngwee, (select sum(case 'wallet_credit' when credit_account then amount_ngwee
         when debit_account then -amount_ngwee else 0 end)::bigint from ledger_transfer t
         where t.borrower_id = s.borrower_id) as ledger_ngwee
     from borrower_standing s where s.borrower_id = $1`,
    [borrowerId],
  );
  return wallet;
}

const homeOf = (borrower: AppBorrower) => borrower.ask('getMyLoanInfo', {});

describe('money to an account in another name', () => {
  test('that is sent again to another account waits for a person, who allows it', async () => {
    const { borrower, orderId } = await unpayable();
    const repayAccountId = await oldAccount(borrower, ['Joseph', 'Zulu']);
    expect(await borrower.ask('retryPayout', { body: { orderId, repayAccountId } })).toEqual({
      orderId,
      userStatus: 4,
    });
    await untilLast(borrower, HELD);
    expect(await homeOf(borrower)).toMatchObject({ messages: [LOOKED_AT], waitsForPerson: true });
    const { text } = await run(holders);
    expect(text).toContain(
      `account ${repayAccountId} of borrower ${borrower.borrowerId}: Mutale Phiri in the identity, Joseph Zulu at the operator`,
    );
    expect((await run(holders, 'allow', String(repayAccountId))).text).toContain('Please give a reason');
    expect((await run(holders, 'allow', String(repayAccountId), 'it is her husband')).done).toBe(true);
    await untilSent(borrower);
    expect((await run(holders)).text).not.toContain(`account ${repayAccountId} `);
  });

  test('waits where the number is added again under another operator, which is refused', async () => {
    const { borrower, orderId } = await unpayable();
    const mobile = server.newMobile('mtn');
    const repayAccountId = await oldAccount(borrower, ['Joseph', 'Zulu'], mobile);
    await borrower.ask('retryPayout', { body: { orderId, repayAccountId } });
    await untilLast(borrower, HELD);
    server.clock.advance({ minutes: 1 });
    await expect(addAccount(server, borrower, { mobile, operator: 'zamtel' })).rejects.toThrow(
      'A payment to you is under way.',
    );
    server.clock.advance({ minutes: 1 });
    expect(await addAccount(server, borrower, { mobile, operator: 'mtn' })).toMatchObject({ repayAccountId });
    expect((await run(holders)).text).toContain(`account ${repayAccountId} of borrower`);
    await untilHeldAgain(borrower);
  });

  test.each([
    ['was not asked', null],
    ['was cleared', 'now()'],
  ])('waits for the name at the operator that sends it, where another one %s', async (_what, clearedAt) => {
    const { borrower, orderId } = await unpayable();
    const mobile = server.newMobile('mtn');
    const repayAccountId = await oldAccount(borrower, ['Joseph', 'Zulu'], mobile);
    await borrower.ask('retryPayout', { body: { orderId, repayAccountId } });
    await untilLast(borrower, HELD);
    await server.query(
      `update repay_account set operator = 'zamtel', holder_name_sealed = null, holder_asked_at = ${clearedAt},
         holder_cleared_at = ${clearedAt} where account_id = $1`,
      [repayAccountId],
    );
    await untilHeldAgain(borrower);
    await setHolder(server, mobile, 'Mutale', 'Phiri');
    await untilSent(borrower);
  });

  test('that waits goes to another number where the borrower names one, and only there', async () => {
    const { borrower, orderId } = await unpayable();
    const repayAccountId = await oldAccount(borrower, ['Joseph', 'Zulu']);
    await borrower.ask('retryPayout', { body: { orderId, repayAccountId } });
    await untilLast(borrower, HELD);
    const before = (await server.handset.phone(borrower.mobile)).balance;
    await borrower.ask('retryPayout', { body: { orderId } });
    await untilSent(borrower);
    expect((await attemptsOf(borrower)).map(({ state }) => state)).toEqual(['failed', 'failed', 'succeeded']);
    expect((await server.handset.phone(borrower.mobile)).balance).toBe(before + 1000);
    expect((await borrower.ask('queryLoanDetail', { params: { id: orderId } })).status).toBe('active');
  });

  test('does not leave the wallet before a person allows it', async () => {
    const borrower = await signUpMutale();
    await earnCredit(server, borrower);
    const repayAccountId = await oldAccount(borrower, ['Joseph', 'Zulu']);
    await borrower.ask('payOutWallet', { body: { repayAccountId } });
    await untilLast(borrower, HELD);
    await run(holders, 'allow', String(repayAccountId), 'it is her husband');
    await untilSent(borrower);
  });

  test('that is refused fails, and the loan goes to another number', async () => {
    const { borrower, orderId } = await unpayable();
    const repayAccountId = await oldAccount(borrower, ['Joseph', 'Zulu']);
    await borrower.ask('retryPayout', { body: { orderId, repayAccountId } });
    await untilLast(borrower, HELD);
    expect((await run(holders, 'refuse', String(repayAccountId))).text).toContain('Please give a reason');
    await refuse(repayAccountId);
    await untilLast(borrower, { state: 'failed' });
    const ends = `select failure_reason, first_sent_at, next_step_at from payment_attempt
      where borrower_id = $1 order by created_at desc limit 1`;
    expect(await server.query(ends, [borrower.borrowerId])).toEqual([
      { failure_reason: 'payee_not_accepted', first_sent_at: null, next_step_at: null },
    ]);
    const loan = 'select state from loan where loan_id = $1';
    expect(await server.query(loan, [orderId])).toEqual([{ state: 'payout_failed' }]);
    expect(await server.query('select from ledger_transfer where loan_id = $1', [orderId])).toEqual([]);
    expect((await run(holders, 'refuse', String(repayAccountId), 'not hers')).done).toBe(false);
    await borrower.ask('retryPayout', { body: { orderId, repayAccountId } });
    await untilLast(borrower, HELD);
    await refuse(repayAccountId);
    await borrower.ask('retryPayout', { body: { orderId } });
    await untilSent(borrower);
  });

  test.each([
    ['while a server takes a step with it', `state = 'sent', first_sent_at = now()`],
    ['where it may have been sent before', 'first_sent_at = now()'],
  ])('is listed %s, and is not refused then', async (_when, change) => {
    const { borrower, orderId } = await unpayable();
    const repayAccountId = await oldAccount(borrower, ['Joseph', 'Zulu']);
    await borrower.ask('retryPayout', { body: { orderId, repayAccountId } });
    await untilLast(borrower, HELD);
    const held = `borrower_id = $1 and held_reason = 'under_review'`;
    await server.query(`update payment_attempt set ${change} where ${held}`, [borrower.borrowerId]);
    expect((await run(holders)).text).toContain(`account ${repayAccountId} of borrower`);
    expect(await run(holders, 'refuse', String(repayAccountId), 'not hers')).toMatchObject({
      done: false,
      text: 'A payout to this account is being looked at or may have been sent: try again in a minute.',
    });
    await server.query(`update payment_attempt set state = 'created', first_sent_at = null where ${held}`, [
      borrower.borrowerId,
    ]);
    await refuse(repayAccountId);
  });

  test('that is refused comes back into the wallet', async () => {
    const borrower = await signUpMutale();
    await earnCredit(server, borrower);
    const before = await walletOf(borrower);
    const repayAccountId = await oldAccount(borrower, ['Joseph', 'Zulu']);
    await borrower.ask('payOutWallet', { body: { repayAccountId } });
    await untilLast(borrower, HELD);
    expect(await walletOf(borrower)).not.toEqual(before);
    await refuse(repayAccountId);
    await untilLast(borrower, { state: 'failed' });
    expect(await walletOf(borrower)).toEqual(before);
    const events = 'select kind, actor from wallet_payout_event where borrower_id = $1 order by kind desc';
    expect(await server.query(events, [borrower.borrowerId])).toEqual([
      { kind: 'submitted', actor: 'borrower' },
      { kind: 'failed', actor: expect.stringMatching(/^staff:/) },
    ]);
    await expectSoundBook(server);
  });

  test('is asked about where the operator was not asked before, and sent where it tells no name', async () => {
    const { borrower, orderId } = await unpayable();
    const repayAccountId = await oldAccount(borrower);
    await server.query('update repay_account set holder_asked_at = null where borrower_id = $1', [
      borrower.borrowerId,
    ]);
    await borrower.ask('retryPayout', { body: { orderId, repayAccountId } });
    await untilSent(borrower);
    expect(
      await server.query(
        'select holder_asked_at is null as unasked from repay_account where account_id = $1',
        [repayAccountId],
      ),
    ).toEqual([{ unasked: false }]);
  });

  test('is sent after a person approved the application', async () => {
    const { borrower, orderId } = await referred(['Joseph', 'Zulu']);
    expect((await run(decide, String(orderId), 'approve', 'it is her husband')).done).toBe(true);
    await untilSent(borrower);
  });

  test('waits after an approval, where the operator told the name after it', async () => {
    const { borrower, orderId } = await referred(['Joseph', 'Zulu']);
    await server.query(
      'update repay_account set holder_name_sealed = null, holder_asked_at = null where borrower_id = $1',
      [borrower.borrowerId],
    );
    expect((await run(decide, String(orderId), 'approve', 'payslip seen')).done).toBe(true);
    await untilLast(borrower, HELD);
    expect((await run(holders)).text).toContain(
      `of borrower ${borrower.borrowerId}: Mutale Phiri in the identity`,
    );
  });

  test('of an application that waits goes to another number where the borrower names one', async () => {
    const mobile = server.newMobile('mtn');
    await setHolder(server, mobile, 'Joseph', 'Zulu');
    const borrower = await signUp(server, { mobile, firstName: 'Mutale', lastName: 'Phiri' });
    const repayAccountId = await oldAccount(borrower);
    const { orderId } = await apply(borrower);
    expect((await homeOf(borrower)).waitsForPerson).toBe(true);
    const version = async () =>
      (await server.query('select version from loan where borrower_id = $1', [borrower.borrowerId]))[0]
        .version;
    const versionBefore = await version();
    expect(await borrower.ask('retryPayout', { body: { orderId } })).toEqual({ orderId, userStatus: 2 });
    expect(await version()).toBe(versionBefore);
    expect(await borrower.ask('retryPayout', { body: { orderId, repayAccountId } })).toEqual({
      orderId,
      userStatus: 2,
    });
    await run(decide, String(orderId), 'approve', 'known customer');
    await untilSent(borrower);
    const loan = 'select account_id from loan where borrower_id = $1';
    expect(await server.query(loan, [borrower.borrowerId])).toEqual([{ account_id: repayAccountId }]);
  });
});

describe('money to a number on the blocked list', () => {
  test('waits in the step that sends it, and the borrower reads the same as of another name', async () => {
    const { borrower, orderId } = await unpayable();
    const mobile = server.newMobile('airtel');
    const repayAccountId = await oldAccount(borrower, undefined, mobile);
    const added = await run(blocked, 'add', 'mobile', mobile, 'fraud in 2025');
    expect(await borrower.ask('retryPayout', { body: { orderId, repayAccountId } })).toEqual({
      orderId,
      userStatus: 4,
    });
    await untilLast(borrower, HELD);
    expect(await homeOf(borrower)).toMatchObject({ messages: [LOOKED_AT], waitsForPerson: true });
    const line = `The payout of order ${orderId} of borrower ${borrower.borrowerId} waits`;
    expect((await run(blocked)).text).toContain(line);
    expect((await run(blocked, 'lift', added.text.split(':')[0]!)).done).toBe(true);
    expect((await run(blocked)).text).not.toContain(line);
    await untilSent(borrower);
  });

  test('goes to another number where the borrower names one', async () => {
    const { borrower, orderId } = await unpayable();
    const mobile = server.newMobile('airtel');
    const repayAccountId = await oldAccount(borrower, undefined, mobile);
    await run(blocked, 'add', 'mobile', mobile, 'fraud in 2025');
    await borrower.ask('retryPayout', { body: { orderId, repayAccountId } });
    await untilLast(borrower, HELD);
    await borrower.ask('retryPayout', { body: { orderId } });
    await untilSent(borrower);
    expect((await attemptsOf(borrower)).map(({ state }) => state)).toEqual(['failed', 'failed', 'succeeded']);
  });

  test('waits too where the borrower came on the list after the approval', async () => {
    const { borrower, orderId } = await unpayable();
    await run(blocked, 'add', 'mobile', borrower.mobile, 'fraud in 2025');
    const repayAccountId = await oldAccount(borrower);
    await borrower.ask('retryPayout', { body: { orderId, repayAccountId } });
    await untilLast(borrower, HELD);
  });
});
