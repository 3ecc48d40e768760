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
import { continueRequests, type Executor, type RequestDeps } from './answer-request.ts';
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

  test('for the roles of a person falls away when the account of the person ends', async () => {
    const { requestId, staffId } = await inviteOne();
    await first.client.call('endStaff', { params: { staffId }, body: { reason: 'never came' } });
    const { data } = await second.client.call('getRequest', { params: { requestId } });
    expect(data).toMatchObject({ state: 'withdrawn', mayCheck: false });
    expect(await answerOf(second, requestId)).toMatchObject({ code: 409, reason: 'answered_already' });
  });

  test('that is done after the account of the person ended fails, and says why', async () => {
    const { requestId, staffId } = await inviteOne();
    await server.query(`update staff_member set state = 'ended', ended_at = now() where staff_id = $1`, [
      staffId,
    ]);
    expect((await answerOf(second, requestId)).data).toEqual({
      state: 'failed',
      sentence: 'The account is ended, so it gets no roles.',
    });
    expect(await server.query('select role from staff_role where staff_id = $1', [staffId])).toEqual([]);
  });

  test('that stays open on a page is one look, also after it is answered', async () => {
    const { requestId } = await inviteOne();
    const looks = () =>
      server.query(
        `select actor from staff_audit where call = 'getRequest' and subject_id = $1 and outcome = 'shown'`,
        [requestId],
      );
    const params = { requestId };
    const timer = { 'Thumba-Console': 'timer' };
    await second.client.call('getRequest', { params });
    await second.client.call('getRequest', { params }, timer);
    await answerOf(second, requestId);
    await second.client.call('getRequest', { params }, { 'Thumba-Console': 'again' });
    await second.client.call('getRequest', { params }, timer);
    expect(await looks()).toEqual([{ actor: 'staff:mutale' }]);
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

/** Requests that a process approved two minutes ago and was killed before it did them. */
async function approvedAndLeft(requestIds: readonly number[]): Promise<void> {
  await server.query(
    `update staff_request set state = 'approved', checked_by = 'staff:mutale', checked_by_staff_id = $2,
       checked_at = $3 where request_id = any ($1)`,
    [requestIds, second.staffId, new Date(server.clock.nowMs() - 120_000)],
  );
}

const stateOf = async (requestId: number) =>
  (await server.query('select state from staff_request where request_id = $1', [requestId]))[0].state;

test('an approved request that breaks off is logged, and holds up no other one', async () => {
  const [broken, sound] = [await inviteOne(), await inviteOne()];
  const member = await acceptInvitation(server, sound);
  await approvedAndLeft([broken.requestId, sound.requestId]);
  const { log, lines } = recordedLog();
  const deps = depsOf(server);
  const role_grant: Executor = async (request, approvedBy) => {
    if (request.requestId === broken.requestId) throw new Error('no such column');
    return deps.executors.role_grant!(request, approvedBy);
  };
  await continueRequests({ ...deps, log, executors: { role_grant } });
  expect((await member.client.call('staffSession')).data.person!.roles).toEqual(['support']);
  expect(lines.join('')).toContain('an approved request of staff broke off');
  await continueRequests(deps);
  expect(await stateOf(broken.requestId)).toBe('done');
});

test('of two processes one does an approved request, and one that was killed meanwhile is made up for', async () => {
  const { requestId } = await inviteOne();
  await approvedAndLeft([requestId]);
  const deps = depsOf(server);
  let executions = 0;
  const role_grant: Executor = async () => {
    executions += 1;
    // The other process looks while this one is at work.
    await continueRequests({ ...deps, executors: { role_grant } });
    return { isDone: executions > 1, sentence: 'done' };
  };
  await continueRequests({ ...deps, executors: { role_grant } });
  expect(executions).toBe(1);
  expect(await stateOf(requestId)).toBe('failed');

  const { requestId: left } = await inviteOne();
  await approvedAndLeft([left]);
  await server.query('update staff_request set execution_began_at = $2 where request_id = $1', [
    left,
    new Date(server.clock.nowMs() - 11 * 60_000),
  ]);
  await continueRequests(deps);
  expect(await stateOf(left)).toBe('done');
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
