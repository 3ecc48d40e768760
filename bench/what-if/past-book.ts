import { randomBytes } from 'node:crypto';
import { createBorrowerClient } from '../../apps/server/src/demo/borrower-client.ts';
import { apply, giveDetails, type LoanRequest, signIn } from '../../apps/server/src/demo/borrower-steps.ts';
import { drawnCard } from '../../apps/server/src/demo/drawn-card.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import type { Sealing } from '../../apps/server/src/platform/sealing.ts';
import type { RunningServer } from '../bench-database.ts';
import { copyBorrower } from '../copy-borrower.ts';

const INCOMES = [800, 1200, 1700, 2100, 2600, 3200, 4100, 5300, 6400, 8000];
const WISHES: readonly LoanRequest[] = [
  { productId: 1, termId: 1, amount: 300 },
  { productId: 1, termId: 1, amount: 700 },
  { productId: 1, termId: 2, amount: 300 },
  { productId: 1, termId: 2, amount: 500 },
];

const neverPaidOutStatement = statement<never>(
  'bench: payouts are never asked for',
  `update payment_attempt set next_step_at = null where direction = 'payout' and next_step_at is not null`,
);

/**
 * Borrowers of other ages and incomes apply over HTTP, and each of them is copied with all rows. Their money is not sent,
 * because the operators of this machine answer nothing.
 */
export async function makePastApplications(
  parts: { db: Database; sealing: Sealing; server: RunningServer },
  applications: number,
): Promise<number> {
  const { db, sealing, server } = parts;
  const originals = INCOMES.length * WISHES.length;
  const copies = Math.ceil(applications / originals) - 1;
  for (let number = 0; number < originals; number += 1) {
    const borrowerId = await applyAs(server, number);
    await db.rows(neverPaidOutStatement, {});
    const hashes = Array.from(
      { length: copies },
      () => sealing.lookupHashes('token', randomBytes(32).toString('base64url'))[0]!,
    );
    await copyBorrower(db, sealing, borrowerId, hashes);
  }
  return originals * (copies + 1);
}

async function applyAs(server: RunningServer, number: number): Promise<number> {
  const client = createBorrowerClient(`http://127.0.0.1:${server.port}`, systemClock.nowMs);
  const { id } = await signIn(client, server, `09670${String(10_000 + number)}`);
  const idNumber = `${300_000 + number}/10/1`;
  const name = { firstName: 'Chipo', lastName: 'Lungu' };
  await giveDetails(client, {
    identity: { ...name, idNumber, birthDate: `${1960 + (number % 44)}-05-01` },
    card: { front: await drawnCard({ ...name, idNumber }) },
    monthlyIncome: INCOMES[number % INCOMES.length]!,
  });
  const wish = WISHES[Math.floor(number / INCOMES.length)]!;
  const trial = await client.call('productTrial', { body: wish });
  // The income allows less.
  const { largestAmount } = trial.data as { largestAmount?: number };
  await apply(client, { ...wish, amount: largestAmount ?? wish.amount });
  return id;
}
