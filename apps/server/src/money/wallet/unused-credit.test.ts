import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { setAccountNumber } from '../../../test/account-number.ts';
import { type AppBorrower, earnCredit, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { changeSetting } from '../../../test/change-setting.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { command } from '../../staff/terminal/commands/suspense.ts';
import { deskBeside } from '../../staff/terminal/staff-desk.test-support.ts';
import { hireMaryAndGrace } from '../../staff/terminal/two-people.test-support.ts';
import { examineBook } from '../../upkeep/doctor/examination.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const walletOf = (borrower: AppBorrower) => borrower.ask('getWallet', { query: {} });
const phoneBalance = async (mobile: string) => (await server.handset.phone(mobile)).balance;

const payoutsOf = ({ borrowerId }: AppBorrower) =>
  server.query(
    `select state, amount_ngwee, quoted from payment_attempt
     where borrower_id = $1 and purpose = 'wallet_payout' order by created_at`,
    [borrowerId],
  );

async function untilPayouts(borrower: AppBorrower, states: string[]): Promise<void> {
  await vi.waitFor(async () => {
    expect((await payoutsOf(borrower)).map(({ state }) => state)).toEqual(states);
  }, PATIENCE);
}

const newestText = async (borrower: AppBorrower) =>
  (await borrower.ask('listMessages', { query: {} })).items[0]!.text;

/** A borrower with K50 that came from no number, and whose own number is `mobile`. */
async function prizeWinner(mobile: string): Promise<AppBorrower> {
  const borrower = await signUp(server);
  await setAccountNumber(server, borrower, mobile);
  await server.query(
    `with given as (update borrower_standing set wallet_ngwee = 5000 where borrower_id = $1 returning borrower_id)
     insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee, business_on,
       value_on, recorded_at)
     select borrower_id, nextval('ledger_entry_id'), 1, 'prize_expense', 'wallet_credit', 5000, $2, $2, $3 from given`,
    [borrower.borrowerId, server.today(), new Date(server.clock.nowMs())],
  );
  return borrower;
}

async function unusedList(): Promise<string> {
  const { lines } = await command.atDesk(await deskBeside(server), ['unused']);
  return lines.join('\n');
}

test('credit that was not used for seven days goes back to the number that it came from, once', async () => {
  const borrower = await signUp(server);
  await earnCredit(server, borrower);
  await setAccountNumber(server, borrower, server.newMobile('mtn'));
  const before = await phoneBalance(borrower.mobile);
  server.clock.advance({ seconds: 1 });
  await server.passDays(6);
  expect((await walletOf(borrower)).balance).toBe(230);
  await server.passDays(1);
  await untilPayouts(borrower, ['succeeded']);
  expect(await phoneBalance(borrower.mobile)).toBe(before + 230);
  expect(await walletOf(borrower)).toMatchObject({
    balance: 0,
    movements: [{ amount: -230, title: 'Not used, and sent back' }, { amount: 230 }],
  });
  expect(await newestText(borrower)).toBe(
    'K230.00 of your wallet credit was not used. We sent it back by mobile money, to the number that it came from.',
  );
  await server.passDays(8);
  expect(await payoutsOf(borrower)).toHaveLength(1);
});

test('credit that came from no number goes to the own number, and what failed is tried again after a week', async () => {
  const borrower = await prizeWinner('0966666666');
  await server.passDays(7);
  await untilPayouts(borrower, ['failed']);
  expect((await walletOf(borrower)).balance).toBe(50);
  expect(await newestText(borrower)).toContain('We could not send K50.00 of unused wallet credit back');
  await server.passDays(6);
  expect(await payoutsOf(borrower)).toHaveLength(1);
  expect(await unusedList()).toMatch(
    new RegExp(`${borrower.borrowerId} +\\S+ +13 +K50\\.00 +This number cannot receive money`),
  );
  const { listed } = (await examineBook(server.db)).find(
    ({ check }) => check === 'unused wallet credit that could not be sent back',
  )!;
  expect(listed).toEqual([
    {
      id: `borrower ${borrower.borrowerId}`,
      problem: expect.stringMatching(
        /^K50\.00, tried on \S+: payee not found; see npm run suspense -- unused$/,
      ),
    },
  ]);
  await setAccountNumber(server, borrower, borrower.mobile);
  await server.passDays(1);
  await untilPayouts(borrower, ['failed', 'succeeded']);
  expect(await unusedList()).toBe('No wallet credit waits to be sent back.');
});

test('credit whose own number is that of another borrower stays, and is in the list', async () => {
  const [owner, borrower] = [await signUp(server), await prizeWinner(server.newMobile('mtn'))];
  await server.query(
    `update repay_account set mobile_hash = (select mobile_hash from borrower_by_mobile where borrower_id = $2)
     where borrower_id = $1`,
    [borrower.borrowerId, owner.borrowerId],
  );
  await server.passDays(9);
  expect(await payoutsOf(borrower)).toEqual([]);
  expect(await unusedList()).toMatch(
    new RegExp(`${borrower.borrowerId} +\\S+ +9 +K50\\.00 +no account that can get it`),
  );
});

test('other days that two people set count at the next end of a day', async () => {
  const borrower = await signUp(server);
  await earnCredit(server, borrower);
  await server.passDays(3);
  expect(await payoutsOf(borrower)).toEqual([]);
  const { mary, grace } = await hireMaryAndGrace(server);
  await changeSetting({ maker: mary, checker: grace }, 'unused_credit', { days: '4' });
  await server.passDays(1);
  await untilPayouts(borrower, ['succeeded']);
  expect(await payoutsOf(borrower)).toMatchObject([{ quoted: { unusedForDays: 4 } }]);
});

test('a lender that sets 0 days sends nothing back', async () => {
  const never = await startAppServer({ settings: { UNUSED_CREDIT_DAYS: '0' } });
  const borrower = await signUp(never);
  await earnCredit(never, borrower);
  await never.passDays(30);
  expect((await borrower.ask('getWallet', { query: {} })).balance).toBe(230);
  await never.stop();
});
