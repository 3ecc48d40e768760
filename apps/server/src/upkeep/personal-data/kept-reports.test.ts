import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, PATIENCE } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import {
  approveReportOf,
  caseOf,
  decideOn,
  hireCompliance,
  lookNow,
  quicklySettled,
  readCase,
  writeReport,
} from '../../staff/compliance/compliance.test-support.ts';
import { eraseWhatIsDue } from './delete-account.ts';
import { deleteAccount } from './personal-data.test-support.ts';

/* What compliance keeps of an account that is deleted. */

let server: AppServer;
let monde: StaffMember;
let taonga: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ monde, taonga } = await hireCompliance(server));
  await lookNow(server);
});
afterAll(() => server.stop());

const TABLES = [
  'alert_case',
  'payment_alert',
  'alert_case_note',
  'suspicion_report',
  'suspicion_report_export',
];

async function rowsOf(borrowerId: number): Promise<number[]> {
  const counts = TABLES.map(async (table) => {
    const [{ rows }] = await server.query(
      `select count(*)::integer as rows from ${table} where borrower_id = $1`,
      [borrowerId],
    );
    return rows as number;
  });
  return Promise.all(counts);
}

/** The interest that was given back lies in the wallet. An account with money in it is not deleted. */
async function takeCredit(borrower: AppBorrower): Promise<void> {
  await borrower.ask('payOutWallet', { body: {} });
  const payouts = `select state from payment_attempt where borrower_id = $1 and purpose = 'wallet_payout'`;
  await expect
    .poll(() => server.query(payouts, [borrower.borrowerId]), PATIENCE)
    .toEqual([{ state: 'succeeded' }]);
}

test('a report stays after the account is deleted, is corrected, and is erased after the years', async () => {
  const { borrower } = await quicklySettled(server);
  const { borrowerId } = borrower;
  await lookNow(server);
  const alertCaseId = await caseOf(server, borrower);
  const params = { alertCaseId };
  await monde.client.call('writeAlertCaseNote', { params, body: { text: 'asked the operator' } });
  await decideOn(monde, alertCaseId, 'suspicion');
  const { data } = await writeReport(monde, alertCaseId);
  const { reportId } = data;
  expect(await approveReportOf(taonga, alertCaseId, reportId)).toMatchObject({ code: 200 });
  await monde.client.call('exportSuspicionReport', { params, body: { reportId, format: 'json' } });
  await takeCredit(borrower);
  expect(await deleteAccount(server, borrower)).toMatchObject({ code: 200 });
  expect(await rowsOf(borrowerId)).toEqual([1, 1, 1, 1, 1]);
  expect((await readCase(monde, alertCaseId)).data).toMatchObject({
    state: 'reported',
    reports: [{ reportId, approval: { by: 'Person taonga' } }],
  });
  const { data: correction } = await writeReport(taonga, alertCaseId, 'The account was deleted since.');
  expect(await approveReportOf(monde, alertCaseId, correction.reportId)).toMatchObject({ code: 200 });
  const erase = () => eraseWhatIsDue(server.db, new Date(server.clock.nowMs()), day(server.today()));
  await erase();
  expect(await rowsOf(borrowerId)).toEqual([1, 1, 1, 2, 1]);
  await server.query(
    `update account_deletion set deleted_on = deleted_on - interval '20 years', kept_until = kept_until - interval '20 years'
     where borrower_id = $1`,
    [borrowerId],
  );
  // A decision is not younger than the end of its account.
  await server.query(
    `update loan_decision set decided_at = decided_at - interval '20 years' where borrower_id = $1`,
    [borrowerId],
  );
  await erase();
  expect(await rowsOf(borrowerId)).toEqual([0, 0, 0, 0, 0]);
});

test('a report is kept for the years from its approval, also of a borrower who has no application', async () => {
  const { borrower } = await quicklySettled(server);
  const { borrowerId } = borrower;
  await lookNow(server);
  const alertCaseId = await caseOf(server, borrower);
  await decideOn(monde, alertCaseId, 'suspicion');
  const { data } = await writeReport(monde, alertCaseId);
  expect(await approveReportOf(taonga, alertCaseId, data.reportId)).toMatchObject({ code: 200 });
  await takeCredit(borrower);
  // As if money had come to the wallet of a person who never applied.
  await server.query('update borrower_standing set applications = 0 where borrower_id = $1', [borrowerId]);
  const readDeletion = () => borrower.ask('getAccountDeletion', {});
  expect((await readDeletion()).keptUntil).toBeUndefined();
  expect(await deleteAccount(server, borrower)).toMatchObject({ code: 200 });
  const [{ kept }] = await server.query(
    `select d.kept_until = (r.approved_at at time zone 'Africa/Lusaka')::date + interval '10 years' as kept
     from account_deletion d join suspicion_report r using (borrower_id) where borrower_id = $1`,
    [borrowerId],
  );
  expect(kept).toBe(true);
  const [, alerts, , reports] = await rowsOf(borrowerId);
  expect({ alerts, reports }).toEqual({ alerts: 1, reports: 1 });
  await server.query('update borrower_standing set applications = 1 where borrower_id = $1', [borrowerId]);
});
