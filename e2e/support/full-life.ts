import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Body } from '@thumba/contract/wire';
import { expect, vi } from 'vitest';
import { publishChannelAsApproved } from '../../apps/server/src/contact/channel/staff-channels.ts';
import * as steps from '../../apps/server/src/demo/borrower-steps.ts';
import {
  moveUnasked,
  reconcile,
} from '../../apps/server/src/money/reconciliation/reconciled-server.test-support.ts';
import { standingVersion } from '../../apps/server/src/people/consent/consent-wordings.ts';
import { command as channelsCommand } from '../../apps/server/src/staff/terminal/commands/channels.ts';
import { command as complaintsCommand } from '../../apps/server/src/staff/terminal/commands/complaints.ts';
import { command as decideCommand } from '../../apps/server/src/staff/terminal/commands/decide.ts';
import { openStaffDesk, type StaffCommand } from '../../apps/server/src/staff/terminal/staff-desk.ts';
import {
  type AppBorrower,
  addAccount,
  earnCredit,
  PATIENCE,
  pay,
  signIn,
  stepUp,
  wishOf,
} from '../../apps/server/test/app-borrower.ts';
import type { AppServer } from '../../apps/server/test/app-server.ts';
import { approveBeside } from '../../apps/server/test/approve-beside.ts';
import { deviceSecretOf } from '../../apps/server/test/call-server.ts';
import { googleToken } from '../../apps/server/test/google-token.ts';
import type { PushService } from '../../apps/server/test/push-service.ts';

/*
 * A borrower and the staff leave a value in each column that is sealed or hashed. This file is also copied beside an
 * earlier version of the program, where it makes the data for the test of an upgrade.
 */

/** The server that a life is lived at, with the settings that its staff use at the terminal. */
export type Place = { server: AppServer; settings: Record<string, string>; push: PushService };

export type FullLife = {
  borrower: AppBorrower;
  deviceSecret: string;
  token: string;
  email: string;
  idNumber: string;
  /** The loan that is still open. */
  orderId: number;
  /** The code in the link of the reminder. */
  repayLinkCode: string;
  /** Every mobile number that was entered. */
  mobiles: string[];
  /** Everything else that was entered, or that only this borrower was given. */
  secrets: string[];
};

/** The settings of a server at which a full life can be lived. */
export function settingsForFullLife(push: PushService): Record<string, string> {
  return { PUSH_SERVICES: push.url, PUSH_TIMEOUT_MS: '10000', READS_MESSAGES: 'true' };
}

/** `word` has letters only. All that the borrower writes has it inside. */
export async function liveFully(place: Place, word: string): Promise<FullLife> {
  const life = await register(place, word);
  await giveDetails(place, life, word);
  await tellAboutPhone(place, life, word);
  await linkGoogle(place, life);
  const account = place.server.newMobile('airtel');
  later(place.server);
  await addAccount(place.server, life.borrower, { mobile: account, operator: 'airtel' });
  life.mobiles.push(account);
  await earnAndPayOut(place, life);
  await borrowAfterReview(place, life, word);
  await spinWheel(place.server, life);
  await writeToStaff(place, life, word);
  await claimUnaskedPayment(place.server, life);
  await moveToNewNumber(place, life, word);
  await takePapersAndData(place.server, life);
  await reachDueDate(place.server, life);
  await subscribe(place, life);
  return life;
}

/** A borrower of an earlier run comes back, and leaves values beside the ones that are there. */
export async function liveOn(place: Place, life: FullLife, word: string): Promise<void> {
  const { server } = place;
  later(server);
  const { borrowerId, mobile } = life.borrower;
  life.borrower = await signIn(server, mobile, life.deviceSecret);
  expect(life.borrower.borrowerId).toBe(borrowerId);
  await tellAboutPhone(place, life, word);
  await linkGoogle(place, life);
  const contacts = [server.newMobile('airtel'), server.newMobile('mtn')] as const;
  await steps.giveContacts(life.borrower, contacts);
  life.mobiles.push(...contacts);
  await writeToStaff(place, life, word);
  await claimUnaskedPayment(server, life);
  await takePapersAndData(server, life);
  await pay(server, life.borrower, life.orderId);
}

function later(server: AppServer): void {
  server.clock.advance({ minutes: 2 });
}

/** Staff run a command at the terminal of this server. */
async function atTerminal({ server, settings }: Place, command: StaffCommand, words: (string | number)[]) {
  const variables = { NODE_ENV: 'test', DATA_DIR: server.dataDir, PUBLIC_URL: server.url, ...settings };
  const desk = await openStaffDesk({ db: server.db, clock: server.clock, variables });
  const answer = await command.atDesk(desk, words.map(String));
  expect(answer).toMatchObject({ done: true });
}

async function register({ server }: Place, word: string): Promise<FullLife> {
  const mobile = server.newMobile();
  const deviceSecret = deviceSecretOf(mobile);
  const client = server.newClient({ deviceSecret });
  const device = { deviceType: 4, deviceBrand: `Xbrand${word}`, appChannelCode: '' } as const;
  const { id, token } = await steps.signIn(client, server.handset, mobile, device);
  return {
    borrower: { ...client, borrowerId: id, mobile },
    deviceSecret,
    token,
    email: `xmail${word.toLowerCase()}@example.com`,
    idNumber: '',
    orderId: 0,
    repayLinkCode: '',
    mobiles: [mobile],
    secrets: [deviceSecret, token, `Xbrand${word}`, `xmail${word.toLowerCase()}`],
  };
}

/** One colour on 16 × 10 pixels, so that recorded data stay small. */
export const SMALL_CARD =
  'data:image/jpeg;base64,' +
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjsh' +
  'ITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAKABADASIAAhEBAxEB/8QAFQABAQAA' +
  'AAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAL/xAAUEQEAAAAAAAAAAAAAAAAAAAAA' +
  '/9oADAMBAAIRAxEAPwCpAEP/2Q==';

async function giveDetails({ server }: Place, life: FullLife, word: string): Promise<void> {
  const names = { firstName: `Xfirst${word}`, lastName: `Xlast${word}` };
  const idNumber = `${life.borrower.mobile.slice(-6)}/61/1`;
  const identity = { idNumber, ...names, birthDate: '1993-05-21' };
  await steps.giveIdentity(life.borrower, identity, { front: SMALL_CARD, back: SMALL_CARD });
  await steps.givePersonal(life.borrower, 5000);
  const contacts = [server.newMobile('airtel'), server.newMobile('mtn')] as const;
  await steps.giveContacts(life.borrower, contacts);
  life.idNumber = idNumber;
  life.mobiles.push(...contacts);
  life.secrets.push(...Object.values(identity), 'Grace Tembo', 'Moses Tembo', 'Independence Avenue');
}

async function tellAboutPhone({ server }: Place, life: FullLife, word: string): Promise<void> {
  const { borrower, secrets } = life;
  for (const kind of ['device', 'location', 'messages', 'push', 'marketing'] as const) {
    await borrower.ask('saveConsent', { body: { kind, given: true, wordingVersion: standingVersion(kind) } });
  }
  const phone: Body<'addDeviceInfo'>['info'] = {
    deviceid: `Xphone${word}`,
    appNameDevice: 'Thumba',
    appVersionDevice: '1016',
    deviceTypeDevice: 'Android',
    language: 'en',
    model: `Xmodel${word}`,
  };
  const userId = borrower.borrowerId;
  await borrower.ask('addDeviceInfo', { body: { userId, type: 2, info: phone } });
  const lusaka = { latitudeLocation: -15.41669, longitudeLocation: 28.28137 };
  const sides = { northOrSouthLocation: 'S', eastOrWestLocation: 'E' } as const;
  await borrower.ask('addUserGrabInfoToRisk', { body: { kind: 'location', info: { ...lusaka, ...sides } } });
  const payer = server.newMobile();
  const text = `You have received ZMW 500.00 from Xpayer${word} (${payer}). Balance ZMW 12.00`;
  const message = { address: 'MTN MoMo', body: text, date: server.clock.nowMs() - 864e5, type: 1 } as const;
  await borrower.ask('saveMessages', { body: { userId, appUserMessages: [message] } });
  const typed = { pageId: 'login', actionId: 'typed', value: borrower.mobile };
  expect(await server.newClient().call('buriedPointV2', { body: typed })).toMatchObject({ code: 200 });
  life.mobiles.push(payer);
  secrets.push(phone.deviceid, `Xmodel${word}`, `Xpayer${word}`);
}

async function linkGoogle({ server }: Place, life: FullLife): Promise<void> {
  later(server);
  const { mobile } = life.borrower;
  const client = server.newClient({ deviceSecret: life.deviceSecret });
  await client.ask('sendSmsCode', { params: { phone: mobile } });
  const captcha = await server.handset.waitForCode(mobile);
  const authCode = await googleToken(`${server.url}/sim`, life.email);
  const { token } = await client.ask('mobileLogin', { body: { mobile, captcha, authCode, thirdType: 1 } });
  life.secrets.push(authCode, token);
}

async function earnAndPayOut({ server }: Place, { borrower, secrets }: FullLife): Promise<void> {
  const idempotencyKey = `a payout of ${borrower.mobile}`;
  await earnCredit(server, borrower);
  await borrower.ask('payOutWallet', { body: { amount: 50 } }, { idempotencyKey });
  await untilPaymentsEnded(server, borrower);
  secrets.push(idempotencyKey);
}

async function untilPaymentsEnded(server: AppServer, { borrowerId }: AppBorrower): Promise<void> {
  await vi.waitFor(async () => {
    const open = await server.query(
      'select state from payment_attempt where borrower_id = $1 and finished_at is null',
      [borrowerId],
    );
    expect(open).toEqual([]);
  }, PATIENCE);
}

/** The low income makes staff look at the application. */
async function borrowAfterReview(place: Place, life: FullLife, word: string): Promise<void> {
  const { borrower } = life;
  await steps.givePersonal(borrower, 1500);
  const terms = wishOf({ amount: 300 });
  const { contractVersion } = await borrower.ask('productTrial', { body: terms });
  const purpose = `school of Xpurpose${word}`;
  const { orderId } = await borrower.ask('appManualGetLoan', {
    body: { ...terms, contractVersion, agreed: true, purpose },
  });
  await atTerminal(place, decideCommand, [orderId, 'approve', `the employer Xreviewed${word} was asked`]);
  await vi.waitFor(async () => {
    const { status } = await borrower.ask('queryLoanDetail', { params: { id: orderId } });
    expect(status).toBe('active');
  }, PATIENCE);
  await pay(place.server, borrower, orderId, { amount: 60 });
  life.orderId = orderId;
  life.secrets.push(`Xpurpose${word}`, `Xreviewed${word}`);
}

async function spinWheel(server: AppServer, { borrower, secrets }: FullLife): Promise<void> {
  const idempotencyKey = `a spin of ${borrower.mobile}`;
  await borrower.ask('spinTurntable', { body: { phoneWord: 'dice' } }, { idempotencyKey });
  secrets.push(idempotencyKey);
  expect(await server.query('select from wheel_secret')).not.toEqual([]);
}

async function writeToStaff(place: Place, { borrower, secrets }: FullLife, word: string): Promise<void> {
  const text = `Mister Xcomplaint${word} was rude`;
  const { ticketNo } = await borrower.ask('writeComplaint', { body: { topic: 'app', text } });
  await atTerminal(place, complaintsCommand, ['answer', ticketNo, `We spoke to Xanswered${word}`]);
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-form-'));
  const form = path.join(folder, 'channel.json');
  const pixelToken = `Xpixeltoken${word}`;
  await writeFile(form, JSON.stringify({ ...CHANNEL, pixelToken }));
  await atTerminal(place, channelsCommand, ['save', form, 'agreed']);
  await approveBeside(place.server, 'channel_change', (request, now) =>
    publishChannelAsApproved({ ...place.server, now }, request),
  );
  await rm(folder, { recursive: true });
  secrets.push(`Xcomplaint${word}`, `Xanswered${word}`, pixelToken);
}

const CHANNEL = {
  channelCode: 'WM2',
  name: 'an advertising network',
  pixelId: 'a-pixel',
  packageName: 'com.example.app',
  intentHost: 'example.com',
};

async function claimUnaskedPayment(server: AppServer, { borrower }: FullLife): Promise<void> {
  const reference = await moveUnasked(server, { mobile: borrower.mobile, amount: 70 });
  await borrower.ask('claimPayment', { body: { reference } });
  await reconcile(server);
}

/** Staff decline one request with a reason, the borrower moves with both phones, and asks for a third number. */
async function moveToNewNumber(place: Place, life: FullLife, word: string): Promise<void> {
  const { server } = place;
  const [declined, moved, asked] = [server.newMobile(), server.newMobile(), server.newMobile()];
  const ticketNo = await requestNumber(server, life, declined);
  const reason = `Xdeclined${word} is another person`;
  await atTerminal(place, complaintsCommand, ['change-number', ticketNo, 'decline', reason]);
  later(server);
  await life.borrower.ask('sendMobileChangeCode', { body: {} });
  await life.borrower.ask('sendMobileChangeCode', { body: { mobile: moved } });
  await life.borrower.ask('changeMobile', {
    body: {
      mobile: moved,
      oldCaptcha: await server.handset.waitForCode(life.borrower.mobile),
      newCaptcha: await server.handset.waitForCode(moved),
      stepUpCode: await stepUp(server, life.borrower, 'mobile'),
    },
  });
  life.borrower.mobile = moved;
  later(server);
  await requestNumber(server, life, asked);
  life.mobiles.push(declined, moved, asked);
  life.secrets.push(`Xdeclined${word}`);
}

async function requestNumber(server: AppServer, { borrower }: FullLife, mobile: string): Promise<string> {
  await borrower.ask('sendMobileChangeCode', { body: { mobile } });
  const newCaptcha = await server.handset.waitForCode(mobile);
  return (await borrower.ask('requestMobileChange', { body: { mobile, newCaptcha } })).ticketNo;
}

async function takePapersAndData(server: AppServer, { borrower, orderId, secrets }: FullLife): Promise<void> {
  later(server);
  const paper = await borrower.ask('issuePaper', { body: { orderId, kind: 'contract' } });
  const stepUpCode = await stepUp(server, borrower, 'download');
  const data = await borrower.ask('downloadMyData', { body: { format: 'json', stepUpCode } });
  for (const { url } of [paper, data]) {
    expect((await fetch(server.url + url)).status).toBe(200);
    secrets.push(url.split('/').at(-1)!);
  }
}

/** A reminder with a link comes, and the borrower reads what settles the loan. */
async function reachDueDate(server: AppServer, life: FullLife): Promise<void> {
  const { borrower, orderId } = life;
  await server.passDays(29);
  const code = await vi.waitFor(async () => {
    const { messages } = await server.handset.phone(borrower.mobile);
    const found = messages.map(({ text }) => /\/qp\?code=([\w-]{22})/.exec(text)?.[1]).find(Boolean);
    if (!found) throw new Error('no reminder has come');
    return found;
  }, PATIENCE);
  await borrower.ask('settlementQuote', { body: { orderId } });
  life.repayLinkCode = code;
  life.secrets.push(code);
}

/** A phone that is subscribed gets no reminders by SMS, so this comes last. */
async function subscribe({ push }: Place, { borrower, secrets }: FullLife): Promise<void> {
  const { publicKey } = await borrower.ask('getPushKey', {});
  const { subscription } = push.subscribe(publicKey!);
  await borrower.ask('savePushSubscription', { body: subscription });
  secrets.push(...Object.values(subscription));
}
