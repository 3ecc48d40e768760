import { expect, test } from 'vitest';
import { movableClock } from '../../../test/call-server.ts';
import type { Database } from '../../platform/database.ts';
import { statement } from '../../platform/database.ts';
import { createPace } from './pace.ts';

const write = statement<{ loan_id: number }, { batchSize: number }>('posting line: write days', '');

/** A pace over a database on which each loan of a write takes a given time. It counts the statements that run at once. */
function paceOver(msPerLoan: () => number, isPaymentWaiting = () => false) {
  const clock = movableClock(0);
  let running = 0;
  let mostAtOnce = 0;
  const db = {
    async rows({ name }: { name: string }, { batchSize: loans }: { batchSize: number }) {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await Promise.resolve();
      clock.advance({ seconds: (loans * msPerLoan()) / 1000 });
      running -= 1;
      if (name === 'fails') throw new Error('it fails');
      return Array.from({ length: loans }, (_, index) => ({ loan_id: index }));
    },
  } as unknown as Database;
  const pace = createPace(db, clock, isPaymentWaiting);
  return {
    pace,
    clock,
    async writes(count: number): Promise<number> {
      for (let done = 0; done < count; done += 1) await pace.db.rows(write, { batchSize: pace.batchSize() });
      return pace.batchSize();
    },
    mostAtOnce: () => mostAtOnce,
  };
}

test('a batch is as large as its write takes 25 ms, between a few loans and some hundred', async () => {
  expect(await paceOver(() => 0.1).writes(10)).toBe(250);
  expect(await paceOver(() => 0.01).writes(10)).toBe(512);
  expect(await paceOver(() => 10).writes(10)).toBe(32);
});

test('it follows the machine: smaller at once when it is slow, larger again when it is fast', async () => {
  let msPerLoan = 0.1;
  const { writes } = paceOver(() => msPerLoan);
  await writes(10);
  msPerLoan = 0.5;
  expect(await writes(1)).toBe(50);
  msPerLoan = 0.1;
  expect(await writes(1)).toBe(100);
  expect(await writes(5)).toBe(250);
});

test('while a payment waits it is a fifth of that, and for a second after', async () => {
  let isPaying = true;
  const beside = paceOver(
    () => 0.1,
    () => isPaying,
  );
  expect(await beside.writes(10)).toBe(50);
  isPaying = false;
  expect(await beside.writes(10)).toBe(50);
  beside.clock.advance({ seconds: 1 });
  expect(await beside.writes(10)).toBe(250);
});

test.each([
  ['two statements run', false, 2],
  ['one statement runs beside payments', true, 1],
])('%s at a time, in the order in which they came, also after one that fails', async (_, isPaying, most) => {
  const { pace, mostAtOnce } = paceOver(
    () => 0,
    () => isPaying,
  );
  const failing = statement<never>('fails', '');
  const ended: number[] = [];
  const noted = async (place: number, wanted: typeof write | typeof failing) => {
    try {
      return await pace.db.rows(wanted as typeof write, { batchSize: 1 });
    } finally {
      ended.push(place);
    }
  };
  const results = await Promise.allSettled([
    noted(1, write),
    noted(2, failing),
    noted(3, write),
    noted(4, write),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(ended).toEqual([1, 2, 3, 4]);
  expect(mostAtOnce()).toBe(most);
});
