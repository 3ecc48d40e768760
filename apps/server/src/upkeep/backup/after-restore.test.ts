import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, apply, borrow, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { ensurePostgres } from '../../platform/postgres/embedded-postgres.ts';
import { prepareRestored } from './after-restore.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

type Sequences = Record<string, number>;

/** The next number of each sequence would be greater than this. */
async function reached(): Promise<Sequences> {
  const rows = await server.query(
    `select sequencename as name, coalesce(last_value, start_value)::float8 as reached from pg_sequences
     where schemaname = 'public'`,
  );
  return Object.fromEntries(rows.map(({ name, reached: number }) => [name, number]));
}

async function lastReceiptOf(borrower: AppBorrower, orderId: number): Promise<number> {
  const { payments } = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
  const [loan, posting] = payments.at(-1)!.receiptNo.split('-').map(Number);
  expect(loan).toBe(orderId);
  return posting!;
}

test('a number that was given out after the backup is not given again', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower);
  await pay(server, borrower, orderId, { amount: 100 });
  const receipt = await lastReceiptOf(borrower, orderId);
  const before = await reached();
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      'loan_id',
      'ledger_entry_id',
      'claim_ticket_ticket_id_seq',
      'borrower_borrower_id_seq',
    ]),
  );

  const nowMs = server.clock.nowMs();
  await prepareRestored(server.databaseUrl, {
    data: { backupId: 'test', dataUntil: new Date(nowMs) },
    historyId: 'test',
    nowMs,
    eraseAgain: async () => undefined,
  });
  const after = await reached();
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const name of Object.keys(before))
    expect(after[name], name).toBeGreaterThanOrEqual(
      before[name]! + (name === 'operator_route_route_id_seq' ? 1000 : 1_000_000),
    );
  await pay(server, borrower, orderId, { amount: 100 });
  expect(await lastReceiptOf(borrower, orderId)).toBeGreaterThan(receipt + 1000);
  const next = await signUp(server);
  expect(next.borrowerId).toBeGreaterThan(borrower.borrowerId + 1_000_000);
  expect((await apply(next)).orderId).toBeGreaterThan(orderId + 1_000_000);
});

test('no program starts on a folder whose restore did not end', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-unfinished-'));
  await writeFile(path.join(dataDir, 'restore-unfinished'), '');
  await expect(ensurePostgres({ dataDir, log: () => undefined })).rejects.toThrow('did not end');
  await rm(dataDir, { recursive: true });
});
