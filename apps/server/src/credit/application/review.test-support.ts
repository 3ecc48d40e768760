import { randomUUID } from 'node:crypto';
import { day } from '@thumba/lending/day';
import { expect } from 'vitest';
import { type AppBorrower, apply, type Details, signUp } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import { openCatalogue } from '../../book/catalogue/catalogue.ts';
import type { ReviewDeps } from './review.ts';

export type Applicant = { borrower: AppBorrower; orderId: number };

/** A borrower whose income staff have to look at. */
export async function applicant(
  server: AppServer,
  details: Details & { mobile?: string } = {},
): Promise<Applicant> {
  const borrower = await signUp(server, { ...details, monthlyIncome: 1500 });
  const { orderId, userStatus } = await apply(borrower, { amount: 300 });
  expect(userStatus).toBe(2);
  return { borrower, orderId };
}

/** What a decision of staff works with, beside a server that sends the money. */
export async function reviewDeps(server: AppServer): Promise<ReviewDeps> {
  return {
    db: server.db,
    clock: server.clock,
    sealing: server.sealing,
    line: server.app.line,
    operators: { mtn: {} as never },
    today: () => day(server.today()),
    newAttemptId: () => randomUUID(),
    catalogue: await openCatalogue(server.db, server.clock, server.app.calendar.today),
  };
}
