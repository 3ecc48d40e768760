import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setAccountNumber } from '../../../test/account-number.ts';
import { type AppBorrower, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';

const PAGE_SIZE = 20;
/** The simulator declines each payout to this number. */
const CANNOT_RECEIVE = '0966666666';

let server: AppServer;
let mary: StaffMember;
let waiting: AppBorrower[];

/** Borrowers with K50 that came from no number, and whose own number cannot get money. */
beforeAll(async () => {
  server = await startAppServer();
  waiting = [];
  while (waiting.length <= PAGE_SIZE) waiting.push(await prizeWinner());
  for (const borrower of waiting) await setAccountNumber(server, borrower, CANNOT_RECEIVE);
  await server.passDays(8);
  // The operator declines each payout after the end of the day, and its credit is in the wallet again.
  await vi.waitFor(async () => {
    const payouts = await server.query(`select state from payment_attempt where purpose = 'wallet_payout'`);
    expect(payouts.map(({ state }) => state)).toEqual(waiting.map(() => 'failed'));
  }, PATIENCE);
  const { first: maker, second: checker } = await openOffice(server);
  mary = await hire(server, { maker, checker }, { userName: 'mary', roles: ['head_of_finance'] });
});
afterAll(() => server.stop());

async function prizeWinner(): Promise<AppBorrower> {
  const borrower = await signUp(server);
  await server.query(
    `with given as (update borrower_standing set wallet_ngwee = 5000 where borrower_id = $1 returning borrower_id)
     insert into ledger_transfer (borrower_id, entry_id, line, debit_account, credit_account, amount_ngwee, business_on,
       value_on, recorded_at)
     select borrower_id, nextval('ledger_entry_id'), 1, 'prize_expense', 'wallet_credit', 5000, $2, $2, $3 from given`,
    [borrower.borrowerId, server.today(), new Date(server.clock.nowMs())],
  );
  return borrower;
}

test('credit that could not be sent back is listed page by page, and its sum is what the wallets have', async () => {
  const { data } = await mary.client.call('listUnusedCredit', { query: {} });
  expect(data).toMatchObject({ unusedDays: 7, next: waiting[PAGE_SIZE - 1]!.borrowerId });
  const next = await mary.client.call('listUnusedCredit', { query: { after: data.next! } });
  expect(next.data).toMatchObject({ next: null, items: [{ borrowerId: waiting[PAGE_SIZE]!.borrowerId }] });
  const items = [...data.items, ...next.data.items];
  const ofBook = await server.query(
    `select s.borrower_id::integer as "borrowerId", s.wallet_ngwee / 100.0 as amount,
       to_char(min(t.business_on), 'YYYY-MM-DD') as "givenOn",
       $1::date - min(t.business_on) as "daysOld"
     from borrower_standing s join ledger_transfer t
       on t.borrower_id = s.borrower_id and t.credit_account = 'wallet_credit'
     where s.wallet_ngwee > 0 group by s.borrower_id order by s.borrower_id`,
    [server.today()],
  );
  expect(items.map(({ why: _why, ...item }) => item)).toEqual(
    ofBook.map((row) => ({ ...row, amount: Number(row.amount) })),
  );
  expect(items).toHaveLength(PAGE_SIZE + 1);
  await expectSoundBook(server);
});

test('a row says why the credit is still there', async () => {
  const { data } = await mary.client.call('listUnusedCredit', { query: {} });
  expect(data.items[1]!.why).toContain('cannot receive money');
});
