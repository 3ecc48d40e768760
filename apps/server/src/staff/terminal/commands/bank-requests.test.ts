import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatDay } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { approveRequest, waitingRequest } from '../../../../test/approve-request.ts';
import { asApproved } from '../../../../test/approved-match.ts';
import { postBankRow } from '../../../accounting/bank/post-bank-row.ts';
import { deskBeside, runOf } from '../staff-desk.test-support.ts';
import { command } from './bank.ts';

let server: AppServer;
let folder: string;
let rows: string[];
beforeAll(async () => {
  server = await startAppServer();
  folder = await mkdtemp(path.join(tmpdir(), 'bank-requests-'));
  const on = server.today();
  const file = path.join(folder, 'statement.csv');
  const lines = ['Capital,60000', 'Fee,-12.50', 'To Airtel,-5000', 'Rent,-700'].map(
    (line) => `${on},${line}`,
  );
  await writeFile(file, `${['Date,Narrative,Amount', ...lines].join('\n')}\n`);
  const imported = await runOf(server, command, 'import', file);
  rows = [...imported.text.matchAll(/row (\d+)/g)].map(([, row]) => row!);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const postingOf = async (row: string) =>
  (
    await server.query(
      `select posted_as, actor, approved_by, request_id::integer, entry_id from bank_row_posting where row_id = $1`,
      [row],
    )
  )[0];

const entryCount = async () =>
  (await server.query('select count(*)::integer from ledger_transfer'))[0]!.count;

async function filed(...words: string[]) {
  const { done, text } = await runOf(server, command, 'post', ...words);
  expect(done, text).toBe(true);
  return waitingRequest(server);
}

test('a row of the bank is asked for with what it would do, approved by another person, and posted once', async () => {
  const row = rows[0]!;
  const request = await filed(row, 'share-capital', 'paid in by the owners');
  expect(request).toMatchObject({
    kind: 'manual_match',
    title: `Post row ${row} of the bank, K60,000.00 received, as share capital`,
    reason: 'paid in by the owners',
    effect: [
      { title: `Row ${row} of the bank`, before: 'not in the book', after: 'posted as share capital' },
      { title: 'Day of booking', before: null, after: formatDay(server.app.calendar.today()) },
      { title: 'Ledger: bank to share capital', before: null, after: 'K60,000.00' },
    ],
  });
  expect(await runOf(server, command, 'post', row, 'borrowings', 'of a funder')).toEqual({
    done: false,
    text: 'A request for this waits already.',
  });
  expect(await postingOf(row)).toBeUndefined();

  expect(await approveRequest(server)).toMatchObject({ state: 'done' });
  const posting = await postingOf(row);
  expect(posting).toMatchObject({
    ...{ posted_as: 'share_capital', actor: 'staff:mary', approved_by: 'staff:grace' },
    request_id: request.requestId,
  });
  const before = await entryCount();
  const again = await server.app.executors.manual_match!(request, 'staff:grace');
  expect(again).toMatchObject({ isDone: true });
  expect(await entryCount()).toBe(before);
});

test('what left for a wallet names the wallet, and stands in transit once it is approved', async () => {
  const row = rows[2]!;
  const request = await filed(row, 'transit', 'airtel', 'payout', 'top-up for payouts');
  expect(request.effect).toContainEqual({ title: 'In transit with', before: null, after: 'Airtel, payout' });
  expect(await approveRequest(server)).toMatchObject({ state: 'done' });
  expect((await runOf(server, command)).text).toContain(`row ${row} of the bank, not declared at the wallet`);
});

test('a row that was posted since it was asked for fails in one sentence, and nothing is posted twice', async () => {
  const row = rows[1]!;
  await filed(row, 'bank-charge-expense', 'monthly fee');
  const desk = await deskBeside(server);
  const other = {
    ...({ rowId: Number(row), postedAs: 'other_expense' } as const),
    ...({ reason: 'asked for before', actor: 'staff:john' } as const),
  };
  const posted = await asApproved(server.db, (approval) =>
    postBankRow(desk, { ...other, approval }, async () => undefined),
  );
  expect(posted.ok).toBe(true);
  const before = await entryCount();
  expect(await approveRequest(server)).toMatchObject({
    state: 'failed',
    sentence: 'This row is posted already, as other expense.',
  });
  expect(await entryCount()).toBe(before);
  expect(await postingOf(row)).toMatchObject({ actor: 'staff:john', approved_by: 'staff:grace' });
});

test('the database refuses a posting by one person, also of money in transit that no movement of a wallet shows', async () => {
  const desk = await deskBeside(server);
  const alone = { rowId: Number(rows[3]!), reason: 'rent', actor: 'staff:mary' } as const;
  const wallet = { operator: 'airtel', direction: 'payout' } as const;
  for (const place of [{ postedAs: 'other_expense' }, { postedAs: 'transit', wallet }] as const)
    await expect(postBankRow(desk, { ...alone, ...place }, async () => undefined)).rejects.toThrow(
      'needs the request that a second person approved',
    );
  expect(await postingOf(rows[3]!)).toBeUndefined();
});

test('the database refuses a posting that names a request which this person did not approve', async () => {
  const row = rows[3]!;
  const { requestId } = await filed(row, 'other-expense', 'rent of the office');
  const posting = {
    ...({ rowId: Number(row), postedAs: 'other_expense', reason: 'rent', actor: 'staff:mary' } as const),
    approval: { requestId, approvedBy: 'staff:grace' as const },
  };
  await expect(postBankRow(await deskBeside(server), posting, async () => undefined)).rejects.toThrow(
    'names a request that this person approved',
  );
  expect(await postingOf(row)).toBeUndefined();
});
