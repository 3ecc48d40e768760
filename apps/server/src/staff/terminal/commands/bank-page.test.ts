import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { day } from '@thumba/lending/day';
import type { Transfer } from '@thumba/lending/ledger';
import { ngwee } from '@thumba/lending/money';
import { bookRows, money, type Row, tablesOf } from '@thumba/lending/rule-page.test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { readWalletDay } from '../../../accounting/bank/wallet-day.ts';
import { moveUnasked, reconcile } from '../../../money/reconciliation/reconciled-server.test-support.ts';
import { runApproved } from '../staff-desk.test-support.ts';
import type { StaffCommand } from '../staff-desk.ts';
import { command as bank } from './bank.ts';
import { command as differences } from './differences.ts';
import { command as float } from './float.ts';

const [events, late] = tablesOf('bank.md') as [Row[], Row[]];

let server: AppServer;
let folder: string;
beforeAll(async () => {
  server = await startAppServer();
  folder = await mkdtemp(path.join(tmpdir(), 'bank-page-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

function run(command: StaffCommand, ...words: string[]): Promise<void> {
  return runOn(server, command, ...words);
}

async function runOn(on: AppServer, command: StaffCommand, ...words: string[]): Promise<void> {
  const { done, text } = await runApproved(on, command, ...words);
  if (!done) throw new Error(text);
}

test('the page about the bank says what the commands post', async () => {
  const on = server.today();
  const file = path.join(folder, 'bank.csv');
  await writeFile(
    file,
    `Date,Narrative,Amount\n${on},Capital,60000\n${on},Top up,-40000\n${on},Fee,-12.50\n`,
  );
  await run(float, 'top-up', 'mtn', 'payout', '40000', 'first money for payouts');
  await run(bank, 'import', file);
  await run(float, 'charge', 'mtn', 'payout', '1.50', 'fee of the transfer');
  const waiting = await server.query(
    `select row_id from bank_statement_row r where amount_ngwee <> -4000000 order by line`,
  );
  const [capital, fee] = waiting.map(({ row_id }) => String(row_id));
  await run(bank, 'post', capital!, 'share-capital', 'paid in by the owners');
  await run(bank, 'post', fee!, 'bank-charge-expense', 'monthly fee');

  const posted = await server.query(
    'select debit_account, credit_account, amount_ngwee from ledger_transfer order by debit_account, credit_account',
  );
  const transfers = posted.map(
    ({ debit_account, credit_account, amount_ngwee }) =>
      ({
        debitAccount: debit_account,
        creditAccount: credit_account,
        amountNgwee: ngwee(Number(amount_ngwee)),
      }) as Transfer,
  );
  const onPage = events.map((row) => [row('debit'), row('credit'), row('amount')]);
  expect(bookRows(transfers)).toEqual(onPage.sort());
});

test.each(late.map((row) => ({ closedThroughOn: row('closed through') || null, row })))(
  'the page says on which day late money of a book closed through $closedThroughOn is booked',
  async ({ closedThroughOn, row }) => {
    const valueOn = row('value day');
    const book = await startAppServer({ startsAt: `${valueOn}T08:00:00Z` });
    try {
      await runOn(book, float, 'top-up', 'mtn', 'collection', '70', 'by the bank', '--on', '2026-11-20');
      const mobile = book.newMobile('mtn');
      await moveUnasked(book, { mobile, amount: 20 });
      const { differences: found } = await reconcile(book);
      book.clock.advance({ days: 7 });
      expect(book.today()).toBe('2026-12-05');
      await book.query('update book_closing set closed_through_on = $1', [closedThroughOn]);
      await runOn(book, differences, 'suspense', String(found[0]!.difference_id), 'its owner is not known');
      const days = 'select business_on, value_on from ledger_transfer order by entry_id desc limit 1';
      expect(await book.query(days)).toEqual([{ business_on: row('booked on'), value_on: valueOn }]);
      for (const on of ['2026-11-28', '2026-11-30', '2026-12-01', '2026-12-04']) {
        const { balanceNgwee } = await readWalletDay(
          book.db,
          { operator: 'mtn', direction: 'collection' },
          day(on),
        );
        expect({ on, balance: money(balanceNgwee) }).toEqual({ on, balance: row(on) });
      }
      await book.query('update book_closing set closed_through_on = null');
    } finally {
      await book.stop();
    }
  },
);
