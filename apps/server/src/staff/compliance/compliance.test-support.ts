import { vi } from 'vitest';
import { type AppBorrower, answerPrompt, borrow, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { repayCode, repayCodeHashes } from '../../book/loan/repay-link.ts';
import { toDate } from '../../platform/clock.ts';
import { lookAtPayments } from './look-at-payments.ts';

/** Two people of compliance, and the administrators who hire further people. */
export async function hireCompliance(server: AppServer): Promise<{
  monde: StaffMember;
  taonga: StaffMember;
  office: { maker: StaffMember; checker: StaffMember };
}> {
  const { first: maker, second: checker } = await openOffice(server);
  const office = { maker, checker };
  const hireAs = (userName: string) => hire(server, office, { userName, roles: ['compliance'] });
  return { monde: await hireAs('monde'), taonga: await hireAs('taonga'), office };
}

/** Three minutes later, when every payment up to now is looked at. Answers how many were looked at here. */
export async function lookNow(server: AppServer): Promise<number> {
  server.clock.advance({ minutes: 3 });
  return lookUntilNow(server);
}

/** What lies two minutes back is looked at. */
export async function lookUntilNow(server: AppServer): Promise<number> {
  let looked = 0;
  for (let batch = -1; batch !== 0; looked += batch)
    batch = await lookAtPayments(server, toDate(server.clock.nowMs()));
  return looked;
}

/** Pays a loan from any number through its link, and waits until the payment has ended. */
export async function payFromNumber(
  server: AppServer,
  { borrowerId }: AppBorrower,
  loanId: number,
  { mobile = server.newMobile(), amount }: { mobile?: string; amount?: number } = {},
): Promise<string> {
  const code = repayCode(server.sealing, { borrowerId, loanId });
  await server.query(
    `insert into repay_link (code_hash, borrower_id, loan_id, expires_on) values ($1, $2, $3, '2099-01-01')
     on conflict do nothing`,
    [repayCodeHashes(server.sealing, code)[0], borrowerId, loanId],
  );
  const visitor = server.newClient();
  const { plans, remaining } = await visitor.ask('quickRepayInfo', { body: { code } });
  const body = { code, planId: plans[0]!.planId, payAmount: amount ?? remaining, payMobile: mobile };
  const { paymentId } = await visitor.ask('quickRepayRepayment', { body });
  await answerPrompt(server, { mobile } as AppBorrower);
  await vi.waitFor(async () => {
    const [{ state }] = await server.query('select state from payment_attempt where attempt_id = $1', [
      paymentId,
    ]);
    if (state !== 'succeeded') throw new Error(`the payment is ${state}`);
  }, PATIENCE);
  server.clock.advance({ seconds: 1 });
  return paymentId!;
}

/** A borrower whose loan another number settled at once: K1,000 and its charges. */
export async function quicklySettled(
  server: AppServer,
): Promise<{ borrower: AppBorrower; loanId: number; paymentId: string }> {
  const borrower = await signUp(server, { firstName: 'Wezi', lastName: 'Nyirongo' });
  const loanId = await borrow(borrower);
  server.clock.advance({ minutes: 1 });
  const paymentId = await payFromNumber(server, borrower, loanId);
  return { borrower, loanId, paymentId };
}

export async function caseOf(server: AppServer, { borrowerId }: AppBorrower): Promise<number> {
  const [row] = await server.query(
    'select case_id::integer as case_id from alert_case where borrower_id = $1 order by case_id desc limit 1',
    [borrowerId],
  );
  if (!row) throw new Error(`borrower ${borrowerId} has no case`);
  return row.case_id;
}

export const NARRATIVE =
  'A stranger paid off a loan of K1,000 minutes after it was paid out.\nThe borrower gives no reason.';

export const readCase = ({ client }: StaffMember, alertCaseId: number) =>
  client.call('getAlertCase', { params: { alertCaseId } });

/** Each of these is done for what is shown to the person at that moment. */
export async function decideOn(
  member: StaffMember,
  alertCaseId: number,
  decision: 'no_suspicion' | 'suspicion',
) {
  const { shown } = (await readCase(member, alertCaseId)).data;
  const body = { decision, reason: 'looked at the payments', shown };
  return member.client.call('decideAlertCase', { params: { alertCaseId }, body });
}

export async function writeReport(member: StaffMember, alertCaseId: number, narrative = NARRATIVE) {
  const { shown } = (await readCase(member, alertCaseId)).data;
  const actionTaken = 'The payments were looked at. Nothing was stopped.';
  const body = { narrative, actionTaken, shown };
  return member.client.call('writeSuspicionReport', { params: { alertCaseId }, body });
}

export async function approveReportOf(member: StaffMember, alertCaseId: number, reportId: number) {
  const { shown } = (await readCase(member, alertCaseId)).data;
  const body = { reportId, reason: 'read it twice', shown };
  return member.client.call('approveSuspicionReport', { params: { alertCaseId }, body });
}
