import { expect, test } from 'vitest';
import { watchUnfinishedWork } from './unfinished-work.ts';

const silent = new Error('Query read timeout');

/** Work that ends when the test says so, on a clock that the test moves. */
function watched(lanes: number, isTriedAgain: boolean) {
  const clock = { ms: 1_000 };
  const unfinished = watchUnfinishedWork(lanes, isTriedAgain, () => clock.ms);
  return {
    clock,
    forMs: unfinished.forMs,
    begin() {
      const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
      const done = unfinished
        .watch(
          () => promise,
          (errors) => errors,
        )
        .catch(() => undefined);
      return {
        answer(errors: unknown[] = []) {
          resolve(errors);
          return done;
        },
        fail(error: unknown) {
          reject(error);
          return done;
        },
      };
    },
  };
}

type Begun = ReturnType<ReturnType<typeof watched>['begin']>;

test('work stands still when every lane waits, until one of them is answered', async () => {
  const { clock, forMs, begin } = watched(2, false);
  expect(forMs()).toBe(0);
  const one = begin();
  clock.ms += 60_000;
  expect(forMs()).toBe(0);
  const other = begin();
  clock.ms += 7_000;
  expect(forMs()).toBe(7_000);
  await other.answer();
  expect(forMs()).toBe(0);
  begin();
  clock.ms += 3_000;
  expect(forMs()).toBe(3_000);
  await one.answer();
  expect(forMs()).toBe(0);
});

test.each([
  ['fails', (work: Begun) => work.fail(silent)],
  ['tells only failures', (work: Begun) => work.answer([silent])],
])('a try without an answer, which %s, does not end the wait of the one after it', async (_title, end) => {
  const { clock, forMs, begin } = watched(1, false);
  const first = begin();
  clock.ms += 8_000;
  await end(first);
  const second = begin();
  clock.ms += 1_000;
  expect(forMs()).toBe(9_000);
  // The database has answered.
  await second.fail(new Error('a refusal'));
  expect(forMs()).toBe(0);
});

test('without further work the wait ends, unless there is always another try', async () => {
  for (const isTriedAgain of [false, true]) {
    const { clock, forMs, begin } = watched(1, isTriedAgain);
    const first = begin();
    clock.ms += 8_000;
    await first.fail(silent);
    clock.ms += 2_000;
    expect(forMs()).toBe(isTriedAgain ? 10_000 : 0);
    const second = begin();
    clock.ms += 1_000;
    expect(forMs()).toBe(isTriedAgain ? 11_000 : 1_000);
    await second.answer();
    expect(forMs()).toBe(0);
  }
});
