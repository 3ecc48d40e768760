import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import path from 'node:path';
import { formatKwacha } from '@thumba/lending/money';
import { describeReviewRefusal, type ReviewOutcome, reviewApplication } from './application/review.ts';
import { createPostingLine } from './loan/posting-line.ts';
import { operatorsOfConfig } from './operators-of-config.ts';
import { openCalendar } from './platform/calendar.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { createLog } from './platform/log.ts';
import { withDatabaseOf } from './platform/postgres/command-database.ts';
import { createSealing } from './platform/sealing.ts';
import { StartFailure } from './platform/start-failure.ts';
import { openCatalogue } from './product/catalogue.ts';
import { demoSettings } from './simulator/settings.ts';

const MIGRATIONS = path.join(import.meta.dirname, '../migrations');

/* npm run decide -- <orderId> approve|decline <reason> */
try {
  const asked = readWords(process.argv.slice(2));
  console.log(await withDatabaseOf(process.env, MIGRATIONS, (url) => decide(url, asked)));
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

type Asked = { loanId: number; outcome: ReviewOutcome; reason: string };

function readWords([order = '', word = '', ...reason]: string[]): Asked {
  if (order === '')
    throw new StartFailure('Say which order, what, and why: npm run decide -- 100001 approve "payslip seen"');
  const loanId = Number(order);
  if (!Number.isSafeInteger(loanId) || loanId <= 0)
    throw new StartFailure(`"${order}" is not the number of an order.`);
  if (word !== 'approve' && word !== 'decline')
    throw new StartFailure(`"${word}" is no decision: say approve or decline.`);
  return { loanId, outcome: word, reason: reason.join(' ') };
}

/** Answers what was done, in one line. A server that is up, or the next one that starts, sends payout and message. */
async function decide(databaseUrl: string, asked: Asked): Promise<string> {
  const config = readConfig(process.env);
  const clock = systemClock;
  const sealing = createSealing(config.keys);
  const log = createLog({ level: config.LOG_LEVEL, service: 'thumba' });
  const publicUrl = config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`;
  const simulator = config.demo
    ? { url: config.SIMULATOR_URL ?? `${publicUrl}/sim`, settings: demoSettings }
    : undefined;
  const db = openDatabase({ url: databaseUrl, maxConnections: 2 });
  try {
    const calendar = await openCalendar(db, clock);
    const line = createPostingLine({
      db,
      clock,
      onNewAttempts: () => undefined,
      onNewMessages: () => undefined,
    });
    const reviewed = await reviewApplication(
      {
        db,
        sealing,
        line,
        operators: operatorsOfConfig(config, { clock, log, sealing }, simulator, publicUrl),
        today: () => calendar.today(),
        newAttemptId: () => randomUUID(),
        catalogue: await openCatalogue(db, clock),
      },
      { ...asked, staffName: userInfo().username },
    );
    if (!reviewed.ok) throw new StartFailure(describeReviewRefusal(reviewed.refusal));
    const { loanId, receivedNgwee } = reviewed.value;
    return asked.outcome === 'approve'
      ? `Order ${loanId} is approved: ${formatKwacha(receivedNgwee)} is on its way.`
      : `Order ${loanId} is declined.`;
  } finally {
    await db.close();
  }
}
