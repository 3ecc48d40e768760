import { type StaffCallName, staffCalls } from '@thumba/contract/staff/calls';
import type { StaffCallDefinition } from '@thumba/contract/staff/calls/definition';
import { permissionsOf, ROLES } from '@thumba/contract/staff/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, downloadRecord } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, type StaffMember } from '../../../test/staff-client.ts';
import {
  approveReportOf,
  caseOf,
  decideOn,
  hireCompliance,
  lookNow,
  lookUntilNow,
  quicklySettled,
  writeReport,
} from './compliance.test-support.ts';

let server: AppServer;
let monde: StaffMember;
let taonga: StaffMember;
let office: { maker: StaffMember; checker: StaffMember };
beforeAll(async () => {
  server = await startAppServer();
  ({ monde, taonga, office } = await hireCompliance(server));
  await lookNow(server);
});
afterAll(() => server.stop());

/** The case of the borrower becomes a suspicion, and its report is approved. */
async function report(borrower: AppBorrower): Promise<void> {
  const alertCaseId = await caseOf(server, borrower);
  await decideOn(monde, alertCaseId, 'suspicion');
  const { data } = await writeReport(monde, alertCaseId);
  const approved = await approveReportOf(taonga, alertCaseId, data.reportId);
  expect(approved).toMatchObject({ code: 200 });
}

/** Their answers differ by the looks themselves. */
const OTHER_TESTS: readonly StaffCallName[] = ['searchAudit', 'getOfficersWork'];

describe('a person who does not see cases', () => {
  test.each(ROLES.filter((role) => !permissionsOf([role]).includes('seeCases')))(
    '%s reads the same of a borrower with a report of a suspicion as of one without',
    async (role) => {
      const member = await hire(server, office, { userName: role.replaceAll('_', '-'), roles: [role] });
      const { borrower, loanId } = await quicklySettled(server);
      const params = { borrowerId: borrower.borrowerId, loanId, picture: 'front' };
      const reads = (Object.entries(staffCalls) as [StaffCallName, StaffCallDefinition][]).filter(
        ([name, call]) =>
          call.method === 'GET' &&
          !OTHER_TESTS.includes(name) &&
          permissionsOf([role]).includes(call.access as never),
      );
      const answers = async () => {
        const found: Record<string, unknown> = {};
        for (const [name] of reads) {
          const { code, data } = await member.client.call(name, { params } as never);
          found[name] = { code, data };
        }
        return found;
      };
      server.clock.advance({ minutes: 3 });
      // When a person was last seen is on the page of staff.
      for (const { client } of [monde, taonga]) await client.call('getToday', {});
      await server.app.securityLog.flush();
      const before = await answers();
      await lookUntilNow(server);
      await report(borrower);
      expect(await answers()).toEqual(before);
    },
  );

  test('finds no entry of a case in the audit, and is refused each of its calls', async () => {
    const auditor = await hire(server, office, { userName: 'thandiwe', roles: ['auditor'] });
    const calls = (Object.entries(staffCalls) as [StaffCallName, StaffCallDefinition][]).filter(([name]) =>
      /AlertCase|AlertRule|SuspicionReport/.test(name),
    );
    expect(calls).toHaveLength(10);
    for (const [name] of calls) {
      const { data } = await auditor.client.call('searchAudit', { query: { call: name } });
      expect(data.items).toEqual([]);
      const answer = await auditor.client.call(name, { params: { alertCaseId: 1 }, body: {} } as never);
      expect(answer.code, name).toBe(403);
    }
  });
});

describe('the borrower', () => {
  test('is told nothing: no message, no other answer, and nothing in the download', async () => {
    const { borrower, loanId } = await quicklySettled(server);
    const seen = async () => ({
      home: await borrower.call('getMyLoanInfo', {}),
      loan: await borrower.call('queryLoanDetail', { params: { id: loanId } }),
      texts: (await server.handset.phone(borrower.mobile)).messages.map(({ text }) => text),
    });
    const before = await seen();
    await lookNow(server);
    await report(borrower);
    expect(await seen()).toEqual(before);
    const record = await (await downloadRecord(server, borrower)).text();
    expect(record).not.toMatch(/alert|suspic|compliance|stranger/i);
    await expectSoundBook(server);
  });
});
