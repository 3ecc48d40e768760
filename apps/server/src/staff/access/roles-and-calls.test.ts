import { type StaffCallName, staffCalls } from '@thumba/contract/staff/calls';
import type { StaffCallDefinition } from '@thumba/contract/staff/calls/definition';
import { permissionsOf, ROLES, type Role } from '@thumba/contract/staff/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, newStaffClient, openOffice, type StaffMember } from '../../../test/staff-client.ts';

const calls = (Object.entries(staffCalls) as [StaffCallName, StaffCallDefinition][]).filter(
  ([, { access }]) => access !== 'visitor',
);
const everyRoleAndCall = ROLES.flatMap((role) => calls.map(([name]) => [role, name] as const));

let server: AppServer;
let office: Awaited<ReturnType<typeof openOffice>>;
const people = new Map<Role, StaffMember>();
beforeAll(async () => {
  server = await startAppServer();
  office = await openOffice(server);
  for (const role of ROLES) {
    const userName = role.replaceAll('_', '-');
    people.set(
      role,
      await hire(server, { maker: office.first, checker: office.second }, { userName, roles: [role] }),
    );
  }
});
afterAll(() => server.stop());

/** A number that no record has stands for each parameter, so that an allowed call changes nothing. */
const REQUEST = { params: { staffId: 999_999, requestId: 999_999, sessionId: 'none', passkeyId: 'none' } };

describe('every role and every staff call', () => {
  test.each(everyRoleAndCall)('%s calls %s: allowed or refused as docs/roles.md says', async (role, name) => {
    const { access } = staffCalls[name] as StaffCallDefinition;
    const isAllowed = access === 'signed_in' || permissionsOf([role]).includes(access as never);
    const answer = await people.get(role)!.client.call(name, REQUEST as never);
    if (isAllowed) expect([200, 400, 403, 404, 409]).toContain(answer.code);
    const isRefused = answer.code === 403 && answer.reason === 'not_permitted';
    expect(isRefused).toBe(!isAllowed);
  });

  test.each(calls.map(([name]) => name))('%s needs a session', async (name) => {
    const answer = await newStaffClient(server).call(name, REQUEST as never);
    expect(answer).toMatchObject({ code: 401, reason: 'signed_out' });
  });

  test.each(Object.keys(staffCalls) as StaffCallName[])(
    '%s needs the header of the console',
    async (name) => {
      const { client } = people.get('auditor')!;
      const answer = await client.call(name, REQUEST as never, { 'Thumba-Console': '' });
      expect(answer).toMatchObject({ code: 400, reason: 'not_from_console' });
    },
  );
});

describe('the audit', () => {
  test('has what was refused, and each change before and after it is made', async () => {
    const { client } = people.get('auditor')!;
    const refused = await client.call('searchAudit', {
      query: { userName: 'support', call: 'inviteStaff', pageSize: 10 },
    });
    expect(refused.data.items).toMatchObject([{ outcome: 'refused', detail: { reason: 'not_permitted' } }]);
    const made = await client.call('searchAudit', {
      query: { call: 'inviteStaff', userName: 'chipo', pageSize: 2 },
    });
    expect(made.data.items).toMatchObject([
      { outcome: 'done', detail: { roles: ['auditor'] } },
      { outcome: 'begun', detail: {} },
    ]);
    expect(made.data.items[0]!.reference).toBe(made.data.items[1]!.reference);
    expect(made.data.isMore).toBe(true);
    const { entryId } = made.data.items[1]!;
    const next = await client.call('searchAudit', {
      query: { call: 'inviteStaff', before: entryId, pageSize: 2 },
    });
    expect(next.data.items[0]!.entryId).toBeLessThan(entryId);
  });

  test('has that it was read', async () => {
    const { client } = people.get('auditor')!;
    await client.call('searchAudit', { query: {} });
    const { data } = await client.call('searchAudit', { query: { call: 'searchAudit', pageSize: 2 } });
    expect(data.items).toMatchObject([
      { outcome: 'shown', userName: 'auditor', name: 'Person auditor' },
      { outcome: 'shown' },
    ]);
  });

  test('lists the calls that it can have, in the order of their sentences, which are those of its entries', async () => {
    const { client } = people.get('compliance')!;
    const { items: calls } = (await client.call('listAuditCalls')).data;
    const sentences = calls.map(({ summary }) => summary);
    expect(sentences).toEqual(sentences.toSorted((one, other) => one.localeCompare(other, 'en')));
    expect(new Set(sentences).size).toBe(sentences.length);
    const { data } = await client.call('searchAudit', { query: { pageSize: 100 } });
    const used = [...data.items, ...(await entriesOf('confirmInvitation'))];
    for (const { call, summary } of used) expect(calls).toContainEqual({ call, summary });
    expect(calls.map(({ call }) => call)).not.toContain('listStaff');

    async function entriesOf(call: StaffCallName) {
      const { items } = (await client.call('searchAudit', { query: { call } })).data;
      expect(items.length).toBeGreaterThan(0);
      return items;
    }
  });

  test('lists no call of a case for a person who does not see cases', async () => {
    const callsOf = async (role: Role) =>
      (await people.get(role)!.client.call('listAuditCalls')).data.items.map(({ call }) => call);
    expect(await callsOf('compliance')).toContain('decideCase');
    const ofAuditor = await callsOf('auditor');
    expect(ofAuditor).not.toContain('decideCase');
    expect(ofAuditor).toContain('searchAudit');
  });

  test.each(['from', 'until'])('refuses a day that does not exist as “%s”', async (field) => {
    const { client } = people.get('auditor')!;
    for (const [on, msg] of [
      ['2026-02-31', 'This day does not exist.'],
      ['0000-01-01', 'Write a day of the years 2000 to 2099.'],
      ['9999-12-31', 'Write a day of the years 2000 to 2099.'],
    ]) {
      const answer = await client.call('searchAudit', { query: { [field]: on } });
      expect(answer).toMatchObject({ code: 400, msg });
    }
  });
});
