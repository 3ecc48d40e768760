import { staffActor } from '../../apps/server/src/book/actor.ts';
import { claimPayment } from '../../apps/server/src/money/reconciliation/claims.ts';
import {
  beginBatch,
  endBatch,
  endItem,
} from '../../apps/server/src/money/reconciliation/difference-batches.ts';
import { ignoreDifference } from '../../apps/server/src/money/reconciliation/leave-difference.ts';
import {
  putIntoSuspense,
  type Resolution,
} from '../../apps/server/src/money/reconciliation/resolve-difference.ts';
import { lusakaInstant, toDate } from '../../apps/server/src/platform/clock.ts';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import { asApproved } from '../../apps/server/test/approved-match.ts';
import { importStatements, ONE_KNOWN_NUMBER_OF, referenceOf } from './operator-statements.ts';
import type { MadeBook } from './waiting-work.ts';

/*
 * Where the statements of operators and the book differ, and what borrowers say they paid. Half of the money that belongs
 * to no payment is in suspense, and some differences were left as they are.
 */

/** One of so many borrowers says that a payment was made. */
const ONE_CLAIM_OF = 20;
/** Of eight differences so many are put into suspense, and one is left as it is. */
const SUSPENDED_OF_EIGHT = 4;
const BATCH_SIZE = 200;

type Payer = { borrower_id: number; mobile: string; operator_reference: string | null };

const listPayersStatement = statement<
  { borrower_id: number; account_id: number; mobile_sealed: Buffer; operator_reference: string | null },
  { count: number; every: number }
>(
  'made book: list payers',
  `select a.borrower_id, a.account_id, a.mobile_sealed, (select p.operator_reference from payment_attempt p
       where p.borrower_id = a.borrower_id and p.direction = 'collection' and p.state = 'succeeded'
       order by p.created_at limit 1) as operator_reference
   from repay_account a where a.operator = 'mtn' and a.is_default and a.borrower_id % $every::bigint = 0
   order by a.borrower_id limit $count`,
);

async function listPayers({ db, sealing, borrowers }: MadeBook): Promise<Payer[]> {
  const count = Math.ceil(borrowers / ONE_CLAIM_OF);
  // Two of three borrowers have an account at MTN.
  const every = Math.max(1, Math.floor(borrowers / count / 2));
  const rows = await db.rows(listPayersStatement, { count, every });
  return rows.map(({ borrower_id, account_id, mobile_sealed, operator_reference }) => ({
    borrower_id,
    operator_reference,
    mobile: sealing.open('repay_account.mobile_sealed', { borrower_id, account_id }, mobile_sealed),
  }));
}

/** Answers how many pieces are in suspense, how many differences are open, and how many borrowers say that they paid. */
export async function receiveUnknownMoney(
  book: MadeBook,
): Promise<{ suspense: number; open: number; claims: number }> {
  const payers = await listPayers(book);
  const claims = await claimPayments(book, payers);
  await importStatements(
    book,
    payers.map(({ mobile }) => mobile),
  );
  await book.db.pool.query('analyze operator_statement_row, reconciliation_difference, claim_ticket');
  return { claims, ...(await resolveSome(book)) };
}

/**
 * What borrowers say they paid, before the statements come: a payment that the book has, money that a statement will have,
 * or a reference that nothing has.
 */
async function claimPayments({ db, sealing, today }: MadeBook, payers: readonly Payer[]): Promise<number> {
  const nowMs = lusakaInstant(today, '05:15:00')!.getTime();
  const deps = { db, sealing, clock: { nowMs: () => nowMs }, today: () => today, onHint: () => undefined };
  for (const [index, { borrower_id: borrowerId, operator_reference: paid }] of payers.entries()) {
    const reference =
      [paid, referenceOf(index * ONE_KNOWN_NUMBER_OF)][index % 3] ?? `N${4_000_000_000 + index}`;
    const answer = await claimPayment(deps, { borrowerId, reference });
    if (answer.kind === 'too_many') throw new Error(`borrower ${borrowerId} may not claim a payment`);
  }
  return payers.length;
}

const listExtraStatement = statement<{ difference_id: number }>(
  'made book: list money of no payment',
  `select difference_id from reconciliation_difference where kind = 'extra' and state = 'open' order by difference_id`,
);
const countOpenStatement = statement<{ count: number }>(
  'made book: count open differences',
  `select count(*) as count from reconciliation_difference where state = 'open'`,
);

async function resolveSome({ db, today }: MadeBook): Promise<{ suspense: number; open: number }> {
  const extra = (await db.rows(listExtraStatement, {})).map((row) => row.difference_id);
  const ofEight = (isWanted: (place: number) => boolean) => extra.filter((_, index) => isWanted(index % 8));
  const suspended = ofEight((place) => place < SUSPENDED_OF_EIGHT);
  const clock = { nowMs: () => lusakaInstant(today, '05:40:00')!.getTime() };
  const deps = { db, clock, today: () => today };
  await resolveTogether(db, suspended, {
    ...{ resolution: 'suspense', reason: 'the payer is not known yet', now: toDate(clock.nowMs()) },
    resolve: (resolution) => putIntoSuspense(deps, resolution),
  });
  const left = ofEight((place) => place === SUSPENDED_OF_EIGHT);
  await resolveTogether(db, left, {
    ...{ resolution: 'leave', reason: 'the money of another business', now: toDate(clock.nowMs()) },
    resolve: (resolution) => ignoreDifference(deps, resolution),
  });
  return { suspense: suspended.length, open: (await db.row(countOpenStatement, {}))!.count };
}

type Together = Pick<Parameters<typeof beginBatch>[1], 'resolution' | 'reason' | 'now'> & {
  resolve(resolution: Resolution): Promise<{ ok: boolean }>;
};

async function resolveTogether(
  db: Database,
  differenceIds: readonly number[],
  { resolve, ...together }: Together,
): Promise<void> {
  const actor = staffActor('mary');
  for (let from = 0; from < differenceIds.length; from += BATCH_SIZE) {
    const ofBatch = differenceIds.slice(from, from + BATCH_SIZE);
    await asApproved(db, async (approval) => {
      const batchId = (await beginBatch(db, { ...together, actor, approval, differenceIds: ofBatch }))!;
      for (const differenceId of ofBatch) {
        const { reason } = together;
        const resolved = await resolve({ differenceId, actor, reason, approval });
        if (!resolved.ok) throw new Error(`difference ${differenceId} was refused`);
        await endItem(db, { batchId, differenceId, refusal: null });
      }
      await endBatch(db, { batchId, now: together.now });
    });
  }
}
