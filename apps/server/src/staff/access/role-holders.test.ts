import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';

let server: AppServer;
let first: StaffMember;
let second: StaffMember;
let finance: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ first, second } = await openOffice(server));
  finance = await hire(server, { maker: first, checker: second }, { userName: 'mwila', roles: ['finance'] });
});
afterAll(() => server.stop());

const peopleWith = async (role: string) => {
  const { data } = await finance.client.call('listRoleHolders');
  return data.items.find((one) => one.role === role)!.people.map(({ name }) => name);
};

test('each person of staff sees who has which role, by name', async () => {
  const { data } = await finance.client.call('listRoleHolders');
  expect(data.items.map(({ role }) => role)).toContain('head_of_finance');
  expect(await peopleWith('administrator')).toEqual(['Chipo Banda', 'Mutale Phiri']);
  expect(await peopleWith('finance')).toEqual(['Person mwila']);
  expect(await peopleWith('auditor')).toEqual([]);
});

test('a role counts once a second person approved it, also before the invitation is taken', async () => {
  const invited = await first.client.call('inviteStaff', {
    body: { userName: 'ireen', name: 'Ireen Zulu', roles: ['auditor'], reason: 'hired' },
  });
  expect(await peopleWith('auditor')).toEqual([]);
  await second.client.call('answerRequest', {
    params: { requestId: invited.data.requestId },
    body: { answer: 'approve', reason: 'seen the contract' },
  });
  const { data } = await finance.client.call('listRoleHolders');
  expect(data.items.find(({ role }) => role === 'auditor')!.people).toEqual([
    expect.objectContaining({ name: 'Ireen Zulu', userName: 'ireen', state: 'invited' }),
  ]);
});

test('a person whose account is ended has no role', async () => {
  const gone = await hire(
    server,
    { maker: first, checker: second },
    { userName: 'gift', roles: ['collector'] },
  );
  expect(await peopleWith('collector')).toEqual(['Person gift']);
  const ended = await first.client.call('endStaff', {
    params: { staffId: gone.staffId },
    body: { reason: 'has left' },
  });
  expect(ended.code).toBe(200);
  expect(await peopleWith('collector')).toEqual([]);
});
