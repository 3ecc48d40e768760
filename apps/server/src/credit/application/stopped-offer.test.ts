import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { approveRequest } from '../../../test/approve-request.ts';
import { hire, openOffice, type StaffMember, signInAgain } from '../../../test/staff-client.ts';
import { stopSubject } from '../../book/stop-switch/stop-switch.ts';
import { toDate } from '../../platform/clock.ts';
import { OVER, offerDesk } from './counter-offer.test-support.ts';
import { type Applicant, applicant } from './review.test-support.ts';

let server: AppServer;
let desk: ReturnType<typeof offerDesk>;
let head: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  desk = offerDesk(server);
  const { first: maker, second: checker } = await openOffice(server);
  head = await hire(
    server,
    { maker, checker },
    { userName: 'natasha', roles: ['head_of_operations', 'head_of_credit'] },
  );
});
afterAll(() => server.stop());

let one: Applicant;
beforeEach(async () => {
  one = await applicant(server, { mobile: server.newMobile('mtn') });
  expect(await desk.offer(one)).toMatchObject({ ok: true });
});

const stopped = () => ({
  reason: 'payouts are lost',
  actor: 'staff:natasha' as const,
  now: toDate(server.clock.nowMs()),
});

const stop = (operator: 'mtn' | 'airtel') => stopSubject(server.db, { subject: operator, ...stopped() });

async function start(operator: 'mtn' | 'airtel'): Promise<void> {
  const client = await signInAgain(server, head);
  const { data } = await client.call('startOperator', { params: { operator }, body: { reason: 'found' } });
  expect(await approveRequest(server, data.requestId)).toMatchObject({ ok: true });
}

async function startLending(): Promise<void> {
  const client = await signInAgain(server, head);
  const { data } = await client.call('startLending', { body: { reason: 'it is over' } });
  expect(await approveRequest(server, data.requestId)).toMatchObject({ ok: true });
}

const hours = (count: number) => server.clock.advance({ hours: count });

const untilOnHome = async () => Date.parse((await desk.homeOf(one)).counterOffer!.until);

test('the time while the operator of its account is stopped does not count, and the page shows the later end', async () => {
  const endsAtMs = server.clock.nowMs() + 48 * 3_600_000;
  hours(40);
  await stop('mtn');
  const stoppedAtMs = server.clock.nowMs();
  hours(30);
  await desk.lapse();
  expect(await desk.statesOf(one)).toEqual(['offered']);
  const body = await desk.signing(one);
  await start('mtn');
  expect(await untilOnHome()).toBe((await desk.offersOf(one))[0]!.endsAtMs);
  expect(await untilOnHome()).toBe(endsAtMs + server.clock.nowMs() - stoppedAtMs);
  hours(7);
  await desk.lapse();
  expect(await desk.statesOf(one)).toEqual(['offered']);
  expect(await desk.sign(one, body)).toMatchObject({ code: 200 });
});

test('it lapses once its 48 hours are over without the stop', async () => {
  hours(40);
  await stop('mtn');
  hours(30);
  await start('mtn');
  const body = await desk.signing(one);
  hours(8);
  expect(await desk.homeOf(one)).not.toHaveProperty('counterOffer');
  expect(await desk.sign(one, body)).toMatchObject(OVER);
  await desk.lapse();
  expect(await desk.statesOf(one)).toEqual(['lapsed']);
});

test('the time in which operator and lending are both stopped is counted once', async () => {
  const body = await desk.signing(one);
  await stop('mtn');
  hours(10);
  await stopSubject(server.db, { subject: 'lending', ...stopped() });
  hours(10);
  await start('mtn');
  hours(10);
  await startLending();
  hours(47);
  expect(await desk.homeOf(one)).toHaveProperty('counterOffer');
  hours(1);
  expect(await desk.sign(one, body)).toMatchObject(OVER);
  await desk.lapse();
  expect(await desk.statesOf(one)).toEqual(['lapsed']);
});

test('a stop of another operator, or one after the end, gives no time', async () => {
  await stop('airtel');
  hours(48);
  await start('airtel');
  await stop('mtn');
  hours(5);
  expect(await desk.homeOf(one)).not.toHaveProperty('counterOffer');
  await desk.lapse();
  expect(await desk.statesOf(one)).toEqual(['lapsed']);
  await start('mtn');
});

test('a start that is written with an earlier instant than its stop gives no time and breaks nothing', async () => {
  const ahead = toDate(server.clock.nowMs() + 120_000);
  await stopSubject(server.db, { subject: 'mtn', ...stopped(), now: ahead });
  await start('mtn');
  hours(47);
  expect(await desk.homeOf(one)).toHaveProperty('counterOffer');
  hours(1);
  await desk.lapse();
  expect(await desk.statesOf(one)).toEqual(['lapsed']);
});
