import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Transfer } from '@thumba/lending/ledger';
import { ngwee } from '@thumba/lending/money';
import { bookRows, tablesOf } from '@thumba/lending/rule-page.test-support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import type { StaffCommand } from '../staff-desk.ts';
import { command as bank } from './bank.ts';
import { command as float } from './float.ts';

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

async function run(command: StaffCommand, ...words: string[]): Promise<void> {
  const { done, lines } = await command.atDesk(await deskBeside(server), words);
  if (!done) throw new Error(lines.join('\n'));
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
  const [events] = tablesOf('bank.md');
  const onPage = events!.map((row) => [row('debit'), row('credit'), row('amount')]);
  expect(bookRows(transfers)).toEqual(onPage.sort());
});
