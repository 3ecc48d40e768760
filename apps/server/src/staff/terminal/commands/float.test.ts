import { mirrored } from '@thumba/accounting/journal';
import { day, formatDay } from '@thumba/lending/day';
import { formatKwacha, kwacha } from '@thumba/lending/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest, waitingRequest } from '../../../../test/approve-request.ts';
import { postJournal } from '../../../accounting/journal/post-journal.ts';
import { declareFloatMovement } from '../../../money/reconciliation/float-movement.ts';
import { runApproved, runOf } from '../staff-desk.test-support.ts';
import { command } from './float.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

/** Asks for a movement, and a second person approves it. */
const run = (...words: string[]) => runApproved(server, command, ...words);

const ask = (...words: string[]) => runOf(server, command, ...words);

const moved = () => server.query('select * from float_movement order by movement_id');

test('top-ups, withdrawals and charges are posted to the float, with the reason and the two people', async () => {
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
    `select m.kind, m.reason, m.actor, m.approved_by, t.borrower_id, t.debit_account, t.credit_account,
       t.amount_ngwee
     from float_movement m join ledger_transfer t using (entry_id) order by movement_id`,
  );
  const entry = { actor: 'staff:mary', approved_by: 'staff:grace', borrower_id: '0' };
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
  const { db, clock, app } = server;
  const declare = () =>
    declareFloatMovement(
      { db, clock, today: () => app.calendar.today() },
      {
        ...({
          operator: 'zamtel',
          direction: 'collection',
          kind: 'opening',
          amountNgwee: kwacha(9),
        } as const),
        ...({ reason: 'lay there', actor: 'staff:mary', approvedBy: 'staff:grace' } as const),
      },
    );
  const answers = await Promise.all([declare(), declare(), declare()]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
});

test('a movement is shown as it would be posted, and is posted once a second person approves it', async () => {
  const on = server.today();
  const [{ ngwee: before }] = await server.query(
    `select sum(case debit_account when 'float_mtn_payout' then amount_ngwee else -amount_ngwee end) as ngwee
     from ledger_transfer where 'float_mtn_payout' in (debit_account, credit_account)`,
  );
  const known = await moved();
  expect(await ask('top-up', 'mtn', 'payout', '250', 'by the bank')).toEqual({
    done: true,
    text: expect.stringMatching(
      /^Request \d+ is filed: Top-up of K250\.00: the float for payouts at MTN\. A person with checkFloat approves/,
    ),
  });
  expect((await ask('top-up', 'mtn', 'payout', '250', 'by the bank')).text).toBe(
    'A request for this waits already.',
  );
  expect(await moved()).toEqual(known);
  const request = await waitingRequest(server);
  expect(request).toMatchObject({
    kind: 'float_movement',
    reason: 'by the bank',
    effect: [
      {
        title: 'The float for payouts at MTN',
        before: formatKwacha(Number(before)),
        after: formatKwacha(Number(before) + 25_000),
      },
      { title: 'Day', before: null, after: formatDay(day(on)) },
      { title: 'Ledger: float mtn payout to in transit', before: null, after: 'K250.00' },
    ],
  });
  expect(await approveRequest(server)).toMatchObject({ ok: true, state: 'done' });
  expect(await moved()).toHaveLength(known.length + 1);
  // A process that was stopped does an approved request again.
  const again = await server.app.executors.float_movement!(request, 'staff:grace');
  expect(again).toMatchObject({ isDone: true });
  expect(await moved()).toHaveLength(known.length + 1);
});

test('a movement is of the day on which it was asked for, and fails where that day is closed meanwhile', async () => {
  const on = server.today();
  await ask('withdrawal', 'mtn', 'payout', '40', 'to the bank');
  await ask('withdrawal', 'mtn', 'payout', '50', 'to the bank');
  const [first, second] = await server.query(
    `select request_id::integer as id from staff_request where state = 'waiting' order by request_id`,
  );
  server.clock.advance({ days: 2 });
  expect(await approveRequest(server, first.id)).toMatchObject({
    sentence: `The withdrawal of K40.00 is posted to the float for payouts at MTN on ${on}.`,
  });
  const known = await moved();
  await server.query('update book_closing set closed_through_on = $1', [on]);
  expect(await approveRequest(server, second.id)).toEqual({
    ...{ ok: true, state: 'failed' },
    sentence: `${on} is in a closed period: the book is closed through ${on}.`,
  });
  expect(await moved()).toEqual(known);
  await server.query('update book_closing set closed_through_on = null');
});

test('the database refuses a movement without a second person, and one that its own maker approved', async () => {
  const insert = (approvedBy: string | null) =>
    server.query(
      `insert into float_movement (operator, direction, kind, amount_ngwee, reason, actor, recorded_at, entry_id,
         approved_by)
       values ('mtn', 'payout', 'top_up', 100, 'alone', 'staff:mary', now(), nextval('ledger_entry_id'), $1)`,
      [approvedBy],
    );
  await expect(insert(null)).rejects.toThrow('a movement of a float needs a second person');
  await expect(insert('staff:Mary')).rejects.toThrow('float_movement_two_people');
});

test('a movement of one person is taken where triggers are off, as a restore loads it', async () => {
  const load = server.query(`begin; set local session_replication_role = 'replica';
    insert into float_movement (operator, direction, kind, amount_ngwee, reason, actor, recorded_at, entry_id)
      values ('mtn', 'payout', 'top_up', 100, 'by one person', 'staff:mary', now(), 999999);
    rollback`);
  await expect(load).resolves.not.toThrow();
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
  expect(await ask(...words)).toEqual({ done: false, text: expect.stringContaining(text) });
  expect(await server.query('select count(*)::int as count from ledger_transfer')).toEqual(before);
});
