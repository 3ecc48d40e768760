import { addDays, day } from '@thumba/lending/day';
import { ngwee, parseKwacha } from '@thumba/lending/money';
import { tablesOf } from '@thumba/lending/rule-page.test-support';
import { expect, test } from 'vitest';
import {
  judgeLargeCash,
  judgeManyPayers,
  judgePassThrough,
  judgeQuickSettlement,
  type LoanPayment,
} from './alert-rules.ts';
import { workingDayAfter } from './working-days.ts';

const [, quick, payers, through, cash, clocks] = tablesOf('compliance.md');

const PAID_OUT_ON = day('2026-03-02');
const PAID_OUT_AT = new Date('2026-03-02T08:00:00Z');
const HOUR_MS = 3_600_000;

function amountOf(text: string) {
  return parseKwacha(Number(text.replaceAll(/[K,]/g, '')))!;
}

function paymentFrom(number: string, daysLater: number, hoursLater = daysLater * 24): LoanPayment {
  return {
    paymentId: `${number} ${daysLater}`,
    on: addDays(PAID_OUT_ON, daysLater),
    at: new Date(PAID_OUT_AT.getTime() + hoursLater * HOUR_MS),
    amountNgwee: ngwee(100),
    number: number === 'erased number' ? null : number,
    isOwn: number.startsWith('own'),
  };
}

const isFound = (found: unknown) => (found === undefined ? 'no' : 'yes');

test.each(quick!.map((row) => [row('hours after the payout'), row('last payment from'), row] as const))(
  'a loan settled %s hours after its payout from %s is found as the page says',
  (hours, from, row) => {
    const payments = [
      paymentFrom('own number', 0, 1),
      paymentFrom(from, Number(row('days after the payout')), Number(hours)),
    ];
    const loan = { isSettled: row('loan') === 'settled', paidOutAt: PAID_OUT_AT, paidOutOn: PAID_OUT_ON };
    expect(isFound(judgeQuickSettlement({ withinHours: 24 }, { ...loan, payments }))).toBe(row('alert'));
  },
);

test.each(payers!.map((row) => [row('payments'), row] as const))(
  'a loan paid by %s is found as the page says',
  (text, row) => {
    const payments = text.split(', ').map((payment) => {
      const [number, days] = payment.split(' ') as [string, string];
      return paymentFrom(number, Number(days));
    });
    const found = judgeManyPayers({ numbers: 3, withinDays: 30 }, { payments });
    expect(isFound(found)).toBe(row('alert'));
    expect(String(found?.figures.numbers ?? '')).toBe(row('numbers'));
  },
);

test.each(through!.map((row) => [row('paid out'), row('had come in'), row] as const))(
  'a payout of %s after %s had come in is found as the page says',
  (paidOut, cameIn, row) => {
    const payout = { paymentId: 'p', amountNgwee: amountOf(paidOut), cameInNgwee: amountOf(cameIn) };
    const values = { withinDays: 3, leastKwacha: 500, sharePercent: 80 };
    expect(isFound(judgePassThrough(values, payout))).toBe(row('alert'));
  },
);

test.each(cash!.map((row) => [row('payments of the day'), row] as const))(
  'a day with %s is found as the page says',
  (text, row) => {
    const payments = text
      .split(/, (?=K)/)
      .map((amount) => ({ paymentId: amount, amountNgwee: amountOf(amount) }));
    expect(isFound(judgeLargeCash({ leastKwacha: 250_000 }, { payments }))).toBe(row('alert'));
  },
);

test.each(clocks!.map((row) => [row('suspicion'), row('declared holiday'), row('due')] as const))(
  'the report of a suspicion of %s is due as the page says (declared holiday: "%s", due %s)',
  (suspectedOn, holiday, due) => {
    const declared = holiday === '' ? [] : [{ shownFrom: day(holiday), shownUntil: day(holiday) }];
    expect(workingDayAfter(day(suspectedOn), 3, declared)).toBe(due);
  },
);
