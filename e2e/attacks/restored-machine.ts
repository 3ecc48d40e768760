import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { lusakaDay } from '../../apps/server/src/platform/clock.ts';
import { readOperatorsBook } from '../support/book-check.ts';
import { until } from '../support/borrower-story.ts';
import { stopPostgres } from '../support/processes.ts';
import type { Program } from '../support/program.ts';
import { hireChecker } from '../support/second-person.ts';
import type { ProxiedProgram } from './disasters.ts';

const terminals = path.join(import.meta.dirname, '../../apps/server/src');
const BACKUP_KEY = randomBytes(32).toString('hex');
const DAY_MS = 86_400_000;
const AT_REST_WITHIN_MS = 120_000;

const folderOf = ({ dataDir }: Program, name: string) => path.join(`${dataDir}-restored`, name);

/** Takes a backup while the program is under load. */
export async function backUp(program: Program): Promise<void> {
  const said = await run(program, 'upkeep', 'backup', '--to', folderOf(program, 'backups'));
  if (said.status !== 0) throw new Error(`the backup failed: ${said.text}`);
}

/** What only the operators know after a restore: their ids of what the restored book has forgotten. */
export type Forgotten = { problems: string[]; ids: ReadonlySet<string> };

/**
 * The machine and its disk are lost. The server starts on the backup, while the operators have all that they did since.
 * The operators' statements are imported, each difference is put into suspense, and two people release the payouts. The
 * problems are sentences.
 */
export async function loseAndRestore({ program, changeDatabase }: ProxiedProgram): Promise<Forgotten> {
  const { dataDir } = program;
  await program.kill();
  await stopPostgres(dataDir);
  await rm(dataDir, { recursive: true });
  await mkdir(dataDir, { mode: 0o711 });
  const before = await readOperatorsBook(program.simulatorUrl);
  const from = folderOf(program, 'backups');
  const said = await run(program, 'upkeep', 'restore', '--from', from, '--into', dataDir);
  if (said.status !== 0) throw new Error(`the restore failed: ${said.text}`);
  await changeDatabase();
  await program.startAgain();
  return untilBooksAgree(program, await program.databaseUrl(), before);
}

export async function removeBackups(program: Program): Promise<void> {
  await rm(`${program.dataDir}-restored`, { recursive: true, force: true });
}

type OperatorsBook = Awaited<ReturnType<typeof readOperatorsBook>>;

async function untilBooksAgree(
  program: Program,
  databaseUrl: string,
  before: OperatorsBook,
): Promise<Forgotten> {
  const rowsOf = (query: string) => queryAt(databaseUrl, query);
  await until(
    'every payment ends or waits for the statements',
    async () =>
      (
        await rowsOf(
          `select from payment_attempt where next_step_at is not null and held_reason is distinct from 'book_restored'`,
        )
      ).length === 0,
    AT_REST_WITHIN_MS,
  );
  const whileHeld = await sentSince(program, before);
  const held = await rowsOf(
    `select attempt_id::text as id from payment_attempt where held_reason = 'book_restored'`,
  );
  for (const operator of ['mtn', 'airtel']) await importStatement(program, operator);
  const differences = await rowsOf(
    `select difference_id::text as no from reconciliation_difference where state <> 'resolved'`,
  );
  const approve = await hireChecker(program, 'head_of_finance');
  for (const { no } of differences) {
    const words = ['differences', 'suspense', String(no), 'forgotten by the restored book'];
    const asked = await run(program, 'staff', ...words);
    if (asked.status === 0) await approve(asked.text);
  }
  for (const [uid, name] of ['mary', 'grace'].entries()) {
    const signed = { SUDO_USER: name, SUDO_UID: String(7001 + uid) };
    const words = ['release-payouts', 'release', 'the differences are in suspense'];
    const released = await runAs(signed, program, 'staff', ...words);
    if (released.status !== 0) throw new Error(`${name} released no payouts: ${released.text}`);
  }
  await until(
    'the payouts that waited are sent',
    async () => (await rowsOf('select from payment_attempt where next_step_at is not null')).length === 0,
    AT_REST_WITHIN_MS,
  );
  const sent = await sentSince(program, before);
  const waited = new Set(held.map(({ id }) => id));
  const known = new Set(
    (await rowsOf('select attempt_id::text as id from payment_attempt')).map(({ id }) => id),
  );
  const ids = new Set(before.map(({ id }) => id).filter((id) => !known.has(id)));
  const counts = { forgotten: ids.size, differences: differences.length, held: held.length };
  console.log(JSON.stringify({ restored: { ...counts, sentAfter: sent.length } }));
  const problems = [
    ...whileHeld.map((id) => `${id} was sent while payouts were held`),
    ...sent.filter((id) => !waited.has(id)).map((id) => `${id} was sent after the restore and did not wait`),
  ];
  return { ids, problems };
}

/** The restored book has no attempt for what happened after the backup. Its money is in suspense. */
export function isOfForgotten(problem: string, ids: Forgotten['ids']): boolean {
  const unknown = /the operator holds (\S+), of which we know nothing/.exec(problem)?.[1];
  if (unknown !== undefined) return ids.has(unknown);
  return ids.size > 0 && /the operator says (\d+), the attempts \d+, the ledger \1$/.test(problem);
}

/** The payouts that the operators were told of since then. */
async function sentSince(program: Program, before: OperatorsBook): Promise<string[]> {
  const known = new Set(before.map(({ id }) => id));
  const now = await readOperatorsBook(program.simulatorUrl);
  return now.filter(({ id, direction }) => direction === 'payout' && !known.has(id)).map(({ id }) => id);
}

async function importStatement(program: Program, operator: string): Promise<void> {
  const [from, to] = [lusakaDay(Date.now() - DAY_MS), lusakaDay(Date.now())];
  const answer = await fetch(
    `${program.simulatorUrl}/api/statement?operator=${operator}&from=${from}&to=${to}`,
  );
  const file = folderOf(program, `${operator}.csv`);
  await writeFile(file, await answer.text());
  const said = await run(
    program,
    'staff',
    'reconcile',
    '--operator',
    operator,
    '--from',
    from,
    '--to',
    to,
    file,
  );
  if (said.status > 1) throw new Error(`the statement of ${operator} was refused: ${said.text}`);
}

async function queryAt(databaseUrl: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return (await client.query(query).finally(() => client.end())).rows;
}

/** A command at the terminal, beside the server. */
const run = (program: Program, district: 'staff' | 'upkeep', ...words: string[]) =>
  runAs({}, program, district, ...words);

async function runAs(
  signed: { SUDO_USER?: string; SUDO_UID?: string },
  program: Program,
  district: 'staff' | 'upkeep',
  ...words: string[]
): Promise<{ status: number; text: string }> {
  const terminal = path.join(terminals, district, 'terminal/main.ts');
  // These commands work on the database under DATA_DIR, and not through the proxy.
  const ofProgram = { BACKUP_KEY, ...program.settings, DATABASE_URL: '', DATABASE_OWNER_URL: '' };
  const env = { ...process.env, ...ofProgram, ...signed };
  return new Promise((resolve) => {
    execFile(process.execPath, [terminal, ...words], { env }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), text: stdout + stderr }),
    );
  });
}
