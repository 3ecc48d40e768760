import { randomBytes } from 'node:crypto';
import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  addAccount,
  borrow,
  downloadRecord,
  PATIENCE,
  signIn,
  signUp,
  stepUp,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { type PushService, type SubscribedBrowser, startPushService } from '../../../test/push-service.ts';
import { answerComplaint } from '../../contact/complaint/commands.ts';
import { decideMobileChange } from '../../people/mobile-change/decide-request.ts';
import { deleteAccount, settledBorrower } from './personal-data.test-support.ts';

/*
 * A server is started again with new first keys. What was stored under the earlier keys is read, found, replaced and
 * erased.
 */

const newKey = () => randomBytes(32).toString('hex');
const EARLIER = { DATA_KEYS: `1:${newKey()}`, LOOKUP_KEYS: `1:${newKey()}` };
const CHANGED = {
  DATA_KEYS: `2:${newKey()},${EARLIER.DATA_KEYS}`,
  LOOKUP_KEYS: `2:${newKey()},${EARLIER.LOOKUP_KEYS}`,
};

let service: PushService;
let before: AppServer;
let after: AppServer;

/** One who repaid and has nothing open, one who has a loan and notifications, and one who asked for another number. */
let leaver: AppBorrower;
let debtor: AppBorrower;
let asker: AppBorrower;
let browser: SubscribedBrowser;
let complaintNo: string;
let requestNo: string;
let asked: string;
/** A number that was typed on a page before it belonged to an account. */
let typed: string;
let downloaded: Record<string, unknown[]>;

beforeAll(async () => {
  service = await startPushService();
  const settings = { PUSH_SERVICES: service.url, PUSH_TIMEOUT_MS: '10000' };
  before = await startAppServer({ settings: { ...settings, ...EARLIER } });
  typed = before.newMobile('airtel');

  leaver = await settledBorrower(before);
  await typeNumber(before, leaver.mobile);
  await typeNumber(before, typed);
  await leaver.ask('writeComplaint', {
    body: { topic: 'app', text: 'The page opens very slowly on my phone' },
  });
  await requestChange(before, leaver, before.newMobile());
  await addAccount(before, leaver, { mobile: before.newMobile() });

  debtor = await signUp(before);
  await borrow(debtor);
  await allowAndSubscribe();
  ({ ticketNo: complaintNo } = await debtor.ask('writeComplaint', {
    body: { topic: 'cost', text: 'Why is the fee so high?' },
  }));

  asker = await signIn(before);
  asked = before.newMobile();
  requestNo = await requestChange(before, asker, asked);

  downloaded = await download(before, leaver);
  await before.leave();
  after = await startAppServer({ besides: before, settings: { ...settings, ...CHANGED } });
  leaver = { ...leaver, ...(await signIn(after, leaver.mobile)) };
  debtor = await signIn(after, debtor.mobile);
  asker = await signIn(after, asker.mobile);
});
afterAll(async () => {
  await after.stop();
  await before.stop();
  expect(service.faults).toEqual([]);
  await service.close();
});

async function typeNumber(server: AppServer, mobile: string): Promise<void> {
  const event = { pageId: 'login', actionId: 'typed', value: mobile };
  expect(await server.newClient().call('buriedPointV2', { body: event })).toMatchObject({ code: 200 });
}

async function allowAndSubscribe(): Promise<void> {
  await debtor.ask('saveConsent', { body: { kind: 'push', given: true, wordingVersion: 1 } });
  const { publicKey } = await debtor.ask('getPushKey', {});
  browser = service.subscribe(publicKey!);
  await debtor.ask('savePushSubscription', { body: browser.subscription });
}

async function requestChange(server: AppServer, borrower: AppBorrower, mobile: string): Promise<string> {
  await borrower.ask('sendMobileChangeCode', { body: { mobile } });
  const newCaptcha = await server.handset.waitForCode(mobile);
  return (await borrower.ask('requestMobileChange', { body: { mobile, newCaptcha } })).ticketNo;
}

async function changeNumber(borrower: AppBorrower, mobile: string) {
  await borrower.ask('sendMobileChangeCode', { body: {} });
  await borrower.ask('sendMobileChangeCode', { body: { mobile } });
  return borrower.call('changeMobile', {
    body: {
      mobile,
      oldCaptcha: await after.handset.waitForCode(borrower.mobile),
      newCaptcha: await after.handset.waitForCode(mobile),
      stepUpCode: await stepUp(after, borrower, 'mobile'),
    },
  });
}

async function download(server: AppServer, borrower: AppBorrower): Promise<Record<string, unknown[]>> {
  const { about: _, ...record } = (await (await downloadRecord(server, borrower)).json()) as Record<
    string,
    unknown[]
  >;
  return record;
}

const textsOn = async (mobile: string) =>
  (await after.handset.phone(mobile)).messages.map(({ text }) => text);
const untilText = (mobile: string, text: RegExp) =>
  expect.poll(() => textsOn(mobile), PATIENCE).toContainEqual(expect.stringMatching(text));
const desk = () => ({
  ...after,
  lender: { phone: '0211 000 000' },
  today: () => day(after.today()),
  operatorOfMobile: () => 'mtn' as const,
});

test('the download of all data has all that it had, and what was added since', async () => {
  const { signIns, messages, securityEvents, ...same } = await download(after, leaver);
  const {
    signIns: earlierSignIns,
    messages: earlierMessages,
    securityEvents: earlierEvents,
    ...earlier
  } = downloaded;
  expect(same).toEqual(earlier);
  expect(same).toMatchObject({
    profile: [{ mobile: leaver.mobile }],
    accounts: [{ mobile: leaver.mobile }, { mobile: expect.stringMatching(/^09/) }],
    complaints: [{ text: 'The page opens very slowly on my phone' }],
    mobileChangeRequests: [{ state: 'open' }],
    mobileChanges: [{ kind: 'asked', oldMobile: leaver.mobile }],
    screensSeen: [{ pageId: 'login' }],
  });
  expect(signIns).toHaveLength(earlierSignIns!.length + 1);
  expect(securityEvents).toEqual(expect.arrayContaining(earlierEvents!));
  expect(securityEvents!.length).toBeGreaterThan(earlierEvents!.length);
  const idsOf = (rows: unknown[]) => rows.map((row) => (row as { messageId: number }).messageId);
  expect(idsOf(messages!)).toEqual(expect.arrayContaining(idsOf(earlierMessages!)));
});

test('a number that is typed again is counted under the hash that it has', async () => {
  await typeNumber(after, leaver.mobile);
  const hashes = await after.query(
    'select mobile_hash, count(*) from analytics_event where mobile_hash = any ($1) group by mobile_hash',
    [after.sealing.lookupHashes('mobile', leaver.mobile)],
  );
  expect(hashes).toMatchObject([{ count: 2 }]);
});

test('the subscription of a phone is replaced, and it is notified once', async () => {
  const rows = () =>
    after.query('select endpoint_hash from push_subscription where borrower_id = $1', [debtor.borrowerId]);
  const [earlier] = await rows();
  await debtor.ask('savePushSubscription', { body: browser.subscription });
  const [replaced, ...more] = await rows();
  expect(more).toEqual([]);
  expect(replaced.endpoint_hash).not.toEqual(earlier.endpoint_hash);
  const { endpoint } = browser.subscription;
  expect(await download(after, debtor)).toMatchObject({ notifiedPhones: [{ endpoint }] });
  await after.passDays(27);
  await vi.waitFor(() => expect(browser.deliveries).toHaveLength(1), PATIENCE);
  await debtor.ask('deletePushSubscription', {});
  expect(await rows()).toEqual([]);
});

test('a complaint that was written before is read and answered', async () => {
  const ticketId = Number(complaintNo);
  const answer = { ticketId, answer: 'Because of the fee', staffName: 'mary' };
  expect(await answerComplaint(desk(), answer)).toEqual({ ok: true, value: null });
  expect(await debtor.ask('getTicket', { params: { ticketNo: complaintNo } })).toMatchObject({
    text: 'Why is the fee so high?',
    answer: 'Because of the fee',
  });
  await untilText(debtor.mobile, new RegExp(`complaint.*${complaintNo}`, 'i'));
});

test('staff move an account to the number that was asked for before, and each number is told', async () => {
  const again = await requestSame();
  expect(again).toBe(requestNo);
  const decision = { ticketId: Number(requestNo), reason: 'Seen with the NRC', staffName: 'mary' };
  expect(await decideMobileChange(desk(), { ...decision, outcome: 'approve' })).toMatchObject({ ok: true });
  await untilText(asker.mobile, /was moved to another number/);
  await untilText(asked, /^This is your Thumba number now/);
});

/** The same request again, whose code is not compared. */
async function requestSame(): Promise<string> {
  const body = { mobile: asked, newCaptcha: '0000' };
  return (await asker.ask('requestMobileChange', { body })).ticketNo;
}

test('an account moves to another number and is deleted there, with what was counted of both keys', async () => {
  const oldMobile = leaver.mobile;
  expect(await changeNumber(leaver, typed)).toMatchObject({ code: 200 });
  const hidden = `${typed.slice(0, 3)} **** ${typed.slice(7)}`;
  expect(await leaver.ask('getUserInfo', {})).toMatchObject({ mobile: hidden });
  const accounts = await leaver.ask('listAccounts', {});
  expect(accounts.filter(({ mobile }) => mobile === hidden)).toMatchObject([{ isDefault: true }]);
  await untilText(oldMobile, /was moved to another number/);
  await untilText(typed, /^This is your Thumba number now/);

  const moved = { ...leaver, mobile: typed };
  await typeNumber(after, typed);
  const record = await download(after, moved);
  expect(record).toMatchObject({
    profile: [{ mobile: typed }],
    mobileChanges: [{ kind: 'asked' }, { kind: 'changed', oldMobile, newMobile: typed }],
    screensSeen: [{ pageId: 'login' }, { pageId: 'login' }],
  });
  expect(await deleteAccount(after, moved)).toMatchObject({ code: 200 });
  const counted = await after.query('select from analytics_event where mobile_hash = any ($1)', [
    after.sealing.lookupHashes('mobile', typed),
  ]);
  expect(counted).toEqual([]);
});

test('a number that is copied into a message of another borrower gets no message', async () => {
  const [{ borrower_id, message_id }] = await after.query(
    `update message m set to_mobile_sealed = left_one.to_mobile_sealed, next_try_at = $1, sent_at = null
     from message left_one
     where left_one.kind = 'mobile_left' and m.message_id = (
       select min(message_id) from message where borrower_id = $2)
     returning m.borrower_id, m.message_id`,
    [new Date(after.clock.nowMs()), debtor.borrowerId],
  );
  const isRefused = (line: string) =>
    line.includes('a message could not be sent') && line.includes(`"messageId":${message_id}`);
  await vi.waitFor(() => expect(after.logLines.some(isRefused)).toBe(true), PATIENCE);
  await after.query(
    'update message set to_mobile_sealed = null, next_try_at = null where borrower_id = $1 and message_id = $2',
    [borrower_id, message_id],
  );
});
