import { randomUUID } from 'node:crypto';
import type { Month } from '@thumba/accounting/month';
import type { Actor } from '../../book/actor.ts';
import { toDate } from '../../platform/clock.ts';
import { type Database, LONGEST_ANSWER_MS, statement, type Transaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { AccrualDeps } from './accrual.ts';
import { type MonthEndStep, runMonthEnd } from './month-end.ts';

/** The end of a month that a person had run in the background. `isDone` is null while it is under way. */
export type MonthEndOrder = {
  orderId: number;
  month: Month;
  askedBy: Actor;
  askedAt: Date;
  endedAt: Date | null;
  isDone: boolean | null;
  lines: string[];
};

const ORDER = `order_id as "orderId", month, asked_by as "askedBy", asked_at as "askedAt", ended_at as "endedAt",
  is_done as "isDone", lines`;

const insertOrderStatement = statement<{ orderId: number }, { month: Month; askedBy: Actor; now: Date }>(
  'month-end: insert order',
  `insert into month_end_order (month, asked_by, asked_at) values ($month, $askedBy, $now)
   on conflict do nothing returning order_id as "orderId"`,
);

/** Has the end of a month run in the background. Undefined while another one is under way. */
export async function orderMonthEnd(
  db: Database,
  order: { month: Month; askedBy: Actor; now: Date },
): Promise<number | undefined> {
  return (await db.row(insertOrderStatement, order))?.orderId;
}

const listOrdersStatement = statement<MonthEndOrder, { limit: number }>(
  'month-end: list orders',
  `select ${ORDER} from month_end_order order by order_id desc limit $limit`,
);

/** The latest orders, the last one first. */
export async function listOrders(db: Transaction, limit: number): Promise<MonthEndOrder[]> {
  return db.rows(listOrdersStatement, { limit });
}

const claimOrderStatement = statement<MonthEndOrder, { now: Date; until: Date }>(
  'month-end: claim order',
  `update month_end_order set claimed_until = $until
   where ended_at is null and (claimed_until is null or claimed_until <= $now) returning ${ORDER}`,
);

const keepClaimStatement = statement<never, { orderId: number; until: Date | null }>(
  'month-end: keep claim',
  `update month_end_order set claimed_until = $until where order_id = $orderId and ended_at is null`,
);

const endOrderStatement = statement<never, { orderId: number; isDone: boolean; lines: string[]; now: Date }>(
  'month-end: end order',
  `update month_end_order set ended_at = $now, is_done = $isDone, lines = $lines, claimed_until = null
   where order_id = $orderId and ended_at is null`,
);

/** So long after the last word of the program that works on it, another one goes on. */
const CLAIM_MS = 90_000;
const SAY_AGAIN_MS = 20_000;

export type OrderDeps = AccrualDeps & { log: Log; steps: readonly MonthEndStep[] };

/**
 * Goes on with the order that is under way, if no other program works on it. Answers how many it ended. A run that is
 * stopped between two batches stays under way, and one that broke off is ended with a reference for the log.
 */
export async function continueOrder(deps: OrderDeps): Promise<number> {
  const { db, clock, log, signal } = deps;
  const until = () => toDate(clock.nowMs() + CLAIM_MS);
  const order = await db.row(claimOrderStatement, { now: toDate(clock.nowMs()), until: until() });
  if (!order) return 0;
  const { orderId, month, askedBy } = order;
  const claim = (claimedUntil: Date | null) =>
    db.rows(keepClaimStatement, { orderId, until: claimedUntil }).catch((error: unknown) => {
      log.error({ err: error }, 'the claim of a month-end run could not be kept');
    });
  const timer = setInterval(() => void claim(until()), SAY_AGAIN_MS);
  try {
    const patient = { ...deps, db: db.withAnswerLimit(LONGEST_ANSWER_MS) };
    const { done: isDone, lines } = await runMonthEnd(patient, { month, actor: askedBy });
    if (signal?.aborted && !isDone) return 0;
    await db.rows(endOrderStatement, { orderId, isDone, lines, now: toDate(clock.nowMs()) });
    return 1;
  } catch (error) {
    const reference = randomUUID().slice(0, 8);
    log.error({ err: error, reference, month }, 'a month-end run broke off');
    const lines = [`The run broke off. What it did so far stays. Reference ${reference}.`];
    await db.rows(endOrderStatement, { orderId, isDone: false, lines, now: toDate(clock.nowMs()) });
    return 1;
  } finally {
    clearInterval(timer);
    if (signal?.aborted) await claim(null);
  }
}
