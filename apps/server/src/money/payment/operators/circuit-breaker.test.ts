import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

function brokenCircuit() {
  const clock = { ms: 1_000 };
  const breaker = createCircuitBreaker({ failuresToOpen: 3, openMs: 10_000 }, () => clock.ms);
  for (let failure = 1; failure <= 3; failure += 1) {
    expect(breaker.admits()).toBe(true);
    breaker.record(false);
  }
  return { breaker, clock };
}

test('it opens after that many failures in a row', () => {
  expect(brokenCircuit().breaker.admits()).toBe(false);
});

test('a success in between starts the count again', () => {
  const breaker = createCircuitBreaker({ failuresToOpen: 2, openMs: 10_000 }, () => 0);
  for (const operatorWorks of [false, true, false]) breaker.record(operatorWorks);
  expect(breaker.admits()).toBe(true);
});

test('after the pause one caller probes while the others wait', () => {
  const { breaker, clock } = brokenCircuit();
  clock.ms += 9_999;
  expect(breaker.admits()).toBe(false);
  clock.ms += 1;
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
});

test('a probe that works closes it', () => {
  const { breaker, clock } = brokenCircuit();
  clock.ms += 10_000;
  breaker.admits();
  breaker.record(true);
  expect([breaker.admits(), breaker.admits()]).toEqual([true, true]);
});

test('a probe that fails keeps it open for another pause', () => {
  const { breaker, clock } = brokenCircuit();
  clock.ms += 10_000;
  breaker.admits();
  breaker.record(false);
  clock.ms += 9_999;
  expect(breaker.admits()).toBe(false);
  clock.ms += 1;
  expect(breaker.admits()).toBe(true);
});

test('a clock that is set back does not prolong the pause', () => {
  const { breaker, clock } = brokenCircuit();
  clock.ms -= 3_600_000;
  expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
  breaker.record(false);
  expect(breaker.admits()).toBe(false);
  clock.ms += 10_000;
  expect(breaker.admits()).toBe(true);
});
