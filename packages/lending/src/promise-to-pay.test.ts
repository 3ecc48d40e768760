import { describe, expect, test } from 'vitest';
import { addDays, day } from './day.ts';
import { ngwee } from './money.ts';
import { judgePromise, PROMISE_MOST_DAYS, type PromiseRefusal, refusalOfPromise } from './promise-to-pay.ts';

const on = day('2026-11-20');
const loan = { isOverdue: true, isPaymentPending: false, owedNgwee: ngwee(50_000) };
const promise = { promisedOn: on, dueOn: addDays(on, 5), amountNgwee: ngwee(20_000) };

describe('a promise', () => {
  test.each([
    ['for today', { dueOn: on }],
    ['for the last day', { dueOn: addDays(on, PROMISE_MOST_DAYS) }],
    ['of all that is owed', { amountNgwee: ngwee(50_000) }],
  ])('%s is taken', (_how, changed) => {
    expect(refusalOfPromise(loan, { ...promise, ...changed })).toBeNull();
  });

  // Each row also has everything that the rows below it have, so the rows say the order.
  const wrongs: [PromiseRefusal, Partial<typeof loan>, Partial<typeof promise>][] = [
    [{ kind: 'not_late' }, { isOverdue: false }, {}],
    [{ kind: 'payment_pending' }, { isPaymentPending: true }, {}],
    [{ kind: 'promise_day_over' }, {}, { dueOn: addDays(on, -1) }],
    [{ kind: 'promise_too_far', latestOn: addDays(on, 14) }, {}, { dueOn: addDays(on, 15) }],
    [{ kind: 'promise_of_nothing' }, {}, { amountNgwee: ngwee(0) }],
    [{ kind: 'promise_above_owed', owedNgwee: ngwee(50_000) }, {}, { amountNgwee: ngwee(50_001) }],
  ];
  test.each(wrongs.map((wrong, place) => [wrong[0].kind, place] as const))(
    'is refused: %s',
    (_kind, place) => {
      const below = wrongs.slice(place).toReversed();
      const worse = {
        loan: Object.assign({ ...loan }, ...below.map(([, changed]) => changed)),
        promise: Object.assign({ ...promise }, ...below.map(([, , changed]) => changed)),
      };
      expect(refusalOfPromise(worse.loan, worse.promise)).toEqual(wrongs[place]![0]);
    },
  );
});

describe('a promise of K200 for 2026-11-25', () => {
  const paid = (onDay: string, amountNgwee: number) => ({ on: day(onDay), amountNgwee: ngwee(amountNgwee) });
  test.each([
    ['without a payment is open on the day before', [], false, '2026-11-24', 'open'],
    ['without a payment is broken at the end of its day', [], false, '2026-11-25', 'broken'],
    ['is kept as soon as the amount is paid', [paid('2026-11-22', 20_000)], false, '2026-11-22', 'kept'],
    [
      'is kept by two payments together',
      [paid('2026-11-20', 5_000), paid('2026-11-25', 15_000)],
      false,
      '2026-11-25',
      'kept',
    ],
    ['is broken by an ngwee too little', [paid('2026-11-25', 19_999)], false, '2026-11-25', 'broken'],
    ['is broken by a payment of the next day', [paid('2026-11-26', 20_000)], false, '2026-11-26', 'broken'],
    ['does not count what was paid before it', [paid('2026-11-19', 20_000)], false, '2026-11-25', 'broken'],
    [
      'is kept by a payment of its day that is learned of later',
      [paid('2026-11-25', 20_000)],
      false,
      '2026-12-02',
      'kept',
    ],
    ['is kept by the payment that ended the loan', [paid('2026-11-23', 12_000)], true, '2026-11-23', 'kept'],
    ['is not kept by an end without a payment', [], true, '2026-11-25', 'broken'],
  ] as const)('%s', (_how, payments, hasLoanEnded, onDay, judged) => {
    expect(
      judgePromise({ ...promise, dueOn: day('2026-11-25') }, { payments, hasLoanEnded, on: day(onDay) }),
    ).toBe(judged);
  });
});
