import { expect, test } from 'vitest';
import { labelStep, scaleOf } from './chart-scale.ts';

test.each([
  [[0], 0, 1],
  [[3], 0, 3],
  [[98_000, 12_500], 0, 100_000],
  [[-40, 100], -50, 100],
  [[0.031, 0.012], 0, 0.04],
])('the axis of %j goes from %d to %d', (values, bottom, top) => {
  const scale = scaleOf(values);
  expect(scale.bottom).toBeCloseTo(bottom);
  expect(scale.top).toBeCloseTo(top);
  expect(scale.marks.some((mark) => mark === 0)).toBe(true);
});

test('every value is inside its axis, which has few marks', () => {
  for (let most = 1; most < 1_000_000; most = Math.ceil(most * 1.37)) {
    const { top, marks } = scaleOf([most, most / 3]);
    expect(top).toBeGreaterThanOrEqual(most);
    expect(marks.length).toBeLessThanOrEqual(6);
  }
});

test('labels that would touch are left out', () => {
  expect(labelStep(12, 900, 60)).toBe(1);
  expect(labelStep(52, 300, 60)).toBe(11);
});
