import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addDays, type Day } from '@thumba/lending/day';
import { kwacha } from '@thumba/lending/money';
import { command as bank } from '../../apps/server/src/staff/terminal/commands/bank.ts';
import { command as float } from '../../apps/server/src/staff/terminal/commands/float.ts';
import { command as wallets } from '../../apps/server/src/staff/terminal/commands/wallets.ts';
import type { StaffCommand, StaffDesk } from '../../apps/server/src/staff/terminal/staff-desk.ts';
import type { Till, YearOperator } from './live-loan.ts';

const OPERATORS: readonly YearOperator[] = ['mtn', 'airtel'];
const DIRECTIONS = ['collection', 'payout'] as const;
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

export function openTreasury(folder: string, monthlyLendingNgwee: number): Treasury {
  const balances = new Map<WalletName, number>();
  const moved = new Map<WalletName, Set<Day>>();
  const rows: BankRow[] = [];
  let bankBalanceNgwee = 0;
  let today = '' as Day;

  function move(name: WalletName, amountNgwee: number): void {
    balances.set(name, (balances.get(name) ?? 0) + amountNgwee);
    if (amountNgwee === 0) return;
    if (!moved.has(name)) moved.set(name, new Set());
    moved.get(name)!.add(today);
  }

  async function moveFloat(
    desk: StaffDesk,
    verb: 'top-up' | 'withdrawal' | 'charge',
    name: WalletName,
    amountNgwee: number,
  ): Promise<void> {
    await run(desk, float, [verb, ...name.split(' '), (amountNgwee / 100).toFixed(2), `${verb} of ${today}`]);
    move(name, verb === 'top-up' ? amountNgwee : -amountNgwee);
    if (verb !== 'charge') {
      const text = verb === 'top-up' ? `TO ${name.toUpperCase()}` : `FROM ${name.toUpperCase()}`;
      rows.push({
        on: today,
        text,
        amountNgwee: verb === 'top-up' ? -amountNgwee : amountNgwee,
        purpose: `transit ${name}`,
      });
    }
  }

  return {
    collected: (operator, amountNgwee) => move(`${operator} collection`, amountNgwee),
    paidOut: (operator, amountNgwee) => move(`${operator} payout`, -amountNgwee),
    async beginMonth(desk, on) {
      today = on;
      rows.push(...(BANK_EVENTS[on.slice(5, 7)] ?? []).map((event) => ({ ...event, on })));
      for (const operator of OPERATORS) {
        const name: WalletName = `${operator} payout`;
        const neededNgwee = monthlyLendingNgwee - (balances.get(name) ?? 0);
        if (neededNgwee > 0)
          await moveFloat(desk, 'top-up', name, Math.ceil(neededNgwee / 100_000) * 100_000);
      }
    },
    async endMonth(desk, on) {
      today = on;
      for (const operator of OPERATORS) {
        const collections: WalletName = `${operator} collection`;
        if ((balances.get(collections) ?? 0) > 12_345) await moveFloat(desk, 'charge', collections, 12_345);
        const sweptNgwee = Math.floor((balances.get(collections) ?? 0) / 100_000) * 100_000;
        if (sweptNgwee > 0) await moveFloat(desk, 'withdrawal', collections, sweptNgwee);
      }
      rows.push({ on, text: 'SERVICE FEE', amountNgwee: -25_000, purpose: 'bank-charge-expense' });
    },
    async signDay(desk, on) {
      for (const [name, days] of moved) {
        if (!days.delete(on)) continue;
        const balanceNgwee = endOfDayBalance(name);
        await run(desk, wallets, ['sign', ...name.split(' '), on, (balanceNgwee / 100).toFixed(2)]);
      }
      today = addDays(on, 1);
    },
    async importStatement(desk, { fromOn, throughOn }) {
      const ofMonth = rows.filter(({ on }) => on >= fromOn && on <= throughOn);
      const lines = ofMonth.map(({ on, text, amountNgwee }) => {
        bankBalanceNgwee += amountNgwee;
        return [on, text, (amountNgwee / 100).toFixed(2), (bankBalanceNgwee / 100).toFixed(2)].join(',');
      });
      const file = path.join(folder, `bank-${fromOn.slice(0, 7)}.csv`);
      await writeFile(file, `${['Date,Narrative,Amount,Balance', ...lines].join('\n')}\n`);
      const listed = await run(desk, bank, ['import', '--from', fromOn, '--to', throughOn, file]);
      for (const line of listed) {
        const [, row, rest] = /^ {2}row (\d+) +(.*)$/.exec(line) ?? [];
        if (row === undefined) continue;
        const event = ofMonth.find(({ text }) => rest!.includes(text))!;
        await run(desk, bank, ['post', row, ...event.purpose.split(' '), event.text.toLowerCase()]);
      }
    },
  };

  function endOfDayBalance(name: WalletName): number {
    return balances.get(name) ?? 0;
  }
}
