import { addDays, type Day } from '@thumba/lending/day';
import type { HardshipPlan } from '@thumba/lending/hardship';
import type { CountedPayment, Loan } from '@thumba/lending/loan';
import { add, type Ngwee } from '@thumba/lending/money';
import { judgePromise } from '@thumba/lending/promise-to-pay';
import { type Database, statement } from '../../platform/database.ts';

export type PromiseState = 'open' | 'kept' | 'broken' | 'lapsed';

type PromiseRow = {
  borrower_id: number;
  promise_id: number;
  promised_on: Day;
  due_on: Day;
  amount_ngwee: Ngwee;
  paid_before_ngwee: Ngwee;
  state: PromiseState;
  loan_state: Loan['state'];
  pending_since_on: Day | null;
  counted_payments: CountedPayment[];
  hardship: HardshipPlan | null;
};

/** A payment of the promised day that is learned of later, or taken back, changes a promise for so long. */
const WATCHED_DAYS = 31;
const BATCH_SIZE = 1000;

const listStatement = statement<
  PromiseRow,
  { watchedFromOn: Day; afterBorrowerId: number; afterPromiseId: number }
>(
  'arrears: list promises to judge',
  `select p.borrower_id, p.promise_id, p.promised_on, p.due_on, p.amount_ngwee, p.paid_before_ngwee, p.state,
     l.state as loan_state, l.pending_since_on, l.counted_payments, l.hardship
   from arrears_promise p join loan l using (borrower_id, loan_id)
   where (p.state = 'open' or p.due_on >= $watchedFromOn and p.state <> 'lapsed')
     and (p.borrower_id, p.promise_id) > ($afterBorrowerId::bigint, $afterPromiseId::bigint)
   order by p.borrower_id, p.promise_id limit ${BATCH_SIZE}`,
);

const writeStatement = statement<
  never,
  { borrowerIds: number[]; promiseIds: number[]; before: string[]; after: string[]; on: Day }
>(
  'arrears: write what became of promises',
  `update arrears_promise p set state = j.after, judged_on = $on
   from unnest($borrowerIds::bigint[], $promiseIds::bigint[], $before::text[], $after::text[])
     as j(borrower_id, promise_id, before, after)
   where p.borrower_id = j.borrower_id and p.promise_id = j.promise_id and p.state = j.before`,
);

/** Judges the promises when a day begins, by the payments up to the end of the day before. */
export async function judgePromises(db: Database, on: Day): Promise<void> {
  const endedOn = addDays(on, -1);
  let after = { afterBorrowerId: 0, afterPromiseId: 0 };
  for (;;) {
    const promises = await db.rows(listStatement, { watchedFromOn: addDays(on, -WATCHED_DAYS), ...after });
    const judged = promises
      .map((promise) => ({ ...promise, judgedState: judge(promise, endedOn) }))
      .filter(({ state, judgedState }) => state !== judgedState);
    if (judged.length > 0)
      await db.rows(writeStatement, {
        borrowerIds: judged.map((promise) => promise.borrower_id),
        promiseIds: judged.map((promise) => promise.promise_id),
        before: judged.map((promise) => promise.state),
        after: judged.map((promise) => promise.judgedState),
        on: endedOn,
      });
    const last = promises.at(-1);
    if (!last || promises.length < BATCH_SIZE) return;
    after = { afterBorrowerId: last.borrower_id, afterPromiseId: last.promise_id };
  }
}

/** A kept promise whose payment was taken back waits for the end of its day, because another one may be open by then. */
function judge(promise: PromiseRow, on: Day): PromiseState {
  const { promised_on: promisedOn, due_on: dueOn, state, pending_since_on: pendingSinceOn } = promise;
  const isRunning = promise.loan_state === 'active' || promise.loan_state === 'overdue';
  const verdict = judgePromise(
    { promisedOn, dueOn, amountNgwee: add(promise.amount_ngwee, promise.paid_before_ngwee) },
    {
      payments: promise.counted_payments.map(({ valueOn, amountNgwee }) => ({ on: valueOn, amountNgwee })),
      hasLoanEnded: !isRunning,
      on,
    },
  );
  if (verdict === 'kept') return 'kept';
  if (state === 'open' && (!isRunning || hasNewDates(promise))) return 'lapsed';
  if (verdict === 'open') return state;
  const mayStillCount = pendingSinceOn !== null && pendingSinceOn <= dueOn;
  return mayStillCount ? state : 'broken';
}

function hasNewDates({ hardship, promised_on: promisedOn }: PromiseRow): boolean {
  return hardship !== null && hardship.endedOn === null && hardship.agreedOn >= promisedOn;
}
