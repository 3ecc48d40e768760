import { mirrored } from '@thumba/accounting/journal';
import { day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { postJournal } from '../../../accounting/journal/post-journal.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { command } from './float.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function run(...words: string[]): Promise<{ done: boolean; text: string }> {
  const { done, lines } = await command.atDesk(await deskBeside(server), words);
  return { done, text: lines.join('\n') };
}

test('top-ups, withdrawals and charges are posted to the float, with the reason and the person', async () => {
  expect(await run('top-up', 'mtn', 'payout', '50,000.00', 'opening', 'balance')).toEqual({
    done: true,
    text: 'The top-up of K50,000.00 is posted to the float for payouts at MTN.',
  });
  expect((await run('opening', 'airtel', 'collection', '70', 'lay there')).text).toBe(
    'The opening balance of K70.00 is posted to the float for collections at Airtel.',
  );
  await run('withdrawal', 'airtel', 'collection', '20', 'to the bank');
  await run('charge', 'mtn', 'payout', '1.50', 'fees of October');
  const posted = await server.query(
    `select m.kind, m.reason, m.actor like 'staff:%' as by_staff, t.borrower_id, t.debit_account, t.credit_account,
       t.amount_ngwee
     from float_movement m join ledger_transfer t using (entry_id) order by movement_id`,
  );
  const entry = { by_staff: true, borrower_id: '0' };
  expect(posted.map((row) => ({ ...row, borrower_id: String(row.borrower_id) }))).toMatchObject([
    {
      ...entry,
      kind: 'top_up',
      reason: 'opening balance',
      debit_account: 'float_mtn_payout',
      credit_account: 'in_transit',
    },
    {
      ...entry,
      kind: 'opening',
      debit_account: 'float_airtel_collection',
      credit_account: 'opening_balance',
    },
    { ...entry, kind: 'withdrawal', debit_account: 'in_transit', credit_account: 'float_airtel_collection' },
    {
      ...entry,
      kind: 'charge',
      debit_account: 'operator_charge_expense',
      credit_account: 'float_mtn_payout',
    },
  ]);
  expect(posted.map(({ amount_ngwee }) => Number(amount_ngwee))).toEqual([5_000_000, 7_000, 2_000, 150]);
});

test('an opening balance may be of an earlier day of the first month, and a top-up of a day after it', async () => {
  const on = '2026-11-02';
  expect((await run('opening', 'zamtel', 'payout', '5', 'lay there', '--on', on)).text).toContain(
    `on ${on}.`,
  );
  expect((await run('top-up', 'zamtel', 'payout', '6', 'by the bank', '--on', '2026-11-01')).text).toBe(
    `2026-11-01 is before the opening balance of ${on}, which has what moved before.`,
  );
  expect((await run('top-up', 'zamtel', 'payout', '6', 'by the bank', '--on', on)).done).toBe(true);
});

test('a wallet is opened once: by the float or by a journal', async () => {
  const opened = await run('opening', 'mtn', 'collection', '20000', 'lay there', '--on', '2026-11-03');
  expect(opened.done).toBe(true);
  expect(await run('opening', 'mtn', 'collection', '20000', 'lay there')).toEqual({
    done: false,
    text: 'The float for collections at MTN has an opening balance already, by npm run float -- opening on 2026-11-03: a wallet is opened once.',
  });
  const { db, clock } = server;
  const takeOn = {
    kind: 'take_on',
    bookedOn: day('2026-11-04'),
    lines: [
      { account: 'float_airtel_payout', debitNgwee: kwacha(20_000) },
      { account: 'opening_balance', creditNgwee: kwacha(20_000) },
    ],
    reason: 'opening balances',
    madeBy: 'staff:mary',
    approvedBy: 'staff:john',
  } as const;
  const taken = await postJournal({ db, clock }, takeOn);
  if (!taken.ok) throw new Error(taken.refusal.kind);
  expect((await run('opening', 'airtel', 'payout', '20000', 'lay there')).text).toBe(
    `The float for payouts at Airtel has an opening balance already, by journal ${taken.value.journalId} on 2026-11-04: a wallet is opened once.`,
  );
  await postJournal(
    { db, clock },
    {
      ...takeOn,
      ...{ kind: 'reversal', reversedJournalId: taken.value.journalId, lines: mirrored(takeOn.lines) },
    },
  );
  expect((await run('opening', 'airtel', 'payout', '20000', 'lay there')).done).toBe(true);
  expect(
    await server.query(
      `select count(*)::int as count, count(distinct (operator, direction))::int as wallets
       from float_movement where kind = 'opening' and operator in ('mtn', 'airtel') and amount_ngwee = 2000000`,
    ),
  ).toEqual([{ count: 2, wallets: 2 }]);
});

test('two openings of a wallet at one moment are one', async () => {
  const words = ['opening', 'zamtel', 'collection', '9', 'lay there'];
  const answers = await Promise.all([run(...words), run(...words), run(...words)]);
  expect(answers.filter(({ done }) => done)).toHaveLength(1);
});

test.each([
  ['no amount', ['top-up', 'mtn', 'payout', 'many', 'reason'], '"many" is not an amount in kwacha.'],
  ['nothing', ['top-up', 'mtn', 'payout', '0', 'reason'], '"0" is not an amount in kwacha.'],
  [
    'an amount with a blank',
    ['top-up', 'mtn', 'payout', '50', '000', 'of the 22nd'],
    'Please write "50 000" without a blank',
  ],
  ['no reason', ['top-up', 'mtn', 'payout', '5'], 'Please give a reason of 3 to 200 characters.'],
  [
    'a day that is none',
    ['top-up', 'mtn', 'payout', '5', 'reason', '--on', '22.11.'],
    '"22.11." is not a day',
  ],
  ['no day after --on', ['top-up', 'mtn', 'payout', '5', 'reason', '--on'], '"" is not a day'],
  [
    'a day that has not begun',
    ['top-up', 'mtn', 'payout', '5', 'reason', '--on', '2027-01-01'],
    '2027-01-01 has not begun: today is 20',
  ],
  [
    'a day before the opening balance',
    ['top-up', 'airtel', 'collection', '5', 'reason', '--on', '2026-11-01'],
    '2026-11-01 is before the opening balance of 20',
  ],
  [
    'a day before the first month of the book',
    ['opening', 'zamtel', 'payout', '5', 'reason', '--on', '2025-11-22'],
    '2025-11-22 is before the first month of the book, which begins on 2026-11-01.',
  ],
  ['an operator that is none', ['top-up', 'vodacom', 'payout', '5', 'reason'], 'npm run float -- top-up'],
  ['an action that is none', ['constructor', 'mtn', 'payout', '5', 'reason'], 'npm run float -- top-up'],
])('with %s nothing is posted', async (_what, words, text) => {
  const before = await server.query('select count(*)::int as count from ledger_transfer');
  expect(await run(...words)).toEqual({ done: false, text: expect.stringContaining(text) });
  expect(await server.query('select count(*)::int as count from ledger_transfer')).toEqual(before);
});
