import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReportLine } from './report-line.ts';

const LIMITS = { waitMs: 20_000, slowAfterMs: 2_000, most: 2, mostOfHolder: 6 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Reports that end when they are told to, with the names of those that began. */
function reportsIn(line = createReportLine(LIMITS), holder = 'mary') {
  const begun: string[] = [];
  const read = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const answer = line.inTurn(holder, () => {
      begun.push(name);
      return promise;
    });
    return { answer, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { begun, read };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test('reports are read one after the other, in the order in which they were asked for', async () => {
  const { begun, read } = reportsIn();
  const [first, second, third] = [read('first'), read('second'), read('third')];
  await settle();
  expect(begun).toEqual(['first']);
  first.end();
  await expect(first.answer).resolves.toBe('first');
  await settle();
  expect(begun).toEqual(['first', 'second']);
  second.fail();
  await expect(second.answer).rejects.toThrow('second');
  third.end();
  await expect(third.answer).resolves.toBe('third');
});

test('a report that takes long lets one more begin beside it, and no third one', async () => {
  const { begun, read } = reportsIn();
  const slow = read('slow');
  const second = read('second');
  read('third');
  await vi.advanceTimersByTimeAsync(LIMITS.slowAfterMs - 1);
  expect(begun).toEqual(['slow']);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun).toEqual(['slow', 'second']);
  await vi.advanceTimersByTimeAsync(LIMITS.slowAfterMs);
  expect(begun).toEqual(['slow', 'second']);
  second.end();
  await second.answer;
  await settle();
  expect(begun).toEqual(['slow', 'second', 'third']);
  slow.end();
  await slow.answer;
});

test('after a slow report ended, one is read at a time again', async () => {
  const { begun, read } = reportsIn();
  const slow = read('slow');
  await vi.advanceTimersByTimeAsync(LIMITS.slowAfterMs);
  slow.end();
  await slow.answer;
  read('second');
  read('third');
  await settle();
  expect(begun).toEqual(['slow', 'second']);
});

test('a report whose turn does not come in time is not read, and the line goes on without it', async () => {
  const line = createReportLine({ ...LIMITS, slowAfterMs: 2 * LIMITS.waitMs });
  const { begun, read } = reportsIn(line);
  const first = read('first');
  const late = read('late');
  await vi.advanceTimersByTimeAsync(LIMITS.waitMs);
  await expect(late.answer).resolves.toBe('busy');
  const next = read('next');
  first.end();
  await settle();
  next.end();
  await expect(next.answer).resolves.toBe('next');
  expect(begun).toEqual(['first', 'next']);
});

test('a person who has many reports in the line gets no further turn, and another person does', async () => {
  const line = createReportLine({ ...LIMITS, mostOfHolder: 2 });
  const { begun, read } = reportsIn(line);
  const [first, second, third] = [read('first'), read('second'), read('third')];
  await expect(third.answer).resolves.toBe('busy');
  const other = reportsIn(line, 'john').read('other');
  first.end();
  second.end();
  other.end();
  await Promise.all([first.answer, second.answer]);
  await expect(other.answer).resolves.toBe('other');
  const later = read('later');
  later.end();
  await expect(later.answer).resolves.toBe('later');
  expect(begun).toEqual(['first', 'second', 'later']);
});
