import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addDays, type Day } from '@thumba/lending/day';
import { kwacha, ngwee } from '@thumba/lending/money';
import { noteArrivals } from '../../apps/server/src/accounting/bank/match-bank-rows.ts';
import {
  type BankPurpose,
  postBankRow,
  type Wallet,
} from '../../apps/server/src/accounting/bank/post-bank-row.ts';
import { declareFloatMovement } from '../../apps/server/src/money/reconciliation/float-movement.ts';
import { toDate } from '../../apps/server/src/platform/clock.ts';
import { command as bank } from '../../apps/server/src/staff/terminal/commands/bank.ts';
import { command as wallets } from '../../apps/server/src/staff/terminal/commands/wallets.ts';
import type { StaffCommand, StaffDesk } from '../../apps/server/src/staff/terminal/staff-desk.ts';
import { asApproved } from '../../apps/server/test/approved-match.ts';
import type { Till, YearOperator } from './live-loan.ts';

const OPERATORS: readonly YearOperator[] = ['mtn', 'airtel'];
const DIRECTIONS = ['collection', 'payout'] as const;
/** What an operator charges a wallet for collections in a month. */
const CHARGE_NGWEE = 12_345;
type WalletName = `${YearOperator} ${(typeof DIRECTIONS)[number]}`;

/** Runs a command of staff, and throws where it declines. */
export async function run(
  desk: StaffDesk,
  command: StaffCommand,
  words: readonly string[],
): Promise<string[]> {
  const { done, lines } = await command.atDesk(desk, words);
  if (!done) throw new Error(`${words.join(' ')}: ${lines.join('\n')}`);
  return lines;
}

/** The lender's money outside the book: what the operators and the bank themselves have. */
export type Treasury = Till & {
  /** What the lender does at the beginning of a month, and the bank's row for it. */
  beginMonth(desk: StaffDesk, on: Day): Promise<void>;
  /** Empties the wallets for collections and declares what the operators charged. */
  endMonth(desk: StaffDesk, on: Day): Promise<void>;
  /** Signs the day before in each wallet in which money moved. */
  signDay(desk: StaffDesk, on: Day): Promise<void>;
  /** Imports the bank's statement of a month, and posts its rows. */
  importStatement(desk: StaffDesk, month: { fromOn: Day; throughOn: Day }): Promise<void>;
};

/** `purpose` is what staff say that the row was. */
type BankRow = { on: Day; text: string; amountNgwee: number; purpose: string };

/** What the bank shows in some months beside the transfers: capital, funding and its price. */
const BANK_EVENTS: Readonly<Record<string, readonly Omit<BankRow, 'on'>[]>> = {
  '01': [{ text: 'CAPITAL PAID IN', amountNgwee: kwacha(3_000_000), purpose: 'share-capital' }],
  '03': [{ text: 'LOAN DRAWDOWN', amountNgwee: kwacha(500_000), purpose: 'borrowings' }],
  '06': [{ text: 'LOAN INTEREST', amountNgwee: -kwacha(22_500), purpose: 'funding-expense' }],
  '09': [{ text: 'LOAN REPAYMENT', amountNgwee: -kwacha(200_000), purpose: 'borrowings' }],
  '10': [{ text: 'UNKNOWN DEPOSIT', amountNgwee: kwacha(350), purpose: 'suspense' }],
  '11': [{ text: 'OFFICE RENT', amountNgwee: -kwacha(18_000), purpose: 'other-expense' }],
  '12': [
    { text: 'LOAN INTEREST', amountNgwee: -kwacha(15_750), purpose: 'funding-expense' },
    { text: 'INTEREST RECEIVED', amountNgwee: kwacha(1_234), purpose: 'other-income' },
  ],
};

/** The money outside the book, as the operators and the bank count it. */
type Outside = {
  balances: Map<WalletName, number>;
  /** The days on which money moved in a wallet and that are not signed yet. */
  moved: Map<WalletName, Set<Day>>;
  rows: BankRow[];
  bankBalanceNgwee: number;
  today: Day;
};

export function openTreasury(folder: string, monthlyLendingNgwee: number): Treasury {
  const outside: Outside = {
    balances: new Map(),
    moved: new Map(),
    rows: [],
    bankBalanceNgwee: 0,
    today: '' as Day,
  };
  return {
    collected: (operator, amountNgwee) => move(outside, `${operator} collection`, amountNgwee),
    paidOut: (operator, amountNgwee) => move(outside, `${operator} payout`, -amountNgwee),
    beginMonth: (desk, on) => beginMonth(outside, desk, on, monthlyLendingNgwee),
    endMonth: (desk, on) => endMonth(outside, desk, on),
    signDay: (desk, on) => signDay(outside, desk, on),
    importStatement: (desk, month) => importStatement(outside, desk, month, folder),
  };
}

function balanceOf({ balances }: Outside, name: WalletName): number {
  return balances.get(name) ?? 0;
}

function move(outside: Outside, name: WalletName, amountNgwee: number): void {
  const { balances, moved, today } = outside;
  balances.set(name, balanceOf(outside, name) + amountNgwee);
  if (amountNgwee === 0) return;
  const days = moved.get(name) ?? new Set();
  moved.set(name, days.add(today));
}

async function moveFloat(
  outside: Outside,
  desk: StaffDesk,
  verb: 'top-up' | 'withdrawal' | 'charge',
  name: WalletName,
  amountNgwee: number,
): Promise<void> {
  const { today, rows } = outside;
  const [operator, direction] = name.split(' ') as [YearOperator, (typeof DIRECTIONS)[number]];
  const declared = await declareFloatMovement(desk, {
    ...{ operator, direction, kind: verb === 'top-up' ? 'top_up' : verb, amountNgwee: ngwee(amountNgwee) },
    ...({ reason: `${verb} of ${today}`, actor: 'staff:mary', approvedBy: 'staff:grace' } as const),
  });
  if (!declared.ok) throw new Error(`a ${verb} was refused: ${declared.refusal.kind}`);
  await desk.db.inTransaction((transaction) => noteArrivals(transaction, toDate(desk.clock.nowMs())));
  move(outside, name, verb === 'top-up' ? amountNgwee : -amountNgwee);
  if (verb === 'charge') return;
  const text = `${verb === 'top-up' ? 'TO' : 'FROM'} ${name.toUpperCase()}`;
  const atBankNgwee = verb === 'top-up' ? -amountNgwee : amountNgwee;
  rows.push({ on: today, text, amountNgwee: atBankNgwee, purpose: `transit ${name}` });
}

async function beginMonth(outside: Outside, desk: StaffDesk, on: Day, neededNgwee: number): Promise<void> {
  outside.today = on;
  outside.rows.push(...(BANK_EVENTS[on.slice(5, 7)] ?? []).map((event) => ({ ...event, on })));
  for (const operator of OPERATORS) {
    const name: WalletName = `${operator} payout`;
    const missingNgwee = neededNgwee - balanceOf(outside, name);
    if (missingNgwee > 0)
      await moveFloat(outside, desk, 'top-up', name, Math.ceil(missingNgwee / 100_000) * 100_000);
  }
}

async function endMonth(outside: Outside, desk: StaffDesk, on: Day): Promise<void> {
  outside.today = on;
  for (const operator of OPERATORS) {
    const name: WalletName = `${operator} collection`;
    if (balanceOf(outside, name) > CHARGE_NGWEE) await moveFloat(outside, desk, 'charge', name, CHARGE_NGWEE);
    const sweptNgwee = Math.floor(balanceOf(outside, name) / 100_000) * 100_000;
    if (sweptNgwee > 0) await moveFloat(outside, desk, 'withdrawal', name, sweptNgwee);
  }
  outside.rows.push({ on, text: 'SERVICE FEE', amountNgwee: -25_000, purpose: 'bank-charge-expense' });
}

async function signDay(outside: Outside, desk: StaffDesk, on: Day): Promise<void> {
  for (const [name, days] of outside.moved) {
    if (!days.delete(on)) continue;
    await run(desk, wallets, ['sign', ...name.split(' '), on, decimal(balanceOf(outside, name))]);
  }
  outside.today = addDays(on, 1);
}

async function importStatement(
  outside: Outside,
  desk: StaffDesk,
  { fromOn, throughOn }: { fromOn: Day; throughOn: Day },
  folder: string,
): Promise<void> {
  const ofMonth = outside.rows.filter(({ on }) => on >= fromOn && on <= throughOn);
  const lines = ofMonth.map(({ on, text, amountNgwee }) => {
    outside.bankBalanceNgwee += amountNgwee;
    return [on, text, decimal(amountNgwee), decimal(outside.bankBalanceNgwee)].join(',');
  });
  const file = path.join(folder, `bank-${fromOn.slice(0, 7)}.csv`);
  await writeFile(file, `${['Date,Narrative,Amount,Balance', ...lines].join('\n')}\n`);
  const listed = await run(desk, bank, ['import', '--from', fromOn, '--to', throughOn, file]);
  for (const line of listed) {
    const [, row, rest] = /^ {2}row (\d+) +(.*)$/.exec(line) ?? [];
    if (row === undefined) continue;
    const event = ofMonth.find(({ text }) => rest!.includes(text))!;
    await postRow(desk, Number(row), event);
  }
}

/** Posts a row with an approval that is made here: the year is about the books, not about how two people ask and answer. */
async function postRow(desk: StaffDesk, rowId: number, { purpose, text }: BankRow): Promise<void> {
  const [postedAs, operator, direction] = purpose.replaceAll('-', '_').split(' ');
  const posting = {
    ...{ rowId, postedAs: postedAs as BankPurpose },
    ...(operator === undefined ? {} : { wallet: { operator, direction } as Wallet }),
    ...({ reason: text.toLowerCase(), actor: 'staff:mary' } as const),
  };
  const posted = await asApproved(desk.db, (approval) =>
    postBankRow(desk, { ...posting, approval }, noteArrivals),
  );
  if (!posted.ok) throw new Error(`row ${rowId} was refused: ${posted.refusal.kind}`);
}

function decimal(amountNgwee: number): string {
  return (amountNgwee / 100).toFixed(2);
}
