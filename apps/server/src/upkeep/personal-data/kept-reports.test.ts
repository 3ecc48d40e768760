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

test('a report stays after the account is deleted, and is corrected', async () => {
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
  await eraseWhatIsDue(server.db, new Date(server.clock.nowMs()), day(server.today()));
  expect(await rowsOf(borrowerId)).toEqual([1, 1, 1, 2, 1]);
});
