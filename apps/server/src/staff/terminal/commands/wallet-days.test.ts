import { addDays, type Day, day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { asApproved } from '../../../../test/approved-match.ts';
import { expectSoundBook } from '../../../../test/sound-book.ts';
import { findUnsignedDays } from '../../../accounting/bank/wallet-day.ts';
import { declareFloatMovement } from '../../../money/reconciliation/float-movement.ts';
import { moveUnasked, reconcile } from '../../../money/reconciliation/reconciled-server.test-support.ts';
import { putIntoSuspense } from '../../../money/reconciliation/resolve-difference.ts';
import { examineBook } from '../../../upkeep/doctor/examination.ts';
import { deskWhilePeriodCloses } from '../closing-period.test-support.ts';
import { deskBeside, runApproved } from '../staff-desk.test-support.ts';
import type { StaffCommand } from '../staff-desk.ts';
import { command as differences } from './differences.ts';
import { command as float } from './float.ts';
import { command as suspense } from './suspense.ts';
import { command as wallets } from './wallets.ts';

/* What is recorded days after it happened, and the days of the wallets on which it happened. */

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

async function run(command: StaffCommand, ...words: string[]): Promise<{ done: boolean; text: string }> {
  const { done, lines } = await command.atDesk(await deskBeside(server), words);
  return { done, text: lines.join('\n') };
}

const unsigned = async (operator: string, from: Day, through: Day) =>
  (await findUnsignedDays(server.db, from, through))
    .filter((one) => one.operator === operator)
    .map(({ direction, on_day }) => `${direction} ${on_day}`);

/** Money that came to MTN without us today, on its statement of today: the number of its difference. */
async function unknownMoney(amount: number): Promise<string> {
  const reference = await moveUnasked(server, { mobile: server.newMobile('mtn'), amount });
  const { differences: found } = await reconcile(server);
  return String(found.find((one) => one.operator_reference === reference)!.difference_id);
}

const daysOf = (differenceNo: string) =>
  server.query(
    `select t.business_on::text, t.value_on::text from ledger_transfer t
     join reconciliation_difference d using (entry_id) where d.difference_id = $1`,
    [differenceNo],
  );

test('a top-up that is recorded days later is of the day on which it happened, and that day is signed', async () => {
  const on = day(server.today());
  server.clock.advance({ days: 3 });
  const declared = await runApproved(
    server,
    float,
    'top-up',
    'zamtel',
    'payout',
    '500',
    'by the bank',
    '--on',
    on,
  );
  expect(declared.text).toBe(`The top-up of K500.00 is posted to the float for payouts at Zamtel on ${on}.`);
  expect(
    await server.query(
      `select t.business_on::text, t.value_on::text, m.reason from float_movement m
       join ledger_transfer t using (entry_id)`,
    ),
  ).toEqual([{ business_on: on, value_on: on, reason: 'by the bank' }]);
  expect(await unsigned('zamtel', on, addDays(on, 3))).toEqual([`payout ${on}`]);
  expect((await run(wallets, 'sign', 'zamtel', 'payout', addDays(on, 1), '500.00')).done).toBe(true);
  expect((await run(wallets, 'sign', 'zamtel', 'payout', on, '500.00')).done).toBe(true);
  expect(await unsigned('zamtel', on, addDays(on, 3))).toEqual([]);
});

test('a signed day to which a later record adds is listed as changed', async () => {
  const on = addDays(day(server.today()), -3);
  await runApproved(server, float, 'charge', 'zamtel', 'payout', '1.50', 'on the statement', `--on=${on}`);
  const changed = 'signed days of wallets whose balance in the book has changed since';
  const found = (await examineBook(server.db)).find(({ check }) => check === changed)?.listed;
  expect(found?.map(({ problem }) => problem)).toEqual([
    `${on} was signed with K500.00 and the book has K498.50`,
    `${addDays(on, 1)} was signed with K500.00 and the book has K498.50`,
  ]);
});

test("money that is put into suspense later is of the day of the operator's statement, and each day agrees", async () => {
  const on = day(server.today());
  const difference = await unknownMoney(20);
  server.clock.advance({ days: 2 });
  expect((await run(wallets, 'sign', 'mtn', 'collection', on, '20.00')).text).toContain('K20.00 apart');
  expect(
    (await runApproved(server, differences, 'suspense', difference, 'its owner is not known')).done,
  ).toBe(true);
  expect(await daysOf(difference)).toEqual([{ business_on: on, value_on: on }]);
  expect((await run(wallets, 'day', 'mtn', 'collection', on)).text).toMatch(
    /to and from suspense +K20\.00\n/,
  );
  expect(await unsigned('mtn', on, addDays(on, 2))).toEqual([`collection ${on}`]);
  for (const signedOn of [on, addDays(on, 1)])
    expect((await run(wallets, 'sign', 'mtn', 'collection', signedOn, '20.00')).done).toBe(true);
  expect((await run(suspense)).text).toMatch(new RegExp(` ${on} +2 +nobody +K20\\.00 `));
});

test('what belongs to a closed period is booked on the first open day, from which on each day agrees', async () => {
  const on = day(server.today());
  const difference = await unknownMoney(30);
  server.clock.advance({ days: 3 });
  await server.query('update book_closing set closed_through_on = $1', [on]);
  expect(
    (await runApproved(server, differences, 'suspense', difference, 'its owner is not known')).done,
  ).toBe(true);
  const firstOpenDay = addDays(on, 1);
  expect(await daysOf(difference)).toEqual([{ business_on: firstOpenDay, value_on: on }]);
  expect(await unsigned('mtn', on, addDays(on, 3))).toEqual([`collection ${firstOpenDay}`]);
  for (const signedOn of [firstOpenDay, addDays(on, 2)])
    expect((await run(wallets, 'sign', 'mtn', 'collection', signedOn, '50.00')).done).toBe(true);
  expect((await run(suspense)).text).toMatch(new RegExp(` ${on} +3 +nobody +K30\\.00 `));
  expect(
    await runApproved(server, float, 'charge', 'mtn', 'payout', '2', 'of the statement', '--on', on),
  ).toEqual({
    done: false,
    text: `${on} is in a closed period: the book is closed through ${on}.`,
  });
  await server.query('update book_closing set closed_through_on = null');
});

test('a period that is closed meanwhile takes nothing any more, and nothing breaks off', async () => {
  const on = day(server.today());
  const difference = await unknownMoney(10);
  server.clock.advance({ days: 2 });
  const suspending = await deskWhilePeriodCloses(server, {
    throughOn: on,
    afterwards: 'reconciliation: read booking day',
  });
  const placing = { actor: 'staff:mary', reason: 'its owner is not known' } as const;
  const placed = await asApproved(server.db, (approval) =>
    putIntoSuspense(suspending, { differenceId: Number(difference), ...placing, approval }),
  );
  expect(placed.ok).toBe(true);
  expect(await daysOf(difference)).toEqual([{ business_on: addDays(on, 1), value_on: on }]);

  const nextOn = addDays(on, 1);
  const declaring = await deskWhilePeriodCloses(server, {
    throughOn: nextOn,
    afterwards: 'reconciliation: read bounds of a float movement',
  });
  expect(
    await declareFloatMovement(declaring, {
      ...({ operator: 'zamtel', direction: 'payout', kind: 'top_up', amountNgwee: kwacha(5) } as const),
      ...({ reason: 'by the bank', actor: 'staff:mary', approvedBy: 'staff:grace' } as const),
      on: nextOn,
    }),
  ).toEqual({ ok: false, refusal: { kind: 'period_closed', closedThroughOn: nextOn } });
  await server.query('update book_closing set closed_through_on = null');
});
