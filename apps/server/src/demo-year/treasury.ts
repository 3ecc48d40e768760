import { addDays, type Day } from '@thumba/lending/day';
import { kwacha, ngwee } from '@thumba/lending/money';
import { FIRST_ACCOUNT } from '../accounting/bank/bank-accounts.ts';
import { findBankDifferences } from '../accounting/bank/bank-differences.ts';
import { readBankStatement } from '../accounting/bank/bank-statement-file.ts';
import { importBankStatement } from '../accounting/bank/import-bank-statement.ts';
import { noteArrivals } from '../accounting/bank/match-bank-rows.ts';
import type { BankPurpose, Wallet } from '../accounting/bank/post-bank-row.ts';
import { findUnsignedDays, signWalletDay } from '../accounting/bank/wallet-day.ts';
import { staffActor } from '../book/actor.ts';
import { readLenderSettings } from '../book/lender-setting/live-settings.ts';
import { declareFloatMovement } from '../money/reconciliation/float-movement.ts';
import { toDate } from '../platform/clock.ts';
import { askForBankRow } from '../staff/request/match-bank-row.ts';
import type { MovedMoney } from './answer-operators.ts';
import { forEachOf, type YearLender } from './year-lender.ts';
import { agreeByTwo, type YearOffice } from './year-office.ts';

const MAKER = 'lweendo';
const CHECKER = 'suwilanji';
const OPERATORS = ['mtn', 'airtel'] as const;
/** The bank paid this in when the lender began: the price of all money in the wallets, and of the first loans. */
const CAPITAL_NGWEE = kwacha(2_500_000);
/** What an operator charges a wallet for a collection. */
const CHARGE_PER_COLLECTION_NGWEE = 150;
const WHOLE_NGWEE = 100_000;

type BankRow = { on: Day; text: string; amountNgwee: number; purpose: BankPurpose; wallet?: Wallet };

/** What the bank shows in some months beside the transfers. */
const BANK_EVENTS: Readonly<Record<string, readonly Omit<BankRow, 'on'>[]>> = {
  '01': [{ text: 'OFFICE RENT', amountNgwee: -kwacha(18_000), purpose: 'other_expense' }],
  '02': [{ text: 'LOAN DRAWDOWN', amountNgwee: kwacha(500_000), purpose: 'borrowings' }],
  '04': [{ text: 'OFFICE RENT', amountNgwee: -kwacha(18_000), purpose: 'other_expense' }],
  '05': [{ text: 'LOAN INTEREST', amountNgwee: -kwacha(22_500), purpose: 'funding_expense' }],
  '07': [{ text: 'OFFICE RENT', amountNgwee: -kwacha(18_000), purpose: 'other_expense' }],
  '08': [{ text: 'LOAN INTEREST', amountNgwee: -kwacha(22_500), purpose: 'funding_expense' }],
  '09': [{ text: 'UNKNOWN DEPOSIT', amountNgwee: kwacha(350), purpose: 'suspense' }],
  '10': [{ text: 'OFFICE RENT', amountNgwee: -kwacha(18_000), purpose: 'other_expense' }],
  '11': [{ text: 'LOAN INTEREST', amountNgwee: -kwacha(22_500), purpose: 'funding_expense' }],
  '12': [{ text: 'INTEREST RECEIVED', amountNgwee: kwacha(1_234), purpose: 'other_income' }],
};

/** The money of the lender outside the book, as the bank and the operators count it. */
export type Treasury = {
  rows: BankRow[];
  bankNgwee: number;
  balances: Map<string, number>;
  collections: Map<string, number>;
  statementThrough: Day | undefined;
  /** What each wallet had at the end of the days that are not signed yet. */
  ends: Map<string, number>;
};

export function openTreasury(): Treasury {
  return {
    rows: [],
    bankNgwee: 0,
    balances: new Map(),
    collections: new Map(),
    statementThrough: undefined,
    ends: new Map(),
  };
}

const nameOf = ({ operator, direction }: Wallet) => `${operator} ${direction}`;

function change(treasury: Treasury, wallet: Wallet, amountNgwee: number): void {
  const name = nameOf(wallet);
  treasury.balances.set(name, (treasury.balances.get(name) ?? 0) + amountNgwee);
}

/** Money that borrowers received and paid. */
export function noteMoved(treasury: Treasury, moved: MovedMoney): void {
  for (const { operator, direction, amountNgwee } of moved) {
    const wallet = { operator, direction } as Wallet;
    change(treasury, wallet, direction === 'payout' ? -amountNgwee : amountNgwee);
    if (direction === 'collection')
      treasury.collections.set(operator, (treasury.collections.get(operator) ?? 0) + 1);
  }
}

async function moveFloat(
  lender: YearLender,
  treasury: Treasury,
  wallet: Wallet,
  {
    kind,
    amountNgwee,
    reason,
  }: { kind: 'top_up' | 'withdrawal' | 'charge'; amountNgwee: number; reason: string },
): Promise<void> {
  const declared = await declareFloatMovement(lender, {
    ...{ ...wallet, kind, amountNgwee: ngwee(amountNgwee), reason },
    ...{ actor: staffActor(MAKER), approvedBy: staffActor(CHECKER) },
  });
  if (!declared.ok) throw new Error(`a ${kind} of the year was refused: ${declared.refusal.kind}`);
  const now = toDate(lender.clock.nowMs());
  await lender.db.inTransaction((transaction) => noteArrivals(transaction, now));
  change(treasury, wallet, kind === 'top_up' ? amountNgwee : -amountNgwee);
  if (kind === 'charge') return;
  const isTopUp = kind === 'top_up';
  const text = `${isTopUp ? 'TO' : 'FROM'} ${nameOf(wallet).toUpperCase()} ${lender.today()}`;
  const atBank = isTopUp ? -amountNgwee : amountNgwee;
  treasury.rows.push({ on: lender.today(), text, amountNgwee: atBank, purpose: 'transit', wallet });
}

/** A payment that no borrower made, on a day whose end was noted already. */
export function noteUnknownPayment(
  treasury: Treasury,
  operator: (typeof OPERATORS)[number],
  { on, amountNgwee }: { on: Day; amountNgwee: number },
): void {
  const wallet: Wallet = { operator, direction: 'collection' };
  change(treasury, wallet, amountNgwee);
  const end = `${nameOf(wallet)} ${on}`;
  treasury.ends.set(end, (treasury.ends.get(end) ?? 0) + amountNgwee);
}

/** The first day: the shareholders pay in, and each wallet for payouts is filled. */
export async function payInCapital(
  lender: YearLender,
  treasury: Treasury,
  floatNgwee: number,
): Promise<void> {
  treasury.rows.push({
    ...{ on: lender.today(), text: 'CAPITAL PAID IN' },
    ...{ amountNgwee: CAPITAL_NGWEE, purpose: 'share_capital' },
  });
  await fillWallets(lender, treasury, floatNgwee);
}

/** Brings each wallet for payouts to this balance. */
export async function fillWallets(lender: YearLender, treasury: Treasury, floatNgwee: number): Promise<void> {
  for (const operator of OPERATORS) {
    const wallet: Wallet = { operator, direction: 'payout' };
    const missing = floatNgwee - (treasury.balances.get(nameOf(wallet)) ?? 0);
    if (missing > 0)
      await moveFloat(lender, treasury, wallet, {
        ...{ kind: 'top_up', amountNgwee: missing, reason: `Payouts from ${lender.today()} on` },
      });
  }
}

/** Sends what was collected to the bank, and declares what the operators charged. */
export async function emptyCollections(
  lender: YearLender,
  treasury: Treasury,
  { leavesNothing }: { leavesNothing: boolean },
): Promise<void> {
  for (const operator of OPERATORS) {
    const wallet: Wallet = { operator, direction: 'collection' };
    const balance = () => treasury.balances.get(nameOf(wallet)) ?? 0;
    const charge = (treasury.collections.get(operator) ?? 0) * CHARGE_PER_COLLECTION_NGWEE;
    treasury.collections.set(operator, 0);
    if (charge > 0 && balance() > charge)
      await moveFloat(lender, treasury, wallet, {
        kind: 'charge',
        amountNgwee: charge,
        reason: 'Charges of the operator',
      });
    const swept = leavesNothing ? balance() : Math.floor(balance() / WHOLE_NGWEE) * WHOLE_NGWEE;
    if (swept > 0)
      await moveFloat(lender, treasury, wallet, {
        kind: 'withdrawal',
        amountNgwee: swept,
        reason: 'Collections to the bank',
      });
  }
}

/** What the bank takes and pays in a month beside the transfers. */
export function noteBankEvents(treasury: Treasury, on: Day): void {
  for (const event of BANK_EVENTS[on.slice(5, 7)] ?? []) treasury.rows.push({ ...event, on });
  treasury.rows.push({ on, text: 'SERVICE FEE', amountNgwee: -25_000, purpose: 'bank_charge_expense' });
}

/** Notes what the operators show at the end of a day. */
export function endDay(treasury: Treasury, on: Day): void {
  for (const [name, balance] of treasury.balances) treasury.ends.set(`${name} ${on}`, balance);
}

/**
 * Signs the days of wallets on which money moved, with what the operators show. The borrowers of the demo who are played
 * over HTTP move money too, which is not counted here: their days are signed with what the book has.
 */
export async function signDays(
  lender: YearLender,
  treasury: Treasury,
  { fromOn, throughOn }: { fromOn: Day; throughOn: Day },
): Promise<void> {
  const unsigned = await findUnsignedDays(lender.db, fromOn, throughOn);
  await forEachOf(unsigned, async ({ operator, direction, on_day: on }) => {
    const wallet = { operator, direction };
    const sign = (balanceNgwee: number) =>
      signWalletDay(lender, wallet, { on, balanceNgwee, actor: staffActor(MAKER) });
    const shown = await sign(treasury.ends.get(`${nameOf(wallet)} ${on}`) ?? 0);
    if (shown.ok) return;
    const signed =
      shown.refusal.kind === 'does_not_agree' ? await sign(shown.refusal.day.balanceNgwee) : shown;
    if (!signed.ok) throw new Error(`${nameOf(wallet)} of ${on} was not signed: ${signed.refusal.kind}`);
  });
}

/** Imports the statement of the bank since the last one. Two people post the rows that the book does not know. */
export async function importStatement(
  lender: YearLender,
  office: YearOffice,
  treasury: Treasury,
  throughOn: Day,
): Promise<void> {
  const ofDays = treasury.rows.filter(({ on }) => on <= throughOn);
  treasury.rows = treasury.rows.filter(({ on }) => on > throughOn);
  const fromOn = treasury.statementThrough ? addDays(treasury.statementThrough, 1) : ofDays[0]?.on;
  if (fromOn === undefined || fromOn > throughOn) return;
  treasury.statementThrough = throughOn;
  const lines = ofDays.map(({ on, text, amountNgwee }) => {
    treasury.bankNgwee += amountNgwee;
    return [on, text, decimal(amountNgwee), decimal(treasury.bankNgwee)].join(',');
  });
  const file = Buffer.from(`${['Date,Narrative,Amount,Balance', ...lines].join('\n')}\n`);
  const read = readBankStatement(file);
  if (!read.ok) throw new Error(`the statement of the bank: ${read.refusal.problem}`);
  const covers = { fromOn, throughOn };
  const imported = await importBankStatement(lender, {
    account: FIRST_ACCOUNT,
    accounts: await readLenderSettings(lender),
    rows: read.value,
    covers,
    actor: staffActor(MAKER),
  });
  if (!imported.ok) throw new Error(`the statement of the bank was refused: ${imported.refusal.kind}`);
  await postUnknownRows(lender, office, ofDays);
}

async function postUnknownRows(
  lender: YearLender,
  office: YearOffice,
  known: readonly BankRow[],
): Promise<void> {
  const { db, sealing } = lender;
  const left = [...known];
  for (const row of (await findBankDifferences(db, lender.today(), [])).rows) {
    const fields = JSON.parse(sealing.open('bank_statement_row.row_sealed', row, row.row_sealed)) as string[];
    const at = left.findIndex(({ text }) => fields.includes(text));
    const [event] = at < 0 ? [] : left.splice(at, 1);
    if (!event) continue;
    const match = { rowId: row.row_id, postedAs: event.purpose, wallet: event.wallet ?? null };
    const reason = event.text.toLowerCase();
    const asked = await askForBankRow(lender, match, reason);
    if (!asked.ok) throw new Error(`row ${row.row_id} of the bank: ${asked.refusal.kind}`);
    await agreeByTwo(lender, office, asked.value, {
      maker: MAKER,
      checker: CHECKER,
      reason: 'As on the statement',
    });
  }
}

function decimal(amountNgwee: number): string {
  return (amountNgwee / 100).toFixed(2);
}
