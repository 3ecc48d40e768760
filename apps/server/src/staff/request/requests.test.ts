import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { recordedLog } from '../../../test/call-server.ts';
import {
  acceptInvitation,
  hire,
  openOffice,
  type StaffMember,
  signInAgain,
} from '../../../test/staff-client.ts';
import { command as administrators } from '../terminal/commands/first-administrator.ts';
import { runOf } from '../terminal/staff-desk.test-support.ts';
import { continueRequests, type RequestDeps } from './answer-request.ts';
import { grantRoles } from './grant-roles.ts';

let server: AppServer;
let first: StaffMember;
let second: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  ({ first, second } = await openOffice(server));
});
afterAll(() => server.stop());

const depsOf = (of: AppServer): RequestDeps => ({
  ...of,
  log: recordedLog().log,
  executors: { role_grant: (request) => grantRoles(of.db, request, new Date(of.clock.nowMs())) },
});

let number = 0;
async function inviteOne(roles: 'support'[] | 'administrator'[] = ['support']) {
  number += 1;
  const userName = `person-${number}`;
  const { data } = await first.client.call('inviteStaff', {
    body: { userName, name: `Person ${number}`, roles, reason: 'hired' },
  });
  return { userName, ...data };
}

const answerOf = (member: StaffMember, requestId: number, answer: 'approve' | 'decline' = 'approve') =>
  member.client.call('answerRequest', { params: { requestId }, body: { answer, reason: 'looked at it' } });

describe('a request for a second person', () => {
  test('shows the checker the effect that the maker saw, and says who may check it', async () => {
    const { requestId, userName } = await inviteOne();
    const params = { requestId };
    const asMaker = await first.client.call('getRequest', { params });
    expect(asMaker.data).toMatchObject({
      kind: 'role_grant',
      state: 'waiting',
      effect: [{ title: 'Roles', before: 'none', after: 'Support' }],
      mayCheck: false,
      whyNot: 'You asked for this yourself. A second person has to check it.',
    });
    const asChecker = await second.client.call('getRequest', { params });
    expect(asChecker.data).toMatchObject({ effect: asMaker.data.effect, mayCheck: true, whyNot: null });
    expect(asChecker.data.title).toContain(userName);
    const { data } = await second.client.call('listRequests', { query: {} });
    expect(data.items.at(-1)).toMatchObject({ requestId, madeBy: { userName: 'chipo' } });
  });

  test('is refused to its maker by the server', async () => {
    const { requestId } = await inviteOne();
    expect(await answerOf(first, requestId)).toMatchObject({ code: 403, reason: 'own_request' });
    expect(await server.query('select state from staff_request where request_id = $1', [requestId])).toEqual([
      { state: 'waiting' },
    ]);
  });

  test.each([
    ['the same account', 'staff:someone', (staffId: number) => staffId],
    ['the same name at the terminal, in other letters', 'unverified:CHIPO', () => null],
  ])('is refused to its maker by the database: %s', async (_title, actor, staffIdOf) => {
    const { requestId } = await inviteOne();
    const update = server.query(
      `update staff_request set state = 'approved', checked_by = $2, checked_by_staff_id = $3, checked_at = now()
       where request_id = $1`,
      [requestId, actor, staffIdOf(first.staffId)],
    );
    await expect(update).rejects.toThrow(/staff_request_two_people/);
  });

  test('stays as it was asked, and is answered once, also for the owner of the tables', async () => {
    const { requestId } = await inviteOne();
    const change = (set: string) =>
      server.query(`update staff_request set ${set} where request_id = $1`, [requestId]);
    await expect(change('of_staff_id = 1')).rejects.toThrow(/stays as it was asked/);
    await expect(change(`payload_sealed = '\\x01'`)).rejects.toThrow(/stays as it was asked/);
    await answerOf(second, requestId, 'decline');
    await expect(
      change(`state = 'waiting', checked_by = null, checked_at = null, ended_at = null`),
    ).rejects.toThrow();
    await expect(change(`state = 'approved', ended_at = null`)).rejects.toThrow(/answered once/);
  });

  test('of two checkers at once one wins and the other is told', async () => {
    const { first: maker } = { first };
    const third = await hire(
      server,
      { maker, checker: second },
      { userName: 'third', roles: ['administrator'] },
    );
    const { requestId } = await inviteOne();
    const answers = await Promise.all([answerOf(second, requestId), answerOf(third, requestId, 'decline')]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)!.msg).toBe('This request is answered already.');
  });

  test('for the same thing is one', async () => {
    const { staffId } = await inviteOne();
    const again = await first.client.call('requestRoles', {
      params: { staffId },
      body: { roles: ['finance'], reason: 'moves' },
    });
    expect(again).toMatchObject({ code: 409, reason: 'waits_already' });
  });

  test('is taken back by its maker and by no other person', async () => {
    const { requestId } = await inviteOne();
    expect(await second.client.call('withdrawRequest', { params: { requestId } })).toMatchObject({
      code: 404,
    });
    expect(await first.client.call('withdrawRequest', { params: { requestId } })).toMatchObject({
      code: 200,
    });
    expect(await answerOf(second, requestId)).toMatchObject({ code: 409, reason: 'answered_already' });
  });

  test('that was not answered for seven days is over', async () => {
    const { requestId } = await inviteOne();
    server.clock.advance({ days: 7 });
    first.client = await signInAgain(server, first);
    second.client = await signInAgain(server, second);
    expect(await answerOf(second, requestId)).toMatchObject({ code: 409, reason: 'answered_already' });
    await continueRequests(depsOf(server));
    const { data } = await first.client.call('getRequest', { params: { requestId } });
    expect(data.state).toBe('expired');
  });

  test('that was approved by a process that was killed is done by the next look', async () => {
    const invited = await inviteOne();
    const member = await acceptInvitation(server, invited);
    await server.query(
      `update staff_request set state = 'approved', checked_by = 'staff:mutale', checked_by_staff_id = $2,
         checked_at = $3 where request_id = $1`,
      [invited.requestId, second.staffId, new Date(server.clock.nowMs() - 120_000)],
    );
    const deps = depsOf(server);
    await continueRequests(deps);
    await continueRequests(deps);
    const { data } = await member.client.call('staffSession');
    expect(data.person!.roles).toEqual(['support']);
    expect(
      await server.query('select state from staff_request where request_id = $1', [invited.requestId]),
    ).toEqual([{ state: 'done' }]);
  });
});

describe('a role of staff', () => {
  test('is refused by the database without a request of this person that was approved', async () => {
    const { staffId, requestId } = await inviteOne();
    const give = (request: number | null) =>
      server.query(
        'insert into staff_role (staff_id, role, granted_at, request_id) values ($1, $2, now(), $3)',
        [staffId, 'head_of_finance', request],
      );
    await expect(give(null)).rejects.toThrow(/a second person approved/);
    await expect(give(requestId)).rejects.toThrow(/a second person approved/);
  });

  test('of the second administrator is approved at the terminal, of any further one it is not', async () => {
    const { requestId } = await inviteOne(['administrator']);
    expect(await runOf(server, administrators, 'approve', String(requestId), 'hired')).toEqual({
      done: false,
      text: 'There are several administrators, who approve roles in the console.',
    });
  });
});

describe('a borrower who is related to a person of staff', () => {
  test('is closed to that person', async () => {
    const support = await hire(
      server,
      { maker: first, checker: second },
      { userName: 'kelvin', roles: ['support'] },
    );
    const borrower = await signUp(server);
    const isRelated = async () =>
      (
        await server.query('select is_related_staff($1, $2) as is_related', [
          support.staffId,
          borrower.borrowerId,
        ])
      )[0];
    expect(await isRelated()).toEqual({ is_related: false });
    await support.client.call('declareRelation', { body: { relation: 'relative', mobile: borrower.mobile } });
    await support.client.call('declareRelation', { body: { relation: 'relative', mobile: borrower.mobile } });
    expect(await isRelated()).toEqual({ is_related: true });
    const { data } = await support.client.call('ownAccount');
    expect(data.relations).toMatchObject([{ relation: 'relative', mobile: borrower.mobile }]);
  });
});
