import { expect, test } from 'vitest';
import { createLatencyLimit, type LatencyLimit } from './latency-limit.ts';

const BOUNDS = { least: 8, most: 200 };

/** Answers requests of one kind, as many at once as the limit allows or as `inWork` says. */
function answer(limit: LatencyLimit, count: number, tookMs: number, inWork?: number): void {
  for (let index = 0; index < count; index += 1) {
    limit.answered({ kind: '/call', tookMs, inWork: inWork ?? limit.current() });
  }
}

test('a limit that is used rises while requests are as quick as usual, up to the most', () => {
  const limit = createLatencyLimit(BOUNDS);
  const before = limit.current();
  answer(limit, 500, 10);
  expect(limit.current()).toBeGreaterThan(before);
  answer(limit, 20_000, 10);
  expect(limit.current()).toBe(200);
});

test('a limit that is not used stays where it is', () => {
  const limit = createLatencyLimit(BOUNDS);
  const before = limit.current();
  answer(limit, 5_000, 10, 3);
  expect(limit.current()).toBe(before);
});

test('requests that take far longer than usual bring the limit down, to the least', () => {
  const limit = createLatencyLimit(BOUNDS);
  answer(limit, 500, 10);
  const before = limit.current();
  answer(limit, 100, 80);
  expect(limit.current()).toBeLessThan(before);
  answer(limit, 1_000, 80);
  expect(limit.current()).toBe(8);
});

test('the limit rises again when the slowness has passed', () => {
  const limit = createLatencyLimit(BOUNDS);
  answer(limit, 500, 10);
  answer(limit, 1_000, 80);
  answer(limit, 5_000, 10);
  expect(limit.current()).toBeGreaterThan(60);
});

test('requests beside each other may take a little longer without a lower limit', () => {
  const limit = createLatencyLimit(BOUNDS);
  answer(limit, 500, 10);
  const before = limit.current();
  answer(limit, 500, 15);
  expect(limit.current()).toBeGreaterThanOrEqual(before);
});

test('answers within 18 ms do not bring the limit down, however quick they usually are', () => {
  const limit = createLatencyLimit(BOUNDS);
  answer(limit, 500, 2);
  const before = limit.current();
  answer(limit, 1_000, 17);
  expect(limit.current()).toBeGreaterThanOrEqual(before);
  answer(limit, 1_000, 30);
  expect(limit.current()).toBeLessThan(before);
});

test('a slow kind of request is measured by its own usual time', () => {
  const limit = createLatencyLimit(BOUNDS);
  const before = limit.current();
  for (let index = 0; index < 2_000; index += 1) {
    const isSlow = index % 2 === 0;
    limit.answered({ kind: isSlow ? '/paper' : '/call', tookMs: isSlow ? 900 : 4, inWork: before });
  }
  expect(limit.current()).toBeGreaterThan(before);
});

test('one request that waited for a dead database does not bring the limit down', () => {
  const limit = createLatencyLimit(BOUNDS);
  answer(limit, 500, 10);
  const before = limit.current();
  answer(limit, 1, 8_000);
  answer(limit, 49, 10);
  expect(limit.current()).toBeGreaterThanOrEqual(before);
});

test('a time that is usual while little is in work becomes the measure', () => {
  const limit = createLatencyLimit(BOUNDS);
  answer(limit, 500, 10);
  answer(limit, 500, 80, 1);
  const before = limit.current();
  answer(limit, 500, 80);
  expect(limit.current()).toBeGreaterThan(before);
});

test('equal bounds make a fixed limit', () => {
  const limit = createLatencyLimit({ least: 4, most: 4 });
  answer(limit, 500, 10);
  answer(limit, 500, 500);
  expect(limit.current()).toBe(4);
});
