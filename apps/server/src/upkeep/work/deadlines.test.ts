import type { Day } from '@thumba/lending/day';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import type { WorkLoop } from '../../platform/work-loop.ts';
import { startBindingValues, startDays, startHousekeeping, type WorkDeps } from './work.ts';

const MINUTE_MS = 60_000;

const SHORTEST_MS = 10_000;

/**
 * The long timers that wait. Hours of a fake clock would also pass for what other files of this process have left running,
 * thousands of times.
 */
let waiting: { run: () => void; ms: number }[];

beforeEach(() => {
  waiting = [];
  const { setTimeout, clearTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => {
    if (ms < SHORTEST_MS) return setTimeout(run, ms);
    const timer = { run, ms };
    waiting.push(timer);
    return timer;
  });
  vi.stubGlobal('clearTimeout', (timer: NodeJS.Timeout & (typeof waiting)[number]) => {
    const isLong = waiting.includes(timer);
    waiting = waiting.filter((one) => one !== timer);
    if (!isLong) clearTimeout(timer);
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** Lets the timers of this time pass, and what follows from them happen. */
async function pass(ms: number): Promise<void> {
  const passed = waiting.filter((timer) => timer.ms === ms);
  expect(passed).not.toHaveLength(0);
  waiting = waiting.filter((timer) => timer.ms !== ms);
  for (const { run } of passed) run();
  await new Promise(setImmediate);
}

/** Work whose first question gets no answer. */
function withoutAnswer() {
  const figures = { asked: 0, failures: [] as string[] };
  const ask = () => {
    figures.asked += 1;
    return new Promise<never>(() => undefined);
  };
  const db = { rows: ask, row: ask, inTransaction: ask, withAnswerLimit: () => db };
  const deps = {
    db,
    calendar: { refresh: ask },
    endOfDay: { db },
    today: () => '2026-11-21' as Day,
    clock: { nowMs: () => Date.parse('2026-11-21T08:00:00Z') },
    log: { error: ({ err }: { err: unknown }) => figures.failures.push(String(err)) },
  };
  return { figures, deps: deps as unknown as WorkDeps };
}

test.each<[string, (deps: WorkDeps) => WorkLoop, number, number]>([
  ['the end of a day', startDays, 6 * HOUR_MS, 20_000],
  ['housekeeping', startHousekeeping, HOUR_MS, 5 * MINUTE_MS],
  ['binding values', startBindingValues, 30 * MINUTE_MS, 5 * MINUTE_MS],
])(
  '%s that gets no answer fails at its deadline and is tried again',
  async (_title, start, deadlineMs, pauseMs) => {
    const { figures, deps } = withoutAnswer();
    const loop = start(deps);
    expect(figures).toEqual({ asked: 1, failures: [] });
    await pass(deadlineMs);
    expect(figures.failures).toEqual(['Error: Not done by its deadline']);
    await pass(pauseMs);
    expect(figures.asked).toBe(2);
    const stopped = loop.stop();
    await pass(deadlineMs);
    await stopped;
  },
);
