import { addDays, type Day } from '@thumba/lending/day';
import { importActor, staffActor } from '../../apps/server/src/book/actor.ts';
import { writeComplaint } from '../../apps/server/src/contact/complaint/commands.ts';
import { differencesOfStatement } from '../../apps/server/src/money/reconciliation/differences.ts';
import { importStatement } from '../../apps/server/src/money/reconciliation/import-statement.ts';
import { putIntoSuspense } from '../../apps/server/src/money/reconciliation/resolve-difference.ts';
import { readStatement } from '../../apps/server/src/money/reconciliation/statement-file.ts';
import { statementFormats } from '../../apps/server/src/money/reconciliation/statement-formats.ts';
import { lusakaInstant } from '../../apps/server/src/platform/clock.ts';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import type { Sealing } from '../../apps/server/src/platform/sealing.ts';
import { asApproved } from '../../apps/server/test/approved-match.ts';
import type { SeededRandom } from '../worked-year/seeded-random.ts';

/* What waits for people of staff beside the applications: complaints, money in suspense, differences, blocked accounts. */

const ONE_COMPLAINT_OF = 200;
const ONE_UNKNOWN_PAYMENT_OF = 1000;
const ONE_BLOCKED_OF = 500;
const COMPLAINT_DAYS = 14;
const ANSWER_DAYS = 10;
const HEADER =
  'Id,External Id,Date,Status,Type,Provider Category,Note/Message,From,From Name,To,To Name,Amount,Currency,Fee,Currency,Balance,Currency';

const COMPLAINTS = [
  ['payment', 'I paid on Monday and the app still says that I owe the money.'],
  ['cost', 'The fee is higher than what I was told on the phone.'],
  ['reminders', 'Please send fewer reminders, I know when to pay.'],
  ['decision', 'I was declined and I do not understand why.'],
  ['app', 'The app does not open on my phone since yesterday.'],
] as const;

export type MadeBook = {
  db: Database;
  sealing: Sealing;
  borrowers: number;
  today: Day;
  random: SeededRandom;
};

export async function writeComplaints({ db, sealing, borrowers, today, random }: MadeBook): Promise<number> {
  const count = Math.max(3, Math.floor(borrowers / ONE_COMPLAINT_OF));
  for (let number = 0; number < count; number += 1) {
    const on = addDays(today, -Math.floor((COMPLAINT_DAYS * (count - 1 - number)) / count));
    const nowMs = lusakaInstant(on, '07:30:00')!.getTime();
    const [topic, text] = random.pick(COMPLAINTS);
    const written = await writeComplaint(
      { db, sealing, clock: { nowMs: () => nowMs }, today: () => on },
      {
        borrowerId: 1 + ((number * 7919) % borrowers),
        topic,
        text,
        loanId: undefined,
        answerDays: ANSWER_DAYS,
      },
    );
    if (!written.ok) throw new Error(`a complaint was refused: ${written.refusal.kind}`);
  }
  return count;
}

/** Collections that belong to no payment of the book: two thirds are in suspense, and the others wait as differences. */
export async function receiveUnknownPayments(book: MadeBook): Promise<{ suspense: number; open: number }> {
  const { db, sealing, borrowers, today, random } = book;
  const count = Math.max(3, Math.floor(borrowers / ONE_UNKNOWN_PAYMENT_OF));
  const nowMs = lusakaInstant(today, '05:30:00')!.getTime();
  const lines = Array.from({ length: count }, (_, index) =>
    [
      `Y${3_000_000_000 + index}`,
      '',
      // A time of the day at which nothing of the book happens.
      `${addDays(today, -1)} 03:${String(Math.floor((index * 50) / count)).padStart(2, '0')}:00`,
      'Successful,Debit,,Loan',
      `FRI:26096${String(random.between(1_000_000, 9_999_999))}/MSISDN,"Unknown",FRI:900100/MM,Thumba`,
      `"${random.between(20, 900)}.00"`,
      'ZMW,0.00,ZMW,100.00,ZMW',
    ].join(','),
  );
  const bytes = Buffer.from(`${[HEADER, ...lines].join('\r\n')}\r\n`);
  const read = readStatement(statementFormats.mtn, bytes);
  if (!read.ok) throw new Error(`line ${read.refusal.line} of a statement: ${read.refusal.problem}`);
  const imported = await importStatement(
    { db, sealing, nowMs, today },
    { operator: 'mtn', bytes, rows: read.value, actor: importActor('bench') },
  );
  if (!imported.ok) throw new Error(`a statement was refused: ${imported.refusal.kind}`);
  // The statement has no row of what the book paid and received on that day, which are differences too.
  const differences = (await differencesOfStatement(db, imported.value.statementId)).filter(
    ({ kind }) => kind === 'extra',
  );
  const unknown = differences.slice(0, Math.ceil((differences.length * 2) / 3));
  for (const { difference_id: differenceId } of unknown) {
    const suspending = { differenceId, actor: staffActor('mary'), reason: 'the payer is not known yet' };
    const deps = { db, clock: { nowMs: () => nowMs }, today: () => today };
    const placed = await asApproved(db, (approval) => putIntoSuspense(deps, { ...suspending, approval }));
    if (!placed.ok) throw new Error(`a difference was refused: ${placed.refusal.kind}`);
  }
  return { suspense: unknown.length, open: differences.length - unknown.length };
}

const blockStatement = statement<{ borrower_id: number }, { every: number; now: Date }>(
  'made book: block borrowers',
  `update borrower set blocked_at = $now::timestamptz where borrower_id % $every::bigint = 0 returning borrower_id`,
);

export async function blockSome({ db, borrowers, today }: MadeBook): Promise<number> {
  const every = Math.min(ONE_BLOCKED_OF, borrowers);
  const now = lusakaInstant(addDays(today, -5), '11:00:00')!;
  return (await db.rows(blockStatement, { every, now })).length;
}
