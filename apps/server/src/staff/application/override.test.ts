import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppServer } from '../../../test/app-server.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { type Applicant, applicant } from '../../credit/application/review.test-support.ts';
import { answerAs } from '../terminal/two-people.test-support.ts';
import {
  APPROVE,
  type CreditOffice,
  decide,
  declinedByRules,
  homeOf,
  of,
  open,
  openCreditOffice,
  reviewsOf,
  take,
} from './applications.test-support.ts';

let office: CreditOffice;
let server: AppServer;
let natasha: StaffMember;
let mulenga: StaffMember;
let head: StaffMember;
beforeAll(async () => {
  office = await openCreditOffice();
  ({ server, natasha, mulenga, head } = office);
});
afterAll(() => server.stop());

describe('an approval against the rules', () => {
  const ask = async (member: StaffMember, one: Applicant) => {
    await take(member, one);
    const { data } = await open(member, one);
    return member.client.call('requestOverride', {
      ...of(one.orderId),
      body: { reason: 'the employer confirmed a rise', shown: data.shown },
    });
  };
  const answer = ({ client }: StaffMember, requestId: number) =>
    client.call('answerRequest', {
      params: { requestId },
      body: { answer: 'approve', reason: 'seen it too' },
    });

  test('is made by two people and not by one', async () => {
    const one = await declinedByRules(server);
    const { data } = await open(head, one);
    expect(data).toMatchObject({
      isAnotherLook: true,
      rulesSaid: 'decline',
      against: [{ code: 'income_too_low' }],
    });
    expect(await decide(head, one, APPROVE)).toMatchObject({ code: 409, reason: 'override_needed' });
    const asked = await ask(head, one);
    expect(asked).toMatchObject({ code: 200 });
    const { requestId } = asked.data;
    expect(await answer(head, requestId)).toMatchObject({ code: 403, reason: 'own_request' });
    expect(await answer(natasha, requestId)).toMatchObject({ code: 404 });
    expect(await reviewsOf(server, one)).toEqual([{ outcome: 'another_look', actor: 'borrower' }]);
    const second = await office.hired('kabwe', 'head_of_credit');
    const seen = await second.client.call('getRequest', { params: { requestId } });
    expect(seen.data.effect).toContainEqual({
      title: 'Asked for by this person in the last 30 days',
      before: '0',
      after: '1',
    });
    expect(await answer(second, requestId)).toMatchObject({ code: 200, data: { state: 'done' } });
    expect(await reviewsOf(server, one)).toEqual([
      { outcome: 'another_look', actor: 'borrower' },
      { outcome: 'approve', actor: 'staff:kabwe' },
    ]);
    expect((await homeOf(one)).userStatus).not.toBe(2);
  });

  test('that waits for the second person is no next application, and is asked for once', async () => {
    const one = await declinedByRules(server);
    await ask(natasha, one);
    expect(await ask(mulenga, one)).toMatchObject({ code: 409, reason: 'waits_already' });
    await mulenga.client.call('leaveApplication', of(one.orderId));
    const { data } = await natasha.client.call('listApplications', { query: { pageSize: 100 } });
    expect(data.items.find(({ loanId }) => loanId === one.orderId)).toMatchObject({ isWithChecker: true });
    const newest = await natasha.client.call('takeNextApplication', { body: {} });
    expect(newest.data.loanId).not.toBe(one.orderId);
  });

  test('of what changed meanwhile fails, and says so', async () => {
    const one = await declinedByRules(server);
    const { data } = await ask(natasha, one);
    await decide(mulenga, one, { outcome: 'send_back', picture: 'identity' });
    expect(await answer(head, data.requestId)).toMatchObject({
      code: 200,
      data: {
        state: 'failed',
        sentence: 'The order changed, or the money is to go to another account: look again.',
      },
    });
  });

  test('is not asked for where no rule declines', async () => {
    expect(await ask(natasha, await applicant(server))).toMatchObject({
      code: 409,
      reason: 'no_rule_against',
    });
  });
});

/** The head of credit asks for other rules, and the head of finance approves them. */
async function changeRules(different: object): Promise<void> {
  const { client } = head;
  const { data } = await client.call('getOfferItem', { params: { part: 'rules', item: 'rules' } });
  const content = { ...(data.running!.content as object), ...different };
  const body = { part: 'rules' as const, content, effectiveOn: null };
  const shown = (await client.call('previewOfferChange', { body })).data;
  const asked = await client.call('askForOfferChange', {
    body: { ...body, reason: 'agreed by the board', digest: shown.preview!.digest },
  });
  const grace = await office.hired('grace', 'head_of_finance');
  expect((await answerAs(grace, asked.data.requestId)).data.state).toBe('done');
}

test('an approval against the rules is needed where the application breaks a rule at the time of the decision', async () => {
  const one = await applicant(server);
  await changeRules({ referIncome: 1600 });
  expect((await open(natasha, one)).data.against).toEqual([
    { code: 'income_too_low', title: 'The income is below what may be lent to' },
  ]);
  expect(await decide(natasha, one, APPROVE)).toMatchObject({ code: 409, reason: 'override_needed' });
});
