import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BorrowerClient, createBorrowerClient } from '../../apps/server/src/demo/borrower-client.ts';
import { signIn, stepUp } from '../../apps/server/src/demo/borrower-steps.ts';
import { createHandset, type Handset } from '../../apps/server/src/demo/handset.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import { type SealedColumn, sealedColumns } from '../../apps/server/src/platform/sealed-columns.ts';
import { openText } from '../../apps/server/src/platform/sealed-text.ts';
import { unlessMissing } from '../../apps/server/src/platform/storage.ts';
import { secretsIn } from '../../apps/server/test/database-dump.ts';
import { googleToken } from '../../apps/server/test/google-token.ts';
import { repayAll } from '../support/borrower-story.ts';
import {
  type KeptBorrower,
  type KeptData,
  readKeptData,
  restoreData,
  sumsOf,
} from '../support/earlier-data.ts';
import { type Program, startProgram } from '../support/program.ts';

/*
 * The program starts on the data of an earlier version. In that version most values were sealed for no row, the keys of
 * operators' addresses came from the look-up key, and the program owned its database. `support/record-data.ts` made the
 * file at commit 559f00d.
 */

let kept: KeptData;
let program: Program;
let database: Database;
let handset: Handset;

beforeAll(async () => {
  kept = await readKeptData(path.join(import.meta.dirname, 'fixtures/before-bound-values.json.gz'));
  program = await startProgram({
    ownSimulator: true,
    simulatorSettings: { callbackDelayMs: 50, pollMs: 50 },
    // A demo would move the business date to today.
    env: { DEMO: 'false', UNCHECKED_IDENTITY_IS_VALID: 'true', QUIET_HOURS: 'none', LOG_LEVEL: 'debug' },
    prepare: (dataDir) => restoreData(kept, dataDir),
  });
  database = openDatabase({ url: await program.databaseUrl(), maxConnections: 2 });
  handset = createHandset(program.simulatorUrl);
});
afterAll(async () => {
  await database?.close();
  await program?.stop();
});

/** The app of a borrower, on the phone that was used before. */
function appOf({ deviceSecret, token }: KeptBorrower): BorrowerClient {
  const client = createBorrowerClient(program.url, Date.now, { deviceSecret });
  client.setToken(token);
  return client;
}

const firstKept = () => kept.borrowers[0]!;
const secondKept = () => kept.borrowers[1]!;

async function countBorrowers(): Promise<number> {
  const { rows } = await database.pool.query('select borrower_id from borrower');
  return rows.length;
}

/** Runs `npm run doctor` beside the program. */
function runDoctor(): Promise<{ status: number; printed: string }> {
  const { PATH } = process.env;
  const main = path.join(import.meta.dirname, '../../apps/server/src/upkeep/terminal/main.ts');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [main, 'doctor'],
      { env: { PATH, ...program.settings } },
      (error, printed, complained) =>
        resolve({ status: error ? Number(error.code) : 0, printed: printed + complained }),
    );
  });
}

type Stored = { column: SealedColumn; row: never; value: Buffer | string };

/** Every sealed value, those in files among them. */
async function sealedValues(): Promise<Stored[]> {
  const found = await Promise.all(
    (Object.keys(sealedColumns) as SealedColumn[]).map(async (column): Promise<Stored[]> => {
      const [table, name] = column.split('.') as [string, string];
      const { rows } = await database.pool.query(`select * from ${table}`);
      const storedIn = (row: Record<string, Buffer | string | null>) =>
        name === 'picture' ? readFile(fileOf(String(row.file_id))).catch(unlessMissing) : row[name];
      const stored = await Promise.all(
        rows.map(async (row) => ({ column, row: row as never, value: await storedIn(row) })),
      );
      return stored.filter(({ value }) => value != null && value.length > 0) as Stored[];
    }),
  );
  return found.flat();
}

/** Where a version without a key for each picture stored it. */
const fileOf = (fileId: string) => path.join(program.dataDir, 'files', fileId.slice(0, 2), fileId);

/** The first byte of a sealed value: 1 where it is sealed for no row, 2 where it is bound to its row. */
const FORMATS = [2];

function formatOf({ value }: Stored): number {
  const sealed = typeof value === 'string' ? Buffer.from(value.replace(/^sealed:/, ''), 'base64') : value;
  return sealed[0]!;
}

function columnsOf(values: Stored[]): string[] {
  return [...new Set(values.map(({ column }) => column))].sort();
}

function opens({ column, row, value }: Stored): boolean {
  const { sealing } = program;
  try {
    if (typeof value === 'string') openText(sealing, column, row, value);
    else sealing.open(column, row, value);
    return true;
  } catch {
    return false;
  }
}

test('borrowers, loans, wallets and the sums of every account are what they were', async () => {
  expect(kept.borrowers.length).toBeGreaterThan(1);
  expect(await sumsOf(database.pool)).toEqual(kept.sums);
});

test('the program runs as a role that owns nothing, and the tables stay with their owner', async () => {
  const { rows } = await database.pool.query(
    `select count(*) filter (where r.rolname = 'thumba_program')::integer as of_program,
       count(*) filter (where r.rolname = 'thumba')::integer as of_owner
     from pg_class c join pg_roles r on r.oid = c.relowner where c.relnamespace = 'public'::regnamespace`,
  );
  expect(rows[0].of_program).toBe(0);
  expect(rows[0].of_owner).toBeGreaterThan(80);
  const { rows: connected } = await database.pool.query(
    `select distinct usename as role from pg_stat_activity where application_name like 'thumba data=%'`,
  );
  expect(connected).toEqual([{ role: 'thumba_program' }]);
});

test('the doctor finds nothing wrong', async () => {
  const { status, printed } = await runDoctor();
  expect(printed).toContain('The book is sound');
  expect(status).toBe(0);
});

test('a borrower who was signed in is still signed in, and reads what was entered', async () => {
  for (const borrower of kept.borrowers) {
    const app = appOf(borrower);
    const { borrowerId, mobile, entered, orderId } = borrower;
    expect(await app.ask('getUserInfo', {})).toMatchObject({ userId: borrowerId, isNewDevice: false });
    expect(await app.ask('queryLoanDetail', { params: { id: orderId } })).toMatchObject({ orderId });
    const stepUpCode = await stepUp(app, handset, mobile, 'download');
    const { url } = await app.ask('downloadMyData', { body: { format: 'json', stepUpCode } });
    const text = await (await fetch(program.url + url)).text();
    expect(entered.filter((word) => !text.includes(word))).toEqual([]);
  }
});

test('a sign-in by code, and one by Google, find the same borrower', async () => {
  const before = await countBorrowers();
  const { borrowerId, mobile, deviceSecret, email } = firstKept();
  const client = createBorrowerClient(program.url, Date.now, { deviceSecret });
  expect(await signIn(client, handset, mobile)).toMatchObject({ id: borrowerId });
  expect(await client.ask('getUserInfo', {})).toMatchObject({ isNewDevice: false });

  const authCode = await googleToken(program.simulatorUrl, email);
  const answer = await client.call('mobileLogin', { body: { authCode, thirdType: 1 } } as never);
  expect(answer).toMatchObject({ data: { id: borrowerId } });
  expect(await countBorrowers()).toBe(before);
});

test('a new number registers a new borrower', async () => {
  const before = await countBorrowers();
  await signIn(createBorrowerClient(program.url, Date.now), handset, '0967200001');
  expect(await countBorrowers()).toBe(before + 1);
});

test('the link of a reminder that was sent before shows the bill', async () => {
  const client = createBorrowerClient(program.url, Date.now);
  const bill = await client.ask('quickRepayInfo', { body: { code: secondKept().repayLinkCode } });
  expect(bill.minRepayAmount).toBeGreaterThan(0);
});

test('open loans are repaid from the numbers that were added before', async () => {
  for (const borrower of kept.borrowers) {
    const { mobile, orderId } = borrower;
    const client = appOf(borrower);
    const atPrompt = () => ({ afterMs: 0, action: 'approve' }) as const;
    expect(await repayAll({ mobile, client, handset }, orderId, { parts: 1, atPrompt })).toEqual({
      succeeded: 1,
      failed: 0,
    });
  }
});

/**
 * The version that made the data imported no statements of a bank, read no card, matched no face, screened no name
 * and had no reviews, staff, blocks, calls about late loans or loans at agencies. Its pictures have keys of their own by
 * now.
 */
const NOT_IN_THE_RECORDED_DATA = [
  'agency_placement.end_note_sealed',
  'alert_case.reason_sealed',
  'alert_case_note.text_sealed',
  'application_review.note_sealed',
  'arrears_call.note_sealed',
  'bank_statement_row.row_sealed',
  'blocked_subject.lift_reason_sealed',
  'blocked_subject.reason_sealed',
  'blocked_subject.subject_sealed',
  'borrower_block_event.note_sealed',
  'borrower_note.text_sealed',
  'bureau_dispute.note_sealed',
  'bureau_dispute.reason_sealed',
  'bureau_enquiry.answer_sealed',
  'bureau_file_row.line_sealed',
  'card_reading.reading_sealed',
  'contact_stop.end_note_sealed',
  'contact_stop.note_sealed',
  'face_check.measures_sealed',
  'face_embedding.embedding_sealed',
  'repay_account.holder_name_sealed',
  'repay_account.holder_reason_sealed',
  'screening_hit.finding_sealed',
  'screening_hit.reason_sealed',
  'staff_invitation.totp_secret_sealed',
  'staff_password.totp_secret_sealed',
  'staff_relation.mobile_sealed',
  'staff_request.check_reason_sealed',
  'staff_request.effect_sealed',
  'staff_request.payload_sealed',
  'staff_request.reason_sealed',
  'suspicion_report.content_sealed',
  'suspicion_report.text_sealed',
  'stored_file.picture',
];

test('every sealed value has a known format and opens in its row', async () => {
  const inOtherFormats = async () =>
    columnsOf((await sealedValues()).filter((stored) => !FORMATS.includes(formatOf(stored))));
  await expect.poll(inOtherFormats).toEqual([]);
  const values = await sealedValues();
  expect(columnsOf(values.filter((stored) => !opens(stored)))).toEqual([]);
  const recorded = Object.keys(sealedColumns).filter((column) => !NOT_IN_THE_RECORDED_DATA.includes(column));
  expect(columnsOf(values)).toEqual(recorded.sort());
});

test('the logs of the program and of PostgreSQL show nothing that borrowers entered', async () => {
  const logOfPostgres = await readFile(path.join(program.dataDir, 'postgres/server.log'), 'utf8');
  const logs = program.output() + logOfPostgres;
  expect(logs).toContain('Thumba is ready');
  const canaries = kept.borrowers.flatMap(({ entered, mobile, token, deviceSecret }) =>
    [...entered, token, deviceSecret, mobile].map((word) => word.replace(/^0(\d{9})$/, '$1')),
  );
  expect(secretsIn(logs, canaries)).toEqual([]);
});

test('at the end the doctor finds nothing wrong', async () => {
  expect((await runDoctor()).status).toBe(0);
});
