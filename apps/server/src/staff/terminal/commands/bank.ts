import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { BankAccountName } from '@thumba/contract/staff/treasury-words';
import { type Day, isDay } from '@thumba/lending/day';
import {
  closedAccounts,
  describeAccountRefusal,
  FIRST_ACCOUNT,
} from '../../../accounting/bank/bank-accounts.ts';
import { findBankDifferences, type InTransit } from '../../../accounting/bank/bank-differences.ts';
import { readBankStatement } from '../../../accounting/bank/bank-statement-file.ts';
import {
  type BankImportRefusal,
  importBankStatement,
} from '../../../accounting/bank/import-bank-statement.ts';
import { BANK_PURPOSES, type BankPurpose } from '../../../accounting/bank/post-bank-row.ts';
import { staffActor } from '../../../book/actor.ts';
import { readLenderSettings } from '../../../book/lender-setting/live-settings.ts';
import { readRecordNumber } from '../../../book/staff-action.ts';
import { OPERATOR_TITLES } from '../../../people/borrower/accounts.ts';
import { askForBankRow, describeBankPostingRefusal } from '../../request/match-bank-row.ts';
import { fileAtDesk } from '../file-request.ts';
import { signedKwacha } from '../signed-kwacha.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';
import { whyUnreadable } from '../unreadable-words.ts';
import { walletOf } from '../wallet-words.ts';

const PURPOSE_WORDS = Object.keys(BANK_PURPOSES)
  .filter((purpose) => purpose !== 'transit')
  .map((purpose) => purpose.replaceAll('_', '-'));

const USAGE = [
  'npm run bank                                               how the bank and the book differ, and what is in transit',
  'npm run bank -- import [--second] [--from YYYY-MM-DD --to YYYY-MM-DD] statement.csv',
  `npm run bank -- post <row> ${PURPOSE_WORDS.join('|')} "<reason>"`,
  'npm run bank -- post <row> transit <operator> collection|payout "<reason>"',
  'What "post" asks for is done once a second person approves it in the console.',
];

export const command = staffCommand({
  purpose:
    'imports statements of the bank, asks to post their rows, and shows what is in transit to and from operators',
  recorded: { command: 'bank', actions: ['import', 'post'] },
  readsOptions: true,
  async atDesk(desk, [verb, ...words]): Promise<CommandAnswer> {
    switch (verb) {
      case undefined:
        return told(...(await linesOfBank(desk)));
      case 'import':
        return importAt(desk, words);
      case 'post':
        return post(desk, words);
      default:
        return declined(...USAGE);
    }
  },
});

async function importAt(desk: StaffDesk, words: readonly string[]): Promise<CommandAnswer> {
  const wanted = readImportWords(words);
  if ('problem' in wanted) return declined(wanted.problem);
  const bytes = await readFile(wanted.file).catch(() => undefined);
  if (!bytes) return declined(`There is no file ${wanted.file} that can be read.`);
  const read = readBankStatement(bytes);
  if (!read.ok)
    return declined(
      `${wanted.file}, line ${read.refusal.line}: ${read.refusal.problem}. Nothing of it was kept.`,
    );
  const imported = await importBankStatement(
    { ...desk, sealing: desk.sealing() },
    {
      account: wanted.account,
      accounts: await accountsAt(desk),
      rows: read.value,
      ...('covers' in wanted ? { covers: wanted.covers } : {}),
      actor: staffActor(desk.staffName()),
    },
  );
  if (!imported.ok) return declined(`${describeImportRefusal(imported.refusal)} Nothing was imported.`);
  const { rows, known, posted, isNew } = imported.value;
  return told(
    isNew
      ? `Imported ${rows} rows, ${known} of them known from earlier statements.`
      : 'These rows were imported before.',
    `${posted} rows were posted, because the book had their other half.`,
    ...(await linesOfBank(desk)),
  );
}

const accountsAt = (desk: StaffDesk) => readLenderSettings({ ...desk, config: desk.config() });

type ImportWords = { file: string; account: BankAccountName } & (
  | { covers: { fromOn: Day; throughOn: Day } }
  | Record<never, never>
);

function readImportWords(words: readonly string[]): ImportWords | { problem: string } {
  try {
    const options = {
      second: { type: 'boolean' },
      from: { type: 'string' },
      to: { type: 'string' },
    } as const;
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) return { problem: USAGE[1]! };
    const { from, to } = values;
    const account = values.second ? 'second_bank_account' : FIRST_ACCOUNT;
    if (from === undefined && to === undefined) return { file, account };
    if (!from || !to || !isDay(from) || !isDay(to) || from > to)
      return { problem: 'Please give both days, as --from 2026-12-01 --to 2026-12-31.' };
    return { file, account, covers: { fromOn: from, throughOn: to } };
  } catch (error) {
    const problem = whyUnreadable(error);
    if (problem === undefined) throw error;
    return { problem };
  }
}

function describeImportRefusal(refusal: BankImportRefusal): string {
  switch (refusal.kind) {
    case 'days_needed':
      return 'The file has no rows: name its days with --from and --to.';
    case 'other_days':
      return `The file has the days ${refusal.fromOn} to ${refusal.throughOn}, and the named days do not touch them.`;
    case 'balance_gap':
      return `The statement before ends with ${signedKwacha(refusal.expectedNgwee)}, and this one begins with ${signedKwacha(refusal.openingNgwee)}: rows between them are missing.`;
    case 'days_to_come':
      return `${refusal.throughOn} has not begun yet: a statement tells nothing of days to come.`;
    case 'no_such_account':
    case 'not_used_yet':
    case 'account_closed':
    case 'of_other_account':
      return describeAccountRefusal(refusal);
  }
}

async function linesOfBank(desk: StaffDesk): Promise<string[]> {
  const { last, rows, entries, inTransit } = await findBankDifferences(
    desk.db,
    desk.today(),
    closedAccounts(await accountsAt(desk), desk.today()),
  );
  if (!last) return ['No statement of the bank was imported yet.', ...linesInTransit(inTransit)];
  const { throughOn, closingNgwee, bookedNgwee } = last;
  const balance = `Through ${throughOn} the book has ${signedKwacha(bookedNgwee)} at the bank`;
  const stated =
    closingNgwee === null
      ? 'and not every statement shows a balance'
      : `and the bank ${signedKwacha(closingNgwee)}`;
  const difference = closingNgwee === null ? 0 : closingNgwee - bookedNgwee;
  const sealing = rows.length > 0 ? desk.sealing() : undefined;
  return [
    `${balance}, ${stated}${difference === 0 ? '.' : `: ${signedKwacha(difference)} apart.`}`,
    `Rows of the bank that the book does not have: ${rows.length}.`,
    ...rows.map((row) => {
      const text = (
        JSON.parse(sealing!.open('bank_statement_row.row_sealed', row, row.row_sealed)) as string[]
      )
        .filter((field) => field !== '')
        .join(' | ');
      return `  row ${row.row_id}  ${row.booked_on}  ${signedKwacha(row.amount_ngwee)}  ${text}`;
    }),
    `Entries of the book on these days that the bank does not have: ${entries.length}.`,
    ...entries.map(
      (entry) => `  entry ${entry.entry_id}  ${entry.booked_on}  ${signedKwacha(entry.amount_ngwee)}`,
    ),
    ...linesInTransit(inTransit),
  ];
}

function linesInTransit(pieces: readonly InTransit[]): string[] {
  if (pieces.length === 0) return ['Nothing is in transit between the bank and the operators.'];
  return [
    `In transit between the bank and the operators: ${pieces.length}.`,
    ...pieces.map(({ operator, direction, amount_ngwee, since_on, days, seen_at, record_id }) => {
      const where =
        seen_at === 'bank'
          ? `row ${record_id} of the bank, not declared at the wallet yet (npm run float)`
          : `movement ${record_id} of the wallet, not on a statement of the bank yet`;
      return `  ${signedKwacha(amount_ngwee)}  ${OPERATOR_TITLES[operator]} ${direction}  since ${since_on}, ${days} days: ${where}`;
    }),
  ];
}

async function post(
  desk: StaffDesk,
  [row = '', purpose = '', ...rest]: readonly string[],
): Promise<CommandAnswer> {
  const rowId = readRecordNumber(row);
  const postedAs = purposeOf(purpose);
  if (rowId === undefined || postedAs === undefined) return declined(...USAGE);
  const wallet = postedAs === 'transit' ? walletOf(rest) : undefined;
  if (postedAs === 'transit' && wallet === undefined) return declined(...USAGE);
  const reason = (wallet ? rest.slice(2) : rest).join(' ');
  const asked = await askForBankRow(desk, { rowId, postedAs, wallet: wallet ?? null }, reason);
  return asked.ok
    ? fileAtDesk({ ...desk, staffName: desk.staffName() }, asked.value)
    : declined(describeBankPostingRefusal(asked.refusal));
}

function purposeOf(word: string): BankPurpose | undefined {
  const purpose = word.replaceAll('-', '_');
  return Object.hasOwn(BANK_PURPOSES, purpose) ? (purpose as BankPurpose) : undefined;
}
