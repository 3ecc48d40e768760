import { addDays, type Day, earlierOf } from '@thumba/lending/day';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import { ngwee } from '@thumba/lending/money';
import { FIRST_ACCOUNT } from '../../apps/server/src/accounting/bank/bank-accounts.ts';
import { readBankStatement } from '../../apps/server/src/accounting/bank/bank-statement-file.ts';
import { importBankStatement } from '../../apps/server/src/accounting/bank/import-bank-statement.ts';
import { postJournal } from '../../apps/server/src/accounting/journal/post-journal.ts';
import { importActor } from '../../apps/server/src/book/actor.ts';
import { NO_BANK_ACCOUNT } from '../../apps/server/src/book/lender-setting/bank-account.ts';
import { declareFloatMovement } from '../../apps/server/src/money/reconciliation/float-movement.ts';
import { lusakaInstant } from '../../apps/server/src/platform/clock.ts';
import type { MadeBook } from './waiting-work.ts';

/* The lender's money at the bank and on the way to and from the operators. */

const DAYS = 300;
/** The last statement of the bank ends so many days ago. */
const DAYS_WITHOUT_STATEMENT = 5;
const DAYS_OF_STATEMENT = 30;
const ONE_MOVEMENT_OF = 40;
const ONE_DEPOSIT_OF = 40;
const ONE_JOURNAL_OF = 80;
/** One of so many movements never comes to the bank. */
const ONE_LOST_OF = 20;
const LEAST = 8;
/** Every amount is another one, so that each row of the bank has one other half. */
const FIRST_AMOUNT_NGWEE = 100_000;
const AMOUNT_STEP_NGWEE = 100;
const WALLETS = [
  ['mtn', 'payout'],
  ['mtn', 'collection'],
  ['airtel', 'payout'],
  ['airtel', 'collection'],
] as const satisfies readonly (readonly [OperatorName, PaymentDirection])[];

type AtBank = { on: Day; text: string; amountNgwee: number };

/** Answers how many movements were declared, and how many rows and entries of the bank have no other half. */
export async function moveTreasury(
  book: MadeBook,
): Promise<{ movements: number; rows: number; entries: number }> {
  const { borrowers, today } = book;
  const count = (oneOf: number) => Math.max(LEAST, Math.floor(borrowers / oneOf));
  const dayOf = (index: number, of: number) =>
    addDays(today, -1 - Math.floor(((of - 1 - index) * DAYS) / of));
  const lastOn = addDays(today, -DAYS_WITHOUT_STATEMENT);
  const movements = await declareMovements(book, count(ONE_MOVEMENT_OF), dayOf);
  const deposits = Array.from({ length: count(ONE_DEPOSIT_OF) }, (_, index) => ({
    on: earlierOf(dayOf(index, count(ONE_DEPOSIT_OF)), lastOn),
    text: `DEPOSIT ${index + 1}`,
    amountNgwee: FIRST_AMOUNT_NGWEE + index * AMOUNT_STEP_NGWEE + 1,
  }));
  const atBank = [...movements.filter((_, index) => index % ONE_LOST_OF > 0), ...deposits]
    .filter(({ on }) => on <= lastOn)
    .toSorted((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0));
  await importStatements(book, atBank, lastOn);
  const journals = count(ONE_JOURNAL_OF);
  for (let index = 0; index < journals; index += 1)
    await payByJournal(book, dayOf(index, journals), FIRST_AMOUNT_NGWEE + index * AMOUNT_STEP_NGWEE + 2);
  return {
    movements: movements.length,
    rows: deposits.length,
    entries: journals,
  };
}

function depsOn({ db, sealing, today }: MadeBook, on: Day) {
  const nowMs = lusakaInstant(on, '16:10:00')!.getTime();
  return { db, sealing, clock: { nowMs: () => nowMs }, today: () => today };
}

async function declareMovements(
  book: MadeBook,
  count: number,
  dayOf: (index: number, of: number) => Day,
): Promise<AtBank[]> {
  const declared: AtBank[] = [];
  for (let index = 0; index < count; index += 1) {
    const [operator, direction] = WALLETS[index % WALLETS.length]!;
    const kind = direction === 'payout' ? 'top_up' : 'withdrawal';
    const on = dayOf(index, count);
    const amountNgwee = ngwee(FIRST_AMOUNT_NGWEE + index * AMOUNT_STEP_NGWEE);
    const made = await declareFloatMovement(depsOn(book, on), {
      ...{ operator, direction, kind, amountNgwee, on, reason: `${kind} ${index + 1}` },
      ...({ actor: 'staff:mary', approvedBy: 'staff:grace' } as const),
    });
    if (!made.ok) throw new Error(`a movement of the float was refused: ${made.refusal.kind}`);
    const isToWallet = kind === 'top_up';
    const text = `${isToWallet ? 'TO' : 'FROM'} ${operator.toUpperCase()} ${index + 1}`;
    declared.push({ on, text, amountNgwee: isToWallet ? -amountNgwee : amountNgwee });
  }
  return declared;
}

async function importStatements(book: MadeBook, rows: readonly AtBank[], lastOn: Day): Promise<void> {
  let balanceNgwee = 0;
  for (
    let fromOn = addDays(book.today, -DAYS - 1);
    fromOn <= lastOn;
    fromOn = addDays(fromOn, DAYS_OF_STATEMENT)
  ) {
    const throughOn = earlierOf(addDays(fromOn, DAYS_OF_STATEMENT - 1), lastOn);
    const lines = rows
      .filter(({ on }) => on >= fromOn && on <= throughOn)
      .map(({ on, text, amountNgwee }) => {
        balanceNgwee += amountNgwee;
        return [on, text, decimal(amountNgwee), decimal(balanceNgwee)].join(',');
      });
    const read = readBankStatement(
      Buffer.from(`${['Date,Narrative,Amount,Balance', ...lines].join('\n')}\n`),
    );
    if (!read.ok) throw new Error(`line ${read.refusal.line} of the bank: ${read.refusal.problem}`);
    const imported = await importBankStatement(depsOn(book, book.today), {
      account: FIRST_ACCOUNT,
      accounts: { bank_account: NO_BANK_ACCOUNT, second_bank_account: NO_BANK_ACCOUNT },
      rows: read.value,
      covers: { fromOn, throughOn },
      actor: importActor('bench'),
    });
    if (!imported.ok) throw new Error(`a statement of the bank was refused: ${imported.refusal.kind}`);
  }
}

/** An entry of the book at the bank that no statement has. */
async function payByJournal(book: MadeBook, bookedOn: Day, amount: number): Promise<void> {
  const amountNgwee = ngwee(amount);
  const posted = await book.db.inTransaction((db) =>
    postJournal(
      { ...depsOn(book, bookedOn), db },
      {
        kind: 'manual',
        bookedOn,
        lines: [
          { account: 'other_expense', debitNgwee: amountNgwee },
          { account: 'bank', creditNgwee: amountNgwee },
        ],
        ...({ reason: 'an invoice of the office', madeBy: 'staff:mary', approvedBy: 'staff:grace' } as const),
      },
    ),
  );
  if (!posted.ok) throw new Error(`a journal was refused: ${posted.refusal.kind}`);
}

function decimal(amountNgwee: number): string {
  return (amountNgwee / 100).toFixed(2);
}
