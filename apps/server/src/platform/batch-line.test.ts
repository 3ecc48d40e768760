import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatchLine } from './batch-line.ts';

/** A line that keeps what it was given, batch by batch, and answers each item with its double. */
function doublingLine(options: { maxSize?: number; keyOf?: (item: number) => unknown } = {}) {
  const batches: number[][] = [];
  const line = createBatchLine<number, number>({
    maxSize: options.maxSize ?? 10,
    ...(options.keyOf ? { keyOf: options.keyOf } : {}),
    async run(items) {
      batches.push(items);
      await sleep(1);
      return items.map((item) => item * 2);
    },
  });
  return { batches, line };
}

test('what arrives together is done together, and each gets its own answer', async () => {
  const { batches, line } = doublingLine();
  expect(await Promise.all([3, 1, 2].map((item) => line.push(item)))).toEqual([6, 2, 4]);
  expect(batches).toEqual([[3, 1, 2]]);
});

test('what arrives while a batch is under way is the next batch', async () => {
  const { batches, line } = doublingLine();
  const first = line.push(1);
  await sleep(0);
  await new Promise((resolve) => setImmediate(resolve));
  const rest = [line.push(2), line.push(3)];
  expect(await Promise.all([first, ...rest])).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1], [2, 3]]);
});

test('a batch holds no more than its size, and the rest follows in order', async () => {
  const { batches, line } = doublingLine({ maxSize: 2 });
  await Promise.all([1, 2, 3, 4, 5].map((item) => line.push(item)));
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test('two of the same key never share a batch, and keep their order', async () => {
  const { batches, line } = doublingLine({ keyOf: (item) => item % 10 });
  await Promise.all([1, 11, 2, 21, 12].map((item) => line.push(item)));
  expect(batches).toEqual([[1, 2], [11, 12], [21]]);
});

test('with two lanes two batches are on their way at once, but never two items of one key', async () => {
  const onTheirWay = new Set<number>();
  let mostAtOnce = 0;
  const done: number[] = [];
  const line = createBatchLine<number, number>({
    maxSize: 2,
    lanes: 2,
    keyOf: (item) => item % 10,
    async run(items) {
      for (const item of items) {
        expect(onTheirWay.has(item % 10)).toBe(false);
        onTheirWay.add(item % 10);
      }
      mostAtOnce = Math.max(mostAtOnce, onTheirWay.size);
      await sleep(2);
      for (const item of items) onTheirWay.delete(item % 10);
      done.push(...items);
      return items;
    },
  });
  const items = Array.from({ length: 60 }, (_, place) => place);
  expect(await Promise.all(items.map((item) => line.push(item)))).toEqual(items);
  expect(mostAtOnce).toBe(4);
  for (const key of [0, 1, 9]) {
    const inOrder = done.filter((item) => item % 10 === key);
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
  }
  expect(line.isBusy()).toBe(false);
});

test('after a failure each is tried alone, so that only the bad one fails', async () => {
  const batches: number[][] = [];
  const line = createBatchLine<number, number>({
    maxSize: 10,
    async run(items) {
      batches.push(items);
      if (items.includes(13)) throw new Error('thirteen');
      return items;
    },
  });
  const results = await Promise.allSettled([1, 13, 3].map((item) => line.push(item)));
  expect(results).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('thirteen') },
    { status: 'fulfilled', value: 3 },
  ]);
  expect(batches).toEqual([[1, 13, 3], [1], [13], [3]]);
});

test('one that fails alone is not tried again, and the line goes on', async () => {
  let runs = 0;
  const line = createBatchLine<string, string>({
    maxSize: 10,
    async run(items) {
      runs += 1;
      if (items[0] === 'bad') throw new Error('no');
      return items;
    },
  });
  await expect(line.push('bad')).rejects.toThrow('no');
  expect(runs).toBe(1);
  expect(await line.push('good')).toBe('good');
});

test.each([
  ['does not answer', new Error('Query read timeout')],
  ['is away', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
])('a batch whose database %s fails as a whole, and no item is tried alone', async (_title, failure) => {
  const sizes: number[] = [];
  const line = createBatchLine<number, number>({
    maxSize: 10,
    run: async (items) => {
      sizes.push(items.length);
      throw failure;
    },
  });
  const results = await Promise.allSettled([line.push(1), line.push(2), line.push(3)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(sizes).toEqual([3]);
});

test('a batch that does not end by its deadline fails as a whole, and the line goes on', async () => {
  const batches: number[][] = [];
  const line = createBatchLine<number, number>({
    maxSize: 10,
    deadlineMs: 20,
    keyOf: (item) => item,
    run: (items) => {
      batches.push(items);
      return batches.length === 1 ? new Promise(() => undefined) : Promise.resolve(items);
    },
  });
  const results = await Promise.allSettled([line.push(1), line.push(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await line.push(1)).toBe(1);
  expect(batches).toEqual([[1, 2], [1]]);
  expect(line.isBusy()).toBe(false);
});
