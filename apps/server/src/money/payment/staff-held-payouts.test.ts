import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { lineOf } from '../../../test/shown-effect.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { findRequest } from '../../staff/request/requests.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';
import { restoreBook, timesPaidOut, untilPayoutIs, waitingPayout } from './restored-server.test-support.ts';

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const hired = (userName: string, role: 'head_of_finance' | 'auditor') =>
    hire(server, { maker, checker }, { userName, roles: [role] });
  mary = await hired('mary', 'head_of_finance');
  grace = await hired('grace', 'head_of_finance');
  auditor = await hired('thandiwe', 'auditor');
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

const reason = 'I called both operators';

const held = async (member = mary) => (await member.client.call('getHeldPayouts')).data;

async function ask(member: StaffMember) {
  const { data } = await member.client.call('previewPayoutRelease');
  return member.client.call('askForPayoutRelease', { body: { reason, digest: data.digest } });
}

test('payouts that wait since a restore are shown with what is missing, and sent once two people release them', async () => {
  expect(await held()).toEqual({ holds: [], count: 0, amount: 0, openRequest: null });
  expect(await mary.client.call('previewPayoutRelease')).toMatchObject({
    code: 409,
    reason: 'nothing_is_held',
  });
  await restoreBook(server);
  const payout = await waitingPayout(server, 'book_restored');
  const shown = await held(auditor);
  expect(shown).toMatchObject({
    holds: [{ openDifferences: 0, releasedBy: [] }],
    count: 1,
    amount: 1000,
    openRequest: null,
  });
  const [sum] = await server.query(
    `select count(*)::integer as count, sum(amount_ngwee)::integer as ngwee from payment_attempt
     where state in ('created', 'sent') and held_reason = 'book_restored'`,
  );
  expect({ count: shown.count, ngwee: shown.amount * 100 }).toEqual(sum);

  const { data: preview } = await mary.client.call('previewPayoutRelease');
  expect(lineOf(preview.effect, 'Payouts that wait')).toMatchObject({ before: '1', after: 'sent' });
  expect(lineOf(preview.effect, 'Their sum')).toMatchObject({ before: 'K1,000.00' });
  expect(await auditor.client.call('previewPayoutRelease')).toMatchObject({ code: 403 });
  const { data } = await ask(mary);
  expect(await ask(grace)).toMatchObject({ code: 409, reason: 'waits_already' });
  expect((await held()).openRequest).toMatchObject({ requestId: data.requestId });
  expect(await answerAs(mary, data.requestId)).toMatchObject({ code: 403, reason: 'own_request' });
  expect(await timesPaidOut(server, payout)).toBe(0);
  const request = await findRequest(server, data.requestId);
  expect((await answerAs(grace, data.requestId)).data.state).toBe('done');
  expect(await held()).toMatchObject({ holds: [], openRequest: null });
  await untilPayoutIs(server, payout.orderId, { state: 'succeeded' });
  expect(await timesPaidOut(server, payout)).toBe(1);
  expect(await server.query('select actor, reason from payout_release order by 1')).toEqual([
    { actor: 'staff:grace', reason },
    { actor: 'staff:mary', reason },
  ]);
  // A program that was stopped does it a second time, and finds that it is done.
  expect(await server.app.executors.payout_release!(request!, 'staff:grace')).toMatchObject({ isDone: true });
});

test('a restore that was declared after the request stands, and both people are told', async () => {
  server.clock.advance({ minutes: 1 });
  await restoreBook(server, { lostMinutes: 20 });
  const { data } = await ask(mary);
  server.clock.advance({ minutes: 1 });
  await restoreBook(server, { lostMinutes: 20 });
  expect((await answerAs(grace, data.requestId)).data.state).toBe('failed');
  const { data: request } = await mary.client.call('getRequest', { params: { requestId: data.requestId } });
  expect(request.failure).toContain('restored again since this was asked for');
  expect((await held()).holds).toMatchObject([{ releasedBy: [] }]);
});

test('one person releases nothing, says the database', async () => {
  await expect(
    server.query("update restored_book set held_until = now(), ended_by = 'staff' where held_until is null"),
  ).rejects.toThrow('released by two people');
  const { data } = await ask(mary);
  expect((await answerAs(grace, data.requestId)).data.state).toBe('done');
});
