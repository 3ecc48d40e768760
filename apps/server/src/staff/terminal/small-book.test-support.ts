import { addDays, day } from '@thumba/lending/day';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  pay,
  signUp,
  succeedAfterAll,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import { approveRequest } from '../../../test/approve-request.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';
import { command as float } from './commands/float.ts';
import { command as monthEnd } from './commands/month-end.ts';
import { command as servicing } from './commands/servicing.ts';
import { deskBeside, runApproved } from './staff-desk.test-support.ts';

export type SmallBook = { onTime: number; late: number; lost: number; inPlans: number; refused: number };

/**
 * Seven weeks of five loans, by the calls of the borrowers and the commands of staff: one paid on time, one extended and
 * paid late with a payment that is taken back, one written off with a recovery, one in three plans, and one whose first
 * payment is confirmed late, so that credit is left. `afterDay` is called when a day has ended.
 */
export async function makeSmallBook(
  server: AppServer,
  afterDay: () => Promise<void> = async () => undefined,
): Promise<SmallBook> {
  const desk = await deskBeside(server);
  const daysPass = async (count: number) => {
    for (let passed = 0; passed < count; passed += 1) {
      await server.passDays(1);
      await endMonth(server);
      await afterDay();
    }
  };
  await runApproved(server, float, 'top-up', 'mtn', 'payout', '20000', 'money of the owners');
  await runApproved(server, float, 'charge', 'mtn', 'collection', '12.50', 'fees of November');
  const people = {
    onTime: await signUp(server),
    late: await signUp(server),
    lost: await signUp(server),
    inPlans: await signUp(server),
    refused: await signUp(server),
  };
  const loans = {
    onTime: await borrow(people.onTime),
    late: await borrow(people.late, { amount: 500, termId: 2 }),
    lost: await borrow(people.lost, { amount: 800, termId: 2 }),
    inPlans: await borrow(people.inPlans, { amount: 900, termId: 3 }),
    refused: await borrow(people.refused, { amount: 200 }),
  };
  await daysPass(16);
  await extend(server, people.late, loans.late);
  await daysPass(12);
  const refusedPayment = await pay(server, people.refused, loans.refused, { action: 'refuse' });
  await pay(server, people.onTime, loans.onTime);
  await daysPass(3);
  await pay(server, people.refused, loans.refused);
  server.clock.advance({ seconds: 1 });
  await succeedAfterAll(server, refusedPayment);
  await waitForPayment(people.refused, refusedPayment);
  await pay(server, people.late, loans.late, { amount: 200 });
  await daysPass(4);
  const [{ receipt_no: receiptNo }] = await server.query(
    `select detail ->> 'receiptNo' as receipt_no from loan_event where loan_id = $1 and kind = 'repaid'`,
    [loans.late],
  );
  await servicing.atDesk(desk, ['reverse', receiptNo, 'ours', 'taken from another loan']);
  await approveRequest(server);
  await pay(server, people.inPlans, loans.inPlans, { amount: 150 });
  await servicing.atDesk(desk, ['write-off', String(loans.lost), 'cannot be found']);
  await approveRequest(server);
  await daysPass(6);
  await pay(server, people.lost, loans.lost, { amount: 100 });
  await pay(server, people.late, loans.late);
  await daysPass(3);
  return loans;
}

/** On the first day of a month, the run of the month before. */
async function endMonth(server: AppServer): Promise<void> {
  const today = day(server.today());
  if (!today.endsWith('-01')) return;
  const { done, lines } = await monthEnd.atDesk(await deskBeside(server), [addDays(today, -1).slice(0, 7)]);
  if (!done) throw new Error(lines.join('\n'));
}

async function extend(server: AppServer, borrower: AppBorrower, orderId: number): Promise<void> {
  const planId = planIdOf(orderId, 1);
  const { extensionFee: payAmount } = await borrower.ask('extensionDetail', { body: { planId } });
  const { data } = await borrower.call('submitRepayApplyV2', { body: { bizType: 2, planId, payAmount } });
  await answerPrompt(server, borrower);
  await waitForPayment(borrower, (data as { paymentId: string }).paymentId);
}
