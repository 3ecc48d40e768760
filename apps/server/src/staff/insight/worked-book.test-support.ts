import { answerPrompt, borrow, pay, signUp, waitForPayment } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffClient, signInAgain } from '../../../test/staff-client.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';

/** A book over four months with loans that are on time, late, extended, and paid in part. */
export async function openWorkedBook(): Promise<{ server: AppServer; auditor: StaffClient }> {
  const server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const kasonde = await hire(server, { maker, checker }, { userName: 'kasonde', roles: ['auditor'] });
  const paying = await signUp(server);
  const paidOrder = await borrow(paying, { amount: 1000 });
  const extending = await signUp(server);
  const extendedOrder = await borrow(extending);
  await borrow(await signUp(server), { amount: 500, termId: 2 });
  await server.passDays(10);
  await pay(server, paying, paidOrder, { amount: 450 });
  await borrow(await signUp(server), { amount: 900 });
  await server.passDays(20);
  const planId = planIdOf(extendedOrder, 1);
  const { extensionFee } = await extending.ask('extensionDetail', { body: { planId } });
  const { paymentId } = await extending.ask('submitRepayApplyV2', {
    body: { bizType: 2, planId, payAmount: extensionFee },
  });
  await answerPrompt(server, extending);
  await waitForPayment(extending, paymentId);
  await server.passDays(50);
  await borrow(await signUp(server), { amount: 400 });
  await server.passDays(12);
  await callAboutLateLoans(server, kasonde.staffId);
  return { server, auditor: await signInAgain(server, kasonde) };
}

/** Calls and promises as they are after they were judged. */
async function callAboutLateLoans(server: AppServer, staffId: number): Promise<void> {
  const today = server.today();
  await server.query(
    `with late as (select borrower_id, loan_id, row_number() over (order by loan_id) as number from loan
       where state = 'overdue'),
     called as (
       insert into arrears_call (borrower_id, loan_id, on_day, ordinal_of_day, begun_at, actor, staff_id, identified_at,
         outcome, ended_at)
       select borrower_id, loan_id, $1::date, 1, now(), 'staff:kasonde', $2,
         case when number > 1 then now() end, case when number > 1 then 'promised' else 'not_answered' end, now()
       from late returning borrower_id, loan_id, call_id, outcome)
     insert into arrears_promise (borrower_id, loan_id, call_id, promised_on, due_on, amount_ngwee, paid_before_ngwee,
       state, judged_on, actor, made_at)
     select c.borrower_id, c.loan_id, c.call_id, $1::date, $1::date, 10000 * l.number, 0,
       case when l.number = 2 then 'kept' else 'broken' end, $1::date, 'staff:kasonde', now()
     from called c join late l using (borrower_id, loan_id) where c.outcome = 'promised'`,
    [today, staffId],
  );
}
