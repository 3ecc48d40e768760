import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import path from 'node:path';
import { formatKwacha } from '@thumba/lending/money';
import { createPostingLine } from './loan/posting-line.ts';
import { describeSettleRefusal, type SettleRequest, settleUnknown } from './payment/settle-unknown.ts';
import { openCalendar } from './platform/calendar.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { withDatabaseOf } from './platform/postgres/command-database.ts';
import { StartFailure } from './platform/start-failure.ts';
import { openCatalogue } from './product/catalogue.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../migrations');

/* npm run settle -- <paymentId> succeeded|failed <reason> */
try {
  const asked = readWords(process.argv.slice(2));
  console.log(await withDatabaseOf(process.env, MIGRATIONS, (url) => settle(url, asked)));
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function readWords([attemptId = '', outcome = '', ...reason]: string[]): Omit<SettleRequest, 'staffName'> {
  if (attemptId === '')
    throw new StartFailure(
      'Say which payment, how it ended, and how you know: npm run settle -- 3b241101-… succeeded "on the statement of 21 November"',
    );
  if (outcome !== 'succeeded' && outcome !== 'failed')
    throw new StartFailure(`"${outcome}" is no end of a payment: say succeeded or failed.`);
  return { attemptId, outcome, reason: reason.join(' ') };
}

/** Answers what was done, in one line. A server that is up, or the next one that starts, sends the messages. */
async function settle(databaseUrl: string, asked: Omit<SettleRequest, 'staffName'>): Promise<string> {
  const clock = systemClock;
  const db = openDatabase({ url: databaseUrl, maxConnections: 2 });
  try {
    const calendar = await openCalendar(db, clock);
    const catalogue = await openCatalogue(db, clock);
    const nobodyWaits = () => undefined;
    const settled = await settleUnknown(
      {
        db,
        clock,
        line: createPostingLine({ db, clock, onNewAttempts: nobodyWaits, onNewMessages: nobodyWaits }),
        today: () => calendar.today(),
        ladderRule: () => catalogue.current().ladder,
        newAttemptId: () => randomUUID(),
        onNewMessages: nobodyWaits,
      },
      { ...asked, staffName: userInfo().username },
    );
    if (!settled.ok) throw new StartFailure(describeSettleRefusal(settled.refusal));
    const { amount_ngwee: amountNgwee, operator } = settled.value;
    return `Payment ${asked.attemptId} of ${formatKwacha(amountNgwee)} by ${operator} ${asked.outcome}.`;
  } finally {
    await db.close();
  }
}
