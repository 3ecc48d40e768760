import { createHash } from 'node:crypto';
import { BANK_ACCOUNTS } from '@thumba/contract/staff/treasury-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { formatKwacha, toKwacha } from '@thumba/lending/money';
import type { Outcome } from '@thumba/lending/outcome';
import { staffActor } from '../../book/actor.ts';
import type { LiveSettings } from '../../book/lender-setting/live-settings.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { serveStaffFile } from '../../platform/serve-staff-file.ts';
import { REASON_OF_PREVIEW, refusalUnlessShown, shownOf } from './asked-and-shown.ts';
import { accountTitle, type BankAccounts, closedAccounts, describeAccountRefusal } from './bank-accounts.ts';
import {
  listOpenEntries,
  listOpenRows,
  type OpenRow,
  type OpenSum,
  readBankSummary,
} from './bank-differences.ts';
import { type BankRow, balancesAround } from './bank-statement-file.ts';
import { readBankStatementInThread } from './bank-statement-thread.ts';
import {
  type BankDeps,
  type BankImport,
  type BankImportRefusal,
  importBankStatement,
  previewBankImport,
} from './import-bank-statement.ts';
import type { BankPurpose, Wallet } from './post-bank-row.ts';

/** What a person says a row of the bank was. */
type BankRowMatch = { rowId: number; postedAs: BankPurpose; wallet: Wallet | null };

export type BankRouteDeps = BankDeps & {
  lenderSettings: LiveSettings;
  /** Asks for the posting of a row. The refusal is a sentence for staff. */
  askForBankRow(match: BankRowMatch, reason: string): Promise<Outcome<AskedRequest, string>>;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  /** The requests that wait, by the row that they are about. */
  postingsThatWait(rowIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
};

/** The statements of the bank beside the book, and what is done about the rows that the book does not have. */
export function registerBankRoutes(server: StaffServer, deps: BankRouteDeps): void {
  const { db } = deps;

  serveStaff(server, 'getBank', async () => {
    const settings = await accountsOfNow(deps);
    const { accounts, last, rows, entries } = await readBankSummary(
      db,
      closedAccounts(settings, deps.today()),
    );
    return done({
      accounts: BANK_ACCOUNTS.map((account) => ({
        account,
        title: accountTitle(settings[account]) ?? null,
        closedOn: settings[account].closedOn,
        last: shownLast(accounts.find((statement) => statement.account === account)),
      })),
      last: last
        ? {
            through: last.throughOn,
            closing: toKwachaOrNull(last.closingNgwee),
            booked: toKwacha(last.bookedNgwee),
          }
        : null,
      rows: shownSum(rows),
      entries: shownSum(entries),
    });
  });

  serveStaff(server, 'listBankRows', async ({ query }) => {
    const { total, rows } = await listOpenRows(db, partOf(query));
    const waiting = await deps.postingsThatWait(rows.map(({ row_id }) => row_id));
    return done({
      total,
      items: rows.map((row) => ({
        rowId: row.row_id,
        on: row.booked_on,
        amount: toKwacha(row.amount_ngwee),
        text: textOf(deps.sealing, row),
        requestId: waiting.get(row.row_id) ?? null,
      })),
    });
  });

  serveStaff(server, 'listBankEntries', async ({ query }) => {
    const { total, rows } = await listOpenEntries(db, partOf(query));
    return done({
      total,
      items: rows.map(({ entry_id: entryId, booked_on: on, amount_ngwee }) => ({
        ...{ entryId, on },
        amount: toKwacha(amount_ngwee),
      })),
    });
  });

  registerStatementRoutes(server, deps);
  registerRowRoutes(server, deps);
}

const toKwachaOrNull = (amountNgwee: number | null) => (amountNgwee === null ? null : toKwacha(amountNgwee));

function shownSum({ count, sum_ngwee, compared_ngwee }: OpenSum) {
  return { count, sum: toKwacha(sum_ngwee), compared: toKwacha(compared_ngwee) };
}

function shownLast(last: { throughOn: Day; closingNgwee: number | null } | undefined) {
  return last ? { through: last.throughOn, closing: toKwachaOrNull(last.closingNgwee) } : null;
}

/** Another process may have changed an account since this one last looked. */
async function accountsOfNow({ lenderSettings }: BankRouteDeps): Promise<BankAccounts> {
  await lenderSettings.refresh();
  return lenderSettings.current();
}

function registerStatementRoutes(server: StaffServer, deps: BankRouteDeps): void {
  serveStaffFile(server, 'readBankStatement', async ({ query, file }, { person }) => {
    const given = await readGiven(file, query);
    if ('code' in given) return given;
    const actor = staffActor(person.userName);
    const { account } = query;
    const found = await previewBankImport(deps, {
      ...given,
      account,
      accounts: await accountsOfNow(deps),
      actor,
    });
    if (!found.ok) return refusedImport(found.refusal);
    return done({ ...importShown(given.rows, found.value), digest: digestOf(file, query) });
  });

  serveStaffFile(server, 'importBankStatement', async ({ query, file }, { person, note }) => {
    const given = await readGiven(file, query);
    if ('code' in given) return given;
    if (digestOf(file, query) !== query.digest) return OTHER_FILE;
    const actor = staffActor(person.userName);
    const { account } = query;
    const request = { ...given, account, accounts: await accountsOfNow(deps), actor };
    const imported = await importBankStatement(deps, request);
    if (!imported.ok) return refusedImport(imported.refusal);
    const { statementId, rows, known, posted } = imported.value;
    note({ account, statementId, rows, known, posted });
    return done(importShown(given.rows, imported.value));
  });
}

function registerRowRoutes(server: StaffServer, deps: BankRouteDeps): void {
  serveStaff(server, 'previewBankRow', async ({ params: { rowId }, body }) => {
    if (isWalletWrong(body)) return WALLET_NEEDED;
    const asked = await deps.askForBankRow({ rowId, ...body }, REASON_OF_PREVIEW);
    return asked.ok ? done(shownOf(asked.value)) : refused(409, asked.refusal, { reason: 'not_open' });
  });

  serveStaff(server, 'askForBankRow', async ({ params: { rowId }, body }, { person, note }) => {
    const { postedAs, wallet, reason, digest } = body;
    note({ rowId, postedAs });
    if (isWalletWrong(body)) return WALLET_NEEDED;
    const asked = await deps.askForBankRow({ rowId, postedAs, wallet }, reason);
    if (!asked.ok) return refused(409, asked.refusal, { reason: 'not_open' });
    return refusalUnlessShown(asked.value, digest) ?? deps.fileRequest(asked.value, person);
  });
}

const WALLET_NEEDED = refused(400, 'Money in transit names a wallet, and other money names none.', {
  reason: 'wallet_needed',
});
const OTHER_FILE = refused(
  409,
  'The file or its days are others than were read. Please have it read again.',
  {
    reason: 'other_file',
  },
);

function isWalletWrong({ postedAs, wallet }: { postedAs: BankPurpose; wallet: Wallet | null }): boolean {
  return (postedAs === 'transit') !== (wallet !== null);
}

function partOf({ page, pageSize }: { page: number; pageSize: number }) {
  return { offset: (page - 1) * pageSize, limit: pageSize };
}

function textOf(sealing: Sealing, row: OpenRow): string {
  const fields = JSON.parse(sealing.open('bank_statement_row.row_sealed', row, row.row_sealed)) as string[];
  return fields.filter((field) => field !== '').join(' | ');
}

type Days = { from?: Day | undefined; to?: Day | undefined };
type Given = { rows: BankRow[]; covers?: { fromOn: Day; throughOn: Day } };

/** The rows of the file, and its days where a person names them. */
async function readGiven(file: Buffer, { from, to }: Days): Promise<Given | Reply<never>> {
  const areNamed = from !== undefined && to !== undefined;
  if ((from === undefined) !== (to === undefined) || (areNamed && from > to))
    return refused(400, 'Please give both days, the first one first, or none.', { reason: 'days' });
  const read = await readBankStatementInThread(file);
  if (!read.ok) {
    const { line, problem } = read.refusal;
    return refused(400, `Line ${line}: ${problem}. Nothing of the file was kept.`, {
      reason: 'no_statement',
      line,
    });
  }
  return { rows: read.value, ...(areNamed ? { covers: { fromOn: from, throughOn: to } } : {}) };
}

function digestOf(
  file: Buffer,
  { account, from = '', to = '' }: { account: string; from?: string | undefined; to?: string | undefined },
) {
  return createHash('sha256').update(file).update(`${account} ${from} ${to}`).digest('hex');
}

function importShown(
  rows: readonly BankRow[],
  { isNew, known, posted, fromOn, throughOn }: BankImport,
): StaffAnswer<'importBankStatement'> {
  const balances = balancesAround(rows);
  const sumOf = (isWanted: (amountNgwee: number) => boolean) =>
    rows.reduce((sum, { amountNgwee }) => (isWanted(amountNgwee) ? sum + Math.abs(amountNgwee) : sum), 0);
  return {
    ...{ isNew, known, posted },
    rows: rows.length,
    from: fromOn,
    to: throughOn,
    moneyIn: toKwacha(sumOf((amountNgwee) => amountNgwee > 0)),
    moneyOut: toKwacha(sumOf((amountNgwee) => amountNgwee < 0)),
    opening: balances ? toKwacha(balances.openingNgwee) : null,
    closing: balances ? toKwacha(balances.closingNgwee) : null,
  };
}

function refusedImport(refusal: BankImportRefusal): Reply<never> {
  switch (refusal.kind) {
    case 'days_needed':
      return refused(400, 'The file has no rows. Please name its days.', { reason: refusal.kind });
    case 'other_days':
      return refused(
        400,
        `The file has the days ${refusal.fromOn} to ${refusal.throughOn}, and the named days do not touch them.`,
        { reason: refusal.kind },
      );
    case 'balance_gap':
      return refused(
        409,
        `The statement before ends with ${formatKwacha(refusal.expectedNgwee)}, and this one begins with ${formatKwacha(refusal.openingNgwee)}: rows between them are missing.`,
        { reason: refusal.kind },
      );
    case 'days_to_come':
      return refused(
        400,
        `${refusal.throughOn} has not begun yet: a statement tells nothing of days to come.`,
        { reason: refusal.kind },
      );
    case 'no_such_account':
    case 'not_used_yet':
    case 'account_closed':
    case 'of_other_account':
      return refused(409, describeAccountRefusal(refusal), { reason: refusal.kind });
  }
}
