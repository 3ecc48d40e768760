import { addDays, type Day } from '@thumba/lending/day';
import type { PaymentDirection } from '@thumba/lending/ledger';
import { importActor } from '../../apps/server/src/book/actor.ts';
import { importStatement } from '../../apps/server/src/money/reconciliation/import-statement.ts';
import { readStatement } from '../../apps/server/src/money/reconciliation/statement-file.ts';
import {
  type StatementOperator,
  statementFormats,
} from '../../apps/server/src/money/reconciliation/statement-formats.ts';
import { lusakaDay, lusakaInstant } from '../../apps/server/src/platform/clock.ts';
import { statement } from '../../apps/server/src/platform/database.ts';
import type { MadeBook } from './waiting-work.ts';

/*
 * Statements of MTN for the last days, with the payments of the book and with money that belongs to none of them. A few
 * payments are not in the statements, a few have another amount there, and a few are known there and not in the book.
 */

/** One row of other money for so many borrowers. */
const ONE_ROW_OF = 5;
const ROWS_OF_STATEMENT = 20;
const MOST_STATEMENTS = 60;
/** One of so many rows of other money left, and one of so many came from a number of a borrower. */
const ONE_PAYOUT_OF = 10;
export const ONE_KNOWN_NUMBER_OF = 4;
/** One of so many payments of the book is not in the statement, and one of so many has another amount there. */
const ONE_MISSING_OF = 50;
const ONE_OTHER_AMOUNT_OF = 200;
/** One of so many payments whose outcome the book does not know succeeded at MTN. */
const ONE_UNKNOWN_OF = 20;
const MTN_HEADER =
  'Id,External Id,Date,Status,Type,Provider Category,Note/Message,From,From Name,To,To Name,Amount,Currency,Fee,Currency,Balance,Currency';
const AIRTEL_HEADER =
  'Transaction ID,Reference No,Transaction Date & Time,Transaction Status,Transaction Type,Sender Mobile Number,Receiver Mobile Number,Transaction Amount,Currency';
const KWACHA_NGWEE = 100;
const HOURS_MS = 3_600_000;
const LUSAKA_HOURS = 2;

/** The reference of a row of other money. */
export const referenceOf = (index: number) => `Y${3_000_000_000 + index}`;

const listPaymentsStatement = statement<
  {
    borrower_id: number;
    attempt_id: string;
    direction: PaymentDirection;
    amount_ngwee: number;
    operator_reference: string | null;
    msisdn_sealed: Buffer;
    is_unknown: boolean;
    at: Date;
  },
  { from: Date; until: Date }
>(
  'made book: list payments of MTN',
  `select borrower_id, attempt_id, direction, amount_ngwee, operator_reference, msisdn_sealed, state = 'unknown' as is_unknown,
     coalesce(finished_at, created_at) as at
   from payment_attempt
   where operator = 'mtn' and state in ('succeeded', 'unknown') and coalesce(finished_at, created_at) >= $from
     and coalesce(finished_at, created_at) < $until
   order by at, attempt_id`,
);

type Line = {
  reference: string;
  ourId: string;
  on: Day;
  time: string;
  direction: PaymentDirection;
  mobile: string;
  amountNgwee: number;
};

/** `mobiles` are numbers of borrowers, from which some of the other money came.  */
export async function importStatements(book: MadeBook, mobiles: readonly string[]): Promise<void> {
  const count = Math.max(3, Math.floor(book.borrowers / ONE_ROW_OF));
  const statements = Math.min(MOST_STATEMENTS, Math.ceil(count / ROWS_OF_STATEMENT));
  const days = Array.from({ length: statements }, (_, number) => addDays(book.today, number - statements));
  const own = await paymentsOfDays(book, days);
  const perStatement = Math.ceil(count / statements);
  for (const [number, on] of days.entries()) {
    const from = number * perStatement;
    const other = Array.from({ length: Math.min(perStatement, count - from) }, (_, at) =>
      otherMoney(book, mobiles, {
        index: from + at,
        on,
        time: `03:${String(Math.floor((at * 60) / perStatement)).padStart(2, '0')}:00`,
      }),
    );
    await importLines(book, 'mtn', [MTN_HEADER, ...[...other, ...(own.get(on) ?? [])].map(mtnLine)]);
  }
  await importLines(book, 'airtel', [AIRTEL_HEADER, ...airtelLines(addDays(book.today, -1))]);
}

async function paymentsOfDays(
  { db, sealing, today }: MadeBook,
  days: readonly Day[],
): Promise<Map<Day, Line[]>> {
  const from = lusakaInstant(days[0]!, '00:00:00')!;
  const payments = await db.rows(listPaymentsStatement, { from, until: lusakaInstant(today, '00:00:00')! });
  const lines = new Map<Day, Line[]>();
  for (const [index, payment] of payments.entries()) {
    const isShown = payment.is_unknown ? index % ONE_UNKNOWN_OF === 0 : index % ONE_MISSING_OF > 0;
    if (!isShown) continue;
    const on = lusakaDay(payment.at.getTime());
    const ofDay = lines.get(on) ?? [];
    lines.set(on, ofDay);
    ofDay.push({
      reference: payment.operator_reference ?? `X${index}`,
      ourId: payment.attempt_id,
      on,
      time: new Date(payment.at.getTime() + LUSAKA_HOURS * HOURS_MS).toISOString().slice(11, 19),
      direction: payment.direction,
      mobile: sealing.open('payment_attempt.msisdn_sealed', payment, payment.msisdn_sealed),
      amountNgwee: payment.amount_ngwee + (index % ONE_OTHER_AMOUNT_OF === 1 ? KWACHA_NGWEE : 0),
    });
  }
  return lines;
}

function otherMoney(
  { random }: MadeBook,
  mobiles: readonly string[],
  { index, on, time }: { index: number; on: Day; time: string },
): Line {
  const known =
    index % ONE_KNOWN_NUMBER_OF === 0 ? mobiles[(index / ONE_KNOWN_NUMBER_OF) % mobiles.length] : undefined;
  return {
    ...{ reference: referenceOf(index), ourId: '', on, time },
    direction: index % ONE_PAYOUT_OF === 1 ? 'payout' : 'collection',
    mobile: known ?? `096${String(random.between(1_000_000, 9_999_999))}`,
    amountNgwee: random.between(20, 900) * KWACHA_NGWEE,
  };
}

function mtnLine({ reference, ourId, on, time, direction, mobile, amountNgwee }: Line): string {
  const party = `FRI:26${mobile}/MSISDN,"Payer"`;
  const merchant = 'FRI:900100/MM,Thumba';
  const isPayout = direction === 'payout';
  return [
    `${reference},${ourId},${on} ${time},Successful,${isPayout ? 'Transfer' : 'Debit'},,Loan`,
    ...(isPayout ? [merchant, party] : [party, merchant]),
    `"${(amountNgwee / KWACHA_NGWEE).toFixed(2)}"`,
    'ZMW,0.00,ZMW,100.00,ZMW',
  ].join(',');
}

/** A statement of a day on which the book has more than the two rows. */
function airtelLines(on: Day): string[] {
  return ['08:00:00', '14:00:00'].map(
    (time, at) => `Z${3_000_000_000 + at},,${on} ${time},TS,B2C,,0979999999,1.00,ZMW`,
  );
}

async function importLines(
  { db, sealing, today }: MadeBook,
  operator: StatementOperator,
  lines: readonly string[],
): Promise<void> {
  const bytes = Buffer.from(`${lines.join('\r\n')}\r\n`);
  const read = readStatement(statementFormats[operator], bytes);
  if (!read.ok) throw new Error(`line ${read.refusal.line} of a statement: ${read.refusal.problem}`);
  const nowMs = lusakaInstant(today, '05:30:00')!.getTime();
  const imported = await importStatement(
    { db, sealing, nowMs, today },
    { operator, bytes, rows: read.value, actor: importActor('bench') },
  );
  if (!imported.ok) throw new Error(`a statement was refused: ${imported.refusal.kind}`);
}
