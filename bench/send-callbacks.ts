import { setTimeout as sleep } from 'node:timers/promises';
import type { OperatorName } from '@thumba/lending/ledger';
import { callbackPath } from '../apps/server/src/money/payment/callback-routes.ts';
import { type Database, statement } from '../apps/server/src/platform/database.ts';
import { type Connection, openConnection } from './connection.ts';
import { percentile } from './figures.ts';

export type Callback = { operator: OperatorName; attemptId: string };
export type Posted = { perSecond: number; p50Ms: number; p99Ms: number; refused: string[] };

// A posted payment has no next step. A payment that was not called back has its next step tomorrow.
const countUnderWay = statement<{ count: number }>(
  'bench: payments under way',
  `select count(*) from payment_attempt where next_step_at < now() + interval '12 hours'`,
);

const LOOK_EVERY_MS = 10;
const PATIENCE_MS = 120_000;

/** Sends each callback once and waits until every one is answered and every payment is posted. */
export async function sendCallbacks(
  { port, db, callbackSecret }: { port: number; db: Database; callbackSecret: Buffer },
  callbacks: readonly Callback[],
  connections: number,
): Promise<Posted> {
  const requests = callbacks.map((callback) => requestOf(callback, callbackSecret));
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const latencies: number[] = [];
  const refused: string[] = [];
  const beganAt = performance.now();

  async function sendThrough(connection: Connection): Promise<void> {
    for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
      const sentAt = performance.now();
      const answer = await connection.ask(request);
      if (answer !== '') refused.push(answer);
      latencies.push(performance.now() - sentAt);
    }
    connection.close();
  }

  await Promise.all(open.map(sendThrough));
  while ((await db.row(countUnderWay, {}))!.count > 0) {
    if (performance.now() - beganAt > PATIENCE_MS) throw new Error('callbacks were not followed');
    await sleep(LOOK_EVERY_MS);
  }
  return {
    perSecond: callbacks.length / ((performance.now() - beganAt) / 1000),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    refused,
  };
}

function requestOf({ operator, attemptId }: Callback, callbackSecret: Buffer): string {
  const body = JSON.stringify(
    operator === 'mtn'
      ? { externalId: attemptId, status: 'SUCCESSFUL', amount: '20', currency: 'ZMW' }
      : { transaction: { id: attemptId, message: 'Paid', status_code: 'TS', airtel_money_id: 'MP1' } },
  );
  return `POST ${callbackPath(operator, callbackSecret)} HTTP/1.1\r
host: 127.0.0.1\r
content-type: application/json\r
content-length: ${body.length}\r
\r
${body}`;
}
