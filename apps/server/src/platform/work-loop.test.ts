import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWorkLoop, type WorkLoop } from './work-loop.ts';

const FAR_AWAY_MS = 60_000;
const SOON = { timeout: 90_000, interval: 5 };

/** A batch that finds no due row. */
const looked = (_times: number) => 0;

function started(loop: WorkLoop): WorkLoop {
  onTestFinished(() => loop.stop());
  return loop;
}

test('what is due is taken batch after batch, until nothing is', async () => {
  const batches = [20, 20, 7, 0];
  const taken: number[] = [];
  started(
    startWorkLoop({
      everyMs: FAR_AWAY_MS,
      onError: () => undefined,
      async takeBatch() {
        taken.push(batches[taken.length] ?? 0);
        return taken.at(-1)!;
      },
    }),
  );
  await vi.waitFor(() => expect(taken).toEqual([20, 20, 7, 0]), SOON);
  await sleep(20);
  expect(taken).toHaveLength(4);
});

test('after a while it looks again by itself', async () => {
  let looks = 0;
  started(startWorkLoop({ everyMs: 5, onError: () => undefined, takeBatch: async () => looked(++looks) }));
  await vi.waitFor(() => expect(looks).toBeGreaterThan(3), SOON);
});

test('a poke makes it look at once', async () => {
  let looks = 0;
  const loop = started(
    startWorkLoop({
      everyMs: FAR_AWAY_MS,
      onError: () => undefined,
      takeBatch: async () => looked(++looks),
    }),
  );
  await vi.waitFor(() => expect(looks).toBe(1), SOON);
  loop.poke();
  await vi.waitFor(() => expect(looks).toBe(2), SOON);
});

test('a loop that looks for nothing again and again looks less often, after some looks at once', async () => {
  const everyMs = 40;
  const lookedAt: number[] = [];
  const loop = started(
    startWorkLoop({
      everyMs: FAR_AWAY_MS,
      vainLooks: { atOnce: 5, everyMs },
      onError: () => undefined,
      takeBatch: async () => looked(lookedAt.push(performance.now())),
    }),
  );
  await vi.waitFor(
    () => {
      loop.poke();
      expect(lookedAt.length).toBeGreaterThan(8);
    },
    { ...SOON, interval: 1 },
  );
  // Nine looks cost nine times `everyMs`, of which five may be owed.
  expect(lookedAt[8]! - lookedAt[0]!).toBeGreaterThanOrEqual(3 * everyMs);
});

test('a loop that rests ends at once when it is stopped', async () => {
  let looks = 0;
  const loop = startWorkLoop({
    everyMs: FAR_AWAY_MS,
    vainLooks: { atOnce: 0, everyMs: FAR_AWAY_MS },
    onError: () => undefined,
    takeBatch: async () => looked(++looks),
  });
  await vi.waitFor(() => expect(looks).toBe(1), SOON);
  loop.poke();
  await loop.stop();
  expect(looks).toBe(1);
});

test('a poke while it looks makes it look once more, because the news may have come too late', async () => {
  let looks = 0;
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const loop = started(
    startWorkLoop({
      everyMs: FAR_AWAY_MS,
      onError: () => undefined,
      async takeBatch() {
        looks += 1;
        if (looks === 1) await mayEnd;
        return 0;
      },
    }),
  );
  await vi.waitFor(() => expect(looks).toBe(1), SOON);
  loop.poke();
  loop.poke();
  end();
  await vi.waitFor(() => expect(looks).toBe(2), SOON);
  await sleep(20);
  expect(looks).toBe(2);
});

test('a failure is reported and the next look comes all the same', async () => {
  const errors: unknown[] = [];
  let looks = 0;
  started(
    startWorkLoop({
      everyMs: 5,
      onError: (error) => errors.push(error),
      async takeBatch() {
        looks += 1;
        if (looks === 1) throw new Error('the database is away');
        return 0;
      },
    }),
  );
  await vi.waitFor(() => expect(looks).toBeGreaterThan(1), SOON);
  expect(errors).toEqual([new Error('the database is away')]);
});

test('a stop waits for the batch under way and nothing follows it', async () => {
  let looks = 0;
  let isDone = false;
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const loop = startWorkLoop({
    everyMs: 1,
    onError: () => undefined,
    async takeBatch() {
      looks += 1;
      await mayEnd;
      isDone = true;
      return 5;
    },
  });
  await vi.waitFor(() => expect(looks).toBe(1), SOON);
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  await sleep(20);
  expect(isStopped).toBe(false);
  end();
  await stopped;
  expect([isDone, looks]).toEqual([true, 1]);
  loop.poke();
  await sleep(20);
  expect(looks).toBe(1);
});

test('a batch that does not end by its deadline is reported, and the loop goes on and can be stopped', async () => {
  const errors: unknown[] = [];
  let looks = 0;
  const loop = startWorkLoop({
    everyMs: 5,
    deadlineMs: 20,
    onError: (error) => errors.push(error),
    takeBatch: () => (++looks < 3 ? new Promise(() => undefined) : Promise.resolve(0)),
  });
  await vi.waitFor(() => expect(looks).toBeGreaterThan(3), SOON);
  expect(errors.map(String)).toEqual(['Error: Not done by its deadline']);
  await loop.stop();
});

test('equal failures in a row are said once, another one is said too, and after a success the first again', async () => {
  const outcomes = ['away', 'away', 'away', 'full', '', 'full', 'full', 'away'];
  const said: string[] = [];
  let tries = 0;
  started(
    startWorkLoop({
      everyMs: 1,
      onError: (error) => said.push((error as Error).message),
      async takeBatch() {
        const outcome = outcomes[tries++];
        if (outcome) throw new Error(outcome);
        return 0;
      },
    }),
  );
  await vi.waitFor(() => expect(tries).toBeGreaterThan(outcomes.length), SOON);
  expect(said).toEqual(['away', 'full', 'full', 'away']);
});
