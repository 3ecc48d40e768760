import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Program, startProgram } from '../support/program.ts';
import { type Wire, wireTo } from './wire.ts';
import {
  AIRTEL,
  authenticatedBorrower,
  type Borrower,
  billOf,
  borrow,
  loanInfoOf,
  pay,
  repayDetailOf,
  submitPayment,
  unusedMobile,
} from './wire-borrower.ts';
import * as shape from './wire-shapes.ts';

/* How a loan changes from day to day, seen over HTTP alone while the simulator moves the date. */

const QUICK_LOAN = { productId: 1, amount: 1000, termId: 1 };

let program: Program;
let wire: Wire;

beforeAll(async () => {
  program = await startProgram({ env: { DEMO_BORROWERS: 'false' } });
  wire = wireTo(program.url);
});
afterAll(() => program?.stop());

function later(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Sums in whole ngwee, because adding kwacha as floats is inexact. */
function sum(amounts: number[]): number {
  return amounts.reduce((ngwee, amount) => ngwee + Math.round(amount * 100), 0) / 100;
}

describe('days that pass', () => {
  let single: Borrower;
  let singleOrder: number;
  let instalments: Borrower;
  let instalmentOrder: number;
  let dueOn: string;

  test('the plans of K1,000 over 3 × 30 days add up to the ngwee', async () => {
    instalments = await authenticatedBorrower(wire, { mobile: unusedMobile(AIRTEL) });
    const asked = { productId: 1, amount: 1000, termId: 3 };
    const { token } = instalments;
    const bill = await wire.ask(shape.trial, 'POST', '/api/v4/product/productTrial', { token, body: asked });
    expect(bill).toMatchObject({ principal: 1000, interest: 360, serviceFee: 30, totalRepay: 1390 });
    instalmentOrder = await borrow(wire, instalments, asked);
    const { plans, totalRepay } = await billOf(wire, instalments, instalmentOrder);
    expect(plans.map(({ remaining }) => remaining)).toEqual([463.33, 463.33, 463.34]);
    for (const part of ['principal', 'interest', 'serviceFee'] as const) {
      expect(sum(plans.map((plan) => plan[part])), part).toBe(bill[part]);
      expect(
        bill.plans.map((plan) => plan[part]),
        part,
      ).toEqual(plans.map((plan) => plan[part]));
    }
    expect(sum(plans.map(({ remaining }) => remaining))).toBe(totalRepay);
    const [first, second, third] = plans;
    dueOn = first?.dueDate ?? '';
    expect(second?.dueDate).toBe(later(dueOn, 30));
    expect(third?.dueDate).toBe(later(dueOn, 60));
    expect((await loanInfoOf(wire, instalments)).loanType).toBe(2);
  });

  test('on the due date the plan is due and nothing is added', async () => {
    single = await authenticatedBorrower(wire);
    singleOrder = await borrow(wire, single, QUICK_LOAN);
    expect((await billOf(wire, single, singleOrder)).dueDate).toBe(dueOn);
    expect(await wire.moveDate(dueOn)).toBe(200);
    expect(await billOf(wire, single, singleOrder)).toMatchObject({
      status: 'active',
      overdueDays: 0,
      remaining: 1150,
      plans: [{ status: 'due', penalty: 0 }],
    });
  });

  test.each([
    [1, 1150, 0, 0],
    [2, 1155.75, 5.75, 2.32],
    [3, 1161.5, 11.5, 4.64],
  ])('%i days late K1,150 is K%f', async (days, remaining, penalty, instalmentPenalty) => {
    expect(await wire.moveDate(later(dueOn, days))).toBe(200);
    expect(await billOf(wire, single, singleOrder)).toMatchObject({
      status: 'overdue',
      overdueDays: days,
      remaining,
      plans: [{ status: 'overdue', penalty, remaining }],
    });
    expect(await repayDetailOf(wire, single, singleOrder)).toMatchObject({
      repayPlanList: [{ remainingAmount: remaining }],
    });
    expect((await loanInfoOf(wire, single)).userStatus).toBe(6);

    const { plans, ...loan } = await billOf(wire, instalments, instalmentOrder);
    expect(loan.remaining).toBe(sum([1390, instalmentPenalty]));
    expect(plans).toMatchObject([
      { status: 'overdue', penalty: instalmentPenalty, remaining: sum([463.33, instalmentPenalty]) },
      { status: 'scheduled', penalty: 0, remaining: 463.33 },
      { status: 'scheduled', penalty: 0, remaining: 463.34 },
    ]);
  });

  test('a late loan is paid penalty first, and does not count as on time', async () => {
    expect(await submitPayment(wire, single, singleOrder, 1161.51)).toMatchObject({ code: 400 });
    expect(await pay(wire, single, singleOrder, 1161.5)).toMatchObject({
      status: 'succeeded',
      allocation: { penalty: 11.5, serviceFee: 30, interest: 120, principal: 1000, wallet: 0 },
    });
    expect(await billOf(wire, single, singleOrder)).toMatchObject({ status: 'settled', remaining: 0 });
    expect((await loanInfoOf(wire, single)).ladder.onTime).toBe(0);
  });

  test('a late instalment is brought up to date while the others keep their days', async () => {
    expect(await pay(wire, instalments, instalmentOrder, 467.97)).toMatchObject({
      status: 'succeeded',
      allocation: { penalty: 4.64, wallet: 0 },
    });
    expect(await billOf(wire, instalments, instalmentOrder)).toMatchObject({
      status: 'active',
      overdueDays: 0,
      remaining: 926.67,
      plans: [{ status: 'settled' }, { status: 'scheduled' }, { dueDate: later(dueOn, 60) }],
    });
  });

  test('the date never goes back', async () => {
    expect(await wire.moveDate(dueOn)).toBeGreaterThanOrEqual(400);
    expect((await billOf(wire, instalments, instalmentOrder)).remaining).toBe(926.67);
  });
});
