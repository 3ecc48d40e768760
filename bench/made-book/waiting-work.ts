import { addDays, type Day } from '@thumba/lending/day';
import { writeComplaint } from '../../apps/server/src/contact/complaint/commands.ts';
import type { SeededRandom } from '../../apps/server/src/demo-year/seeded-random.ts';
import { lusakaInstant } from '../../apps/server/src/platform/clock.ts';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import type { Sealing } from '../../apps/server/src/platform/sealing.ts';

/* What waits for people of staff beside the applications and the money: complaints, blocked accounts. */

const ONE_COMPLAINT_OF = 200;
const ONE_BLOCKED_OF = 500;
const COMPLAINT_DAYS = 14;
const ANSWER_DAYS = 10;

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

const blockStatement = statement<{ borrower_id: number }, { every: number; now: Date }>(
  'made book: block borrowers',
  `update borrower set blocked_at = $now::timestamptz where borrower_id % $every::bigint = 0 returning borrower_id`,
);

export async function blockSome({ db, borrowers, today }: MadeBook): Promise<number> {
  const every = Math.min(ONE_BLOCKED_OF, borrowers);
  const now = lusakaInstant(addDays(today, -5), '11:00:00')!;
  return (await db.rows(blockStatement, { every, now })).length;
}
