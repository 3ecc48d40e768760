import { rate } from '@thumba/lending/rate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClassTable, checkClassTable, exampleClassTable } from './classification.ts';
import {
  checkDefaultTable,
  checkLossTable,
  type DefaultTable,
  exampleDefaultTable,
  exampleLossTable,
  expectedLossOf,
  type LossTable,
} from './expected-loss.ts';

const classes = exampleClassTable.classes;
const buckets = exampleDefaultTable.buckets;

test('the tables that come with the program keep the rules, and say that they are not confirmed', () => {
  expect(checkClassTable(exampleClassTable)).toMatchObject({ ok: true, value: { isConfirmed: false } });
  expect(checkDefaultTable(exampleDefaultTable)).toMatchObject({ ok: true, value: { isConfirmed: false } });
  expect(checkLossTable(exampleLossTable)).toMatchObject({ ok: true, value: { isConfirmed: false } });
});

const differentLoss = (change: object) =>
  classes.map((rule) => (rule.loanClass === 'loss' ? { ...rule, ...change } : rule));

test.each([
  ['classes_incomplete', { classes: classes.slice(1) }],
  ['days_not_rising', { classes: differentLoss({ fromDaysPastDue: 120 }) }],
  ['rate_above_one', { classes: differentLoss({ provisionRate: rate('1.01') }) }],
  ['rates_not_rising', { classes: differentLoss({ provisionRate: rate('0.4') }) }],
  ['charge_off_before_loss', { chargeOffFromDaysPastDue: 179 }],
] as [string, Partial<ClassTable>][])('a table of classes is refused: %s', (kind, change) => {
  expect(checkClassTable({ ...exampleClassTable, ...change })).toMatchObject({
    ok: false,
    refusal: { kind },
  });
});

const differentFirst = (change: object) =>
  buckets.map((bucket, index) => (index === 0 ? { ...bucket, ...change } : bucket));

test.each([
  ['days_not_rising', { buckets: differentFirst({ fromDaysPastDue: 1 }) }],
  ['rate_above_one', { forborneRate: rate('1.5') }],
  ['rates_not_rising', { buckets: differentFirst({ lifetimeRate: rate('0.5') }) }],
  ['stage_1_is_zero', { buckets: differentFirst({ twelveMonthRate: rate('0') }) }],
  ['lifetime_below_twelve_months', { buckets: differentFirst({ lifetimeRate: rate('0.04') }) }],
  ['stage_too_late', { stage3FromDaysPastDue: 91 }],
  ['stage_too_late', { stage2FromDaysPastDue: 60 }],
  ['stage_within_bucket', { stage2FromDaysPastDue: 31 }],
] as [string, Partial<DefaultTable>][])('a table of probabilities is refused: %s', (kind, change) => {
  expect(checkDefaultTable({ ...exampleDefaultTable, ...change })).toMatchObject({
    ok: false,
    refusal: { kind },
  });
});

test.each([
  ['days_not_rising', { buckets: [] }],
  ['rate_above_one', { buckets: [{ fromDaysPastDue: 0, lossRate: rate('1.1') }] }],
  ['loss_is_zero', { buckets: [{ fromDaysPastDue: 0, lossRate: rate('0') }] }],
] as [string, Partial<LossTable>][])('a table of losses is refused: %s', (kind, change) => {
  expect(checkLossTable({ ...exampleLossTable, ...change })).toMatchObject({ ok: false, refusal: { kind } });
});

test('an expected loss is never 0 for a loan with an amount, and never above the amount', () => {
  const share = fc.integer({ min: 1, max: 10_000 }).map((units) => rate(String(units / 10_000)));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), share, share, (grossNgwee, probability, loss) => {
      const lossNgwee = expectedLossOf(grossNgwee, probability, loss);
      expect(lossNgwee).toBeGreaterThanOrEqual(1);
      expect(lossNgwee).toBeLessThanOrEqual(grossNgwee);
    }),
  );
  expect(expectedLossOf(0, rate('1'), rate('1'))).toBe(0);
  expect(expectedLossOf(-500, rate('1'), rate('1'))).toBe(0);
});
