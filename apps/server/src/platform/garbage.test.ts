import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGarbageCollection } from './garbage.ts';

const THOROUGH = { execution: 'sync', flavor: 'last-resort' };
const collect = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  collect.mockClear();
});
afterEach(() => vi.useRealTimers());

test('a large body is collected once, a second later', () => {
  const garbage = createGarbageCollection(collect);
  garbage.collectSoon(6_000_000);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(collect.mock.calls).toEqual([[]]);
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledTimes(1);
});

test('the pictures of one face check stop no answer, and those of several borrowers are collected together', () => {
  const garbage = createGarbageCollection(collect);
  const sendPictures = () => {
    for (let picture = 0; picture < 10; picture += 1) garbage.collectSoon(130_000);
    vi.advanceTimersByTime(5_000);
  };
  for (let borrower = 0; borrower < 3; borrower += 1) sendPictures();
  expect(collect).not.toHaveBeenCalled();
  sendPictures();
  expect(collect).toHaveBeenCalledTimes(1);
});

test('after several large bodies the last collection is thorough', () => {
  const garbage = createGarbageCollection(collect);
  for (let body = 0; body < 3; body += 1) garbage.collectSoon(8_000_000);
  vi.advanceTimersByTime(1_000);
  expect(collect.mock.calls).toEqual([[]]);
  vi.advanceTimersByTime(1_000);
  expect(collect.mock.calls).toEqual([[], [THOROUGH]]);
});
