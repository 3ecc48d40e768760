import { vi } from 'vitest';
import { moveUnasked, reconcile } from '../src/money/reconciliation/reconciled-server.test-support.ts';
import { answerAs } from '../src/staff/terminal/two-people.test-support.ts';
import { type AppBorrower, PATIENCE, submitPayment, waitForPending } from './app-borrower.ts';
import type { AppServer } from './app-server.ts';
import type { StaffMember } from './staff-client.ts';

type Answered<Data> = { code: number; msg: string; data: Data };

function dataOf<Data>({ code, msg, data }: Answered<Data>): Data {
  if (code !== 200) throw new Error(msg);
  return data;
}

type Pair = { mary: StaffMember; grace: StaffMember };

/**
 * Gives finance something of each of its lists: a payment without a known outcome, differences, a piece of suspense of
 * which a part has its place, money in transit, rows of the bank, and a day that is signed.
 */
export async function bringMoneyToWorkOn(
  server: AppServer,
  pair: Pair,
  { payer, loanId }: { payer: AppBorrower; loanId: number },
): Promise<void> {
  await leaveUnknown(server, await submitPayment(payer, loanId, 50));
  await receiveUnknownMoney(server, pair, payer.borrowerId);
  await moveFloat(server, pair);
  await signOldestDay(pair);
}

async function leaveUnknown(server: AppServer, paymentId: string): Promise<void> {
  await waitForPending(server, paymentId);
  await server.query(
    `update payment_attempt set state = 'unknown', sent_at = sent_at - interval '25 hours',
       next_step_at = now() + interval '10 years' where attempt_id = $1`,
    [paymentId],
  );
}

/**
 * Payments that came without us. One is put into suspense, and a part of it becomes wallet credit. Two are put there
 * together, and one stays a difference.
 */
async function receiveUnknownMoney(server: AppServer, pair: Pair, borrowerId: number): Promise<void> {
  const references: string[] = [];
  for (const amount of [61, 45, 30, 27])
    references.push(await moveUnasked(server, { mobile: server.newMobile('mtn'), amount }));
  const { differences } = await reconcile(server);
  const [alone, ...together] = references
    .slice(0, 3)
    .map((reference) => differences.find((one) => one.operator_reference === reference)!.difference_id);
  const { mary, grace } = pair;
  const params = { differenceId: alone! };
  const match = { to: 'suspense' } as const;
  const shown = dataOf(await mary.client.call('previewDifference', { params, body: { match } }));
  const body = { match, reason: 'its owner is not known', digest: shown.digest };
  const asked = dataOf(await mary.client.call('askDifference', { params, body }));
  dataOf(await answerAs(grace, asked.requestId));
  await suspendTogether(server, pair, together);

  const { items } = dataOf(await mary.client.call('listSuspense', { query: { pageSize: 100 } }));
  const piece = { pieceId: items.findLast(({ amount }) => amount === 61)!.pieceId };
  const placement = { target: 'wallet', amount: 20, borrowerId } as const;
  const previewed = dataOf(
    await mary.client.call('previewPlacement', { params: piece, body: { placement } }),
  );
  const wanted = { placement, reason: 'the SMS shows it', digest: previewed.digest };
  const placed = dataOf(await mary.client.call('askPlacement', { params: piece, body: wanted }));
  dataOf(await answerAs(grace, placed.requestId));
}

async function suspendTogether(
  server: AppServer,
  { mary, grace }: Pair,
  differenceIds: number[],
): Promise<void> {
  const many = { to: 'suspense', differenceIds } as const;
  const { digest } = dataOf(await mary.client.call('previewDifferences', { body: many }));
  const body = { ...many, reason: 'their owners are not known', digest };
  const { requestId } = dataOf(await mary.client.call('resolveDifferences', { body }));
  dataOf(await answerAs(grace, requestId!));
  await vi.waitFor(async () => {
    const [{ open }] = await server.query(
      'select count(*)::integer as open from difference_batch where ended_at is null',
    );
    if (open > 0) throw new Error(`${open} batches go on`);
  }, PATIENCE);
}

/** A top-up that the bank has too, a withdrawal that it has not, and a row of the bank that the book has not. */
async function moveFloat(server: AppServer, { mary, grace }: Pair): Promise<void> {
  const on = server.today();
  for (const [kind, amount] of [
    ['top_up', 4000],
    ['withdrawal', 300],
  ] as const) {
    const movement = { kind, operator: 'mtn', direction: 'payout', amount, on } as const;
    const shown = dataOf(await mary.client.call('previewFloatMovement', { body: movement }));
    const body = { ...movement, reason: 'payouts of the week', digest: shown.digest };
    const { requestId } = dataOf(await mary.client.call('askForFloatMovement', { body }));
    dataOf(await answerAs(grace, requestId));
  }
  const rows = [`${on},Top up,"4,000.00",,"-4,000.00"`, `${on},Capital,,"9,000.00","5,000.00"`];
  const file = new Uint8Array(Buffer.from(`Date,Narrative,Debit,Credit,Balance\n${rows.join('\n')}\n`));
  const { digest } = dataOf(await mary.client.call('readBankStatement', { query: {}, file }));
  dataOf(await mary.client.call('importBankStatement', { query: { digest }, file }));
}

async function signOldestDay({ mary }: Pair): Promise<void> {
  const { items } = dataOf(await mary.client.call('listUnsignedDays', { query: {} }));
  const params = items[0]!;
  const { balance } = dataOf(await mary.client.call('getWalletDay', { params }));
  dataOf(await mary.client.call('signWalletDay', { params, body: { balance } }));
}
