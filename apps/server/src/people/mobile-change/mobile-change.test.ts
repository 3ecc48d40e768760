import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AppBorrower,
  addAccount,
  borrow,
  PATIENCE,
  signIn,
  signUp,
  stepUp,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { deviceSecretOf } from '../../../test/call-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { WITHOUT_REQUEST } from '../../book/security-log/events.ts';
import { changeMobile } from './commands.ts';
import { decideMobileChange } from './decide-request.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const masked = (mobile: string) => `${mobile.slice(0, 3)} **** ${mobile.slice(7)}`;
const otherThan = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');
const WRONG = 'This code is wrong. You have 4 tries left.';
const ENDED = 'This code no longer works. Please get a new one.';

/** Has a code sent to the old number, or to a new one, and reads it from the SMS. */
async function codeTo(borrower: AppBorrower, mobile?: string): Promise<string> {
  await borrower.ask('sendMobileChangeCode', { body: mobile ? { mobile } : {} });
  return server.handset.waitForCode(mobile ?? borrower.mobile);
}

async function change(borrower: AppBorrower, mobile: string, wrong: { old?: true; new?: true } = {}) {
  const [oldCaptcha, newCaptcha] = await Promise.all([codeTo(borrower), codeTo(borrower, mobile)]);
  return borrower.call('changeMobile', {
    body: {
      mobile,
      oldCaptcha: wrong.old ? otherThan(oldCaptcha) : oldCaptcha,
      newCaptcha: wrong.new ? otherThan(newCaptcha) : newCaptcha,
      stepUpCode: await stepUp(server, borrower, 'mobile'),
    },
  });
}

const textsOn = async (mobile: string) =>
  (await server.handset.phone(mobile)).messages
    .filter(({ text }) => !text.includes('is your Thumba code'))
    .map(({ text }) => text);

const LEFT =
  'Your Thumba account was moved to another number. If this was not you, call us at once: 0211 000 000.';

const desk = () => ({
  ...server,
  lender: { phone: '0211 000 000' },
  today: () => day(server.today()),
  operatorOfMobile: () => 'airtel' as const,
});
describe('a borrower with both phones', () => {
  test('takes the account along: signing in, messages, first account and history; other sessions end', async () => {
    const borrower = await signUp(server);
    const { mobile: oldMobile, borrowerId } = borrower;
    const elsewhere = server.newClient();
    await elsewhere.ask('sendSmsCode', { params: { phone: oldMobile } });
    const captcha = await server.handset.waitForCode(oldMobile);
    elsewhere.setToken((await elsewhere.ask('mobileLogin', { body: { mobile: oldMobile, captcha } })).token);
    const orderId = await borrow(borrower);

    const newMobile = server.newMobile('airtel');
    expect(await change(borrower, newMobile)).toEqual({
      code: 200,
      msg: 'OK',
      data: { mobile: masked(newMobile) },
    });
    expect((await borrower.ask('getUserInfo', {})).mobile).toBe(masked(newMobile));
    expect(await elsewhere.call('getUserInfo', {})).toMatchObject({ code: 401 });
    expect(
      (await borrower.ask('listAccounts', {})).map(({ repayAccountId: _, ...account }) => account),
    ).toEqual([
      {
        mobile: masked(newMobile),
        operator: 'airtel',
        isDefault: true,
        payoutsFrom: '2026-11-22T08:00:00.000Z',
      },
      { mobile: masked(oldMobile), operator: 'mtn', isDefault: false },
    ]);
    expect(await borrower.ask('queryLoanDetail', { params: { id: orderId } })).toMatchObject({
      status: 'active',
    });

    await expect.poll(() => textsOn(oldMobile), PATIENCE).toContain(LEFT);
    await expect
      .poll(() => textsOn(newMobile), PATIENCE)
      .toEqual([expect.stringMatching(/^This is your Thumba number now\./)]);
    // The reminder of a bill goes to the new number.
    await server.passDays(28);
    await expect
      .poll(() => textsOn(newMobile), PATIENCE)
      .toContainEqual(expect.stringMatching(/^Please repay K/));
    expect(await textsOn(oldMobile)).not.toContainEqual(expect.stringMatching(/^Please repay K.*any number/));

    const again = await signIn(server, newMobile);
    expect(again.borrowerId).toBe(borrowerId);
    expect(
      await server.query(
        `select kind, actor, ticket_id, on_day is not null as is_dated from mobile_change_event where borrower_id = $1`,
        [borrowerId],
      ),
    ).toEqual([{ kind: 'changed', actor: 'borrower', ticket_id: null, is_dated: true }]);
    await expect(server.query('update mobile_change_event set actor = actor')).rejects.toThrow('append-only');

    // The next person with the old number registers as a new borrower.
    const successor = await signIn(server, oldMobile);
    expect(successor.borrowerId).not.toBe(borrowerId);
    expect(await successor.ask('listOrders', { query: {} })).toMatchObject({ total: 0 });
  });

  test('a lost answer is asked for again and is the same', async () => {
    const borrower = await signIn(server);
    const mobile = server.newMobile();
    const first = await change(borrower, mobile);
    const body = { mobile, oldCaptcha: '0000', newCaptcha: '0000' };
    expect(await borrower.call('changeMobile', { body })).toEqual(first);
  });

  test('a number that was an account already becomes the first one', async () => {
    const borrower = await signIn(server);
    const mobile = server.newMobile('airtel');
    await addAccount(server, borrower, { mobile });
    expect(await change(borrower, mobile)).toMatchObject({ code: 200 });
    const accounts = await borrower.ask('listAccounts', {});
    expect(accounts.map((account) => [account.mobile, account.isDefault])).toEqual([
      [masked(mobile), true],
      [masked(borrower.mobile), false],
    ]);
  });

  test('a number of an unknown operator leaves the first account as it was', async () => {
    const borrower = await signIn(server);
    expect(await change(borrower, '0980000007')).toMatchObject({ code: 200 });
    expect(await borrower.ask('listAccounts', {})).toMatchObject([
      { mobile: masked(borrower.mobile), isDefault: true },
    ]);
  });
});

describe('codes', () => {
  test('each wrong one is named, and a right one beside it need not be asked for again', async () => {
    const borrower = await signIn(server);
    const mobile = server.newMobile();
    const [oldCaptcha, newCaptcha] = await Promise.all([codeTo(borrower), codeTo(borrower, mobile)]);
    const stepUpCode = await stepUp(server, borrower, 'mobile');
    const send = (codes: { oldCaptcha: string; newCaptcha: string }) =>
      borrower.call('changeMobile', { body: { mobile, ...codes, stepUpCode } });
    expect(
      await send({ oldCaptcha: otherThan(oldCaptcha), newCaptcha: otherThan(newCaptcha) }),
    ).toMatchObject({
      code: 400,
      data: { fields: { oldCaptcha: WRONG, newCaptcha: WRONG } },
    });
    const oldWrong = await send({ oldCaptcha: otherThan(oldCaptcha), newCaptcha });
    expect(oldWrong.data).toEqual({
      fields: { oldCaptcha: 'This code is wrong. You have 3 tries left.' },
    });
    expect(await send({ oldCaptcha, newCaptcha })).toMatchObject({ code: 200 });
  });

  test('that were sent to sign in move nothing', async () => {
    const borrower = await signIn(server);
    const mobile = server.newMobile('airtel');
    const codes = [];
    for (const phone of [borrower.mobile, mobile]) {
      await borrower.ask('sendSmsCode', { params: { phone } });
      codes.push(await server.handset.waitForCode(phone));
    }
    const [oldCaptcha, newCaptcha] = codes;
    expect(
      await borrower.call('changeMobile', {
        body: {
          mobile,
          oldCaptcha: oldCaptcha!,
          newCaptcha: newCaptcha!,
          stepUpCode: await stepUp(server, borrower, 'mobile'),
        },
      }),
    ).toMatchObject({ code: 400, data: { fields: { oldCaptcha: ENDED, newCaptcha: ENDED } } });
  });

  test('of 200 wrong pairs at once five are compared, and then both codes have ended', async () => {
    const borrower = await signIn(server);
    const mobile = server.newMobile();
    const [oldCaptcha, newCaptcha] = await Promise.all([codeTo(borrower), codeTo(borrower, mobile)]);
    const asker = { token: 'none', address: '127.0.0.1', origin: WITHOUT_REQUEST };
    const wrong = { borrowerId: borrower.borrowerId, mobile, ...asker };
    const codes = { oldCode: otherThan(oldCaptcha), newCode: otherThan(newCaptcha) };
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => changeMobile(desk(), { ...wrong, ...codes })),
    );
    const compared = answers.filter(
      (answer) => !answer.ok && answer.refusal.kind === 'wrong_codes' && answer.refusal.ofOld?.tried,
    );
    expect(compared).toHaveLength(5);
    const stepUpCode = await stepUp(server, borrower, 'mobile');
    expect(
      await borrower.call('changeMobile', { body: { mobile, oldCaptcha, newCaptcha, stepUpCode } }),
    ).toMatchObject({
      code: 400,
      msg: 'This code no longer works. Please get a new one.',
    });
  });

  test('are sent within limits of their own, and not to one’s own number', async () => {
    const borrower = await signIn(server);
    const mobile = server.newMobile();
    await codeTo(borrower, mobile);
    expect(await borrower.call('sendMobileChangeCode', { body: { mobile } })).toMatchObject({
      code: 429,
      msg: 'Please wait 60 seconds before you ask for another code',
    });
    expect(await borrower.call('sendSmsCode', { params: { phone: mobile } })).toMatchObject({ code: 200 });
    expect(await borrower.call('sendSmsCode', { params: { phone: mobile } })).toMatchObject({ code: 429 });
    expect(await borrower.call('sendMobileChangeCode', { body: { mobile: borrower.mobile } })).toMatchObject({
      code: 400,
      data: { fields: { mobile: 'This is already your number' } },
    });
  });
});

describe('a number of another borrower', () => {
  const TAKEN = 'This number belongs to another account. Log in with it, or call us.';

  test('is not revealed without the code sent to it, and refused with it', async () => {
    const [borrower, other] = await Promise.all([signIn(server), signIn(server)]);
    const free = server.newMobile();
    expect(await borrower.call('sendMobileChangeCode', { body: { mobile: other.mobile } })).toEqual(
      await borrower.call('sendMobileChangeCode', { body: { mobile: free } }),
    );
    const oldCaptcha = await codeTo(borrower);
    const stepUpCode = await stepUp(server, borrower, 'mobile');
    const guess = (mobile: string, captcha: string) =>
      borrower.call('changeMobile', {
        body: { mobile, oldCaptcha, newCaptcha: otherThan(captcha), stepUpCode },
      });
    const right = await server.handset.waitForCode(other.mobile);
    expect(await guess(other.mobile, right)).toEqual(
      await guess(free, await server.handset.waitForCode(free)),
    );
    const refused = await borrower.call('changeMobile', {
      body: { mobile: other.mobile, oldCaptcha, newCaptcha: right, stepUpCode },
    });
    expect(refused).toMatchObject({ code: 409, msg: TAKEN, data: { fields: { mobile: TAKEN } } });
    expect((await borrower.ask('getUserInfo', {})).mobile).toBe(masked(borrower.mobile));
    expect((await other.ask('getUserInfo', {})).mobile).toBe(masked(other.mobile));
  });

  test('goes to one of two borrowers who use the same code at once', async () => {
    const racers = await Promise.all([signIn(server), signIn(server)]);
    const mobile = server.newMobile();
    const oldCodes = await Promise.all(racers.map((racer) => codeTo(racer)));
    const secondCodes = await Promise.all(racers.map((racer) => stepUp(server, racer, 'mobile')));
    const newCaptcha = await codeTo(racers[0]!, mobile);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        racers[index % 2]!.call('changeMobile', {
          body: { mobile, oldCaptcha: oldCodes[index % 2]!, newCaptcha, stepUpCode: secondCodes[index % 2]! },
        }),
      ),
    );
    const winners = await Promise.all(racers.map((racer) => racer.ask('getUserInfo', {})));
    expect(winners.filter((info) => info.mobile === masked(mobile))).toHaveLength(1);
    expect(answers.every(({ code }) => [200, 400, 409].includes(code))).toBe(true);
    const found = await server.query(
      'select borrower_id from borrower_by_mobile where mobile_hash = any ($1)',
      [server.sealing.lookupHashes('mobile', mobile)],
    );
    expect(found).toHaveLength(1);
  });
});

describe('a borrower whose old number is gone', () => {
  const decide = (ticketNo: string, outcome: 'approve' | 'decline') =>
    decideMobileChange(desk(), {
      ticketId: Number(ticketNo),
      outcome,
      reason: 'Seen with the NRC',
      staffName: 'mary',
    });

  async function ask(borrower: AppBorrower, mobile: string) {
    const newCaptcha = await codeTo(borrower, mobile);
    return borrower.call('requestMobileChange', { body: { mobile, newCaptcha } });
  }

  test('asks staff, who move the account; every session ends', async () => {
    const borrower = await signIn(server);
    const mobile = server.newMobile('airtel');
    const asked = await ask(borrower, mobile);
    const { ticketNo } = asked.data!;
    await expect
      .poll(() => textsOn(borrower.mobile), PATIENCE)
      .toEqual([expect.stringContaining(`to another number, ticket ${ticketNo}. If this was not you`)]);
    // The same request again, as after a lost answer, finds its ticket. A request for another number has to wait.
    const body = { mobile, newCaptcha: '0000' };
    expect(await borrower.call('requestMobileChange', { body })).toEqual(asked);
    expect(await ask(borrower, server.newMobile())).toMatchObject({
      code: 409,
      msg: `You have already asked for another number, ticket ${ticketNo}. Please wait for the answer.`,
    });
    expect(await decide(ticketNo, 'approve')).toEqual({ ok: true, value: null });
    expect(await decide(ticketNo, 'approve')).toEqual({ ok: false, refusal: { kind: 'no_open_request' } });
    expect(await borrower.call('getUserInfo', {})).toMatchObject({ code: 401 });
    const again = await signIn(server, mobile, deviceSecretOf(borrower.mobile));
    expect(again.borrowerId).toBe(borrower.borrowerId);
    expect(await again.ask('getTicket', { params: { ticketNo } })).toMatchObject({
      kind: 'number_change',
      state: 'closed',
      answer: 'Seen with the NRC',
    });
    const [left] = await server.query(
      `select borrower_id, message_id, to_mobile_sealed from message where kind = 'mobile_left' and borrower_id = $1`,
      [borrower.borrowerId],
    );
    expect(server.sealing.open('message.to_mobile_sealed', left, left.to_mobile_sealed)).toBe(
      borrower.mobile,
    );
    expect(
      await server.query(
        'select kind, actor, ticket_id from mobile_change_event where borrower_id = $1 order by event_id',
        [borrower.borrowerId],
      ),
    ).toEqual([
      { kind: 'asked', actor: 'borrower', ticket_id: Number(ticketNo) },
      { kind: 'changed', actor: 'staff:mary', ticket_id: Number(ticketNo) },
    ]);
  });

  test('reads why staff declined, keeps the number, and may ask again', async () => {
    const borrower = await signIn(server);
    const mobile = server.newMobile();
    const { ticketNo } = (await ask(borrower, mobile)).data!;
    expect(await decide(ticketNo, 'decline')).toEqual({ ok: true, value: null });
    expect(await borrower.ask('getTicket', { params: { ticketNo } })).toMatchObject({
      state: 'closed',
      answer: 'Seen with the NRC',
    });
    expect((await borrower.ask('listMessages', { query: {} })).items[0]!.text).toBe(
      `We could not move your Thumba account to another number, ticket ${ticketNo}. Please read why in the app, under Help.`,
    );
    expect(await ask(borrower, server.newMobile())).toMatchObject({ code: 200 });
  });

  test('needs the code of the new number, and gets no number of another borrower, also when staff approve', async () => {
    const borrower = await signIn(server);
    const other = await signIn(server);
    const captcha = await codeTo(borrower, other.mobile);
    const send = (newCaptcha: string) =>
      borrower.call('requestMobileChange', { body: { mobile: other.mobile, newCaptcha } });
    expect(await send(otherThan(captcha))).toMatchObject({
      code: 400,
      data: { fields: { newCaptcha: WRONG } },
    });
    expect(await send(captcha)).toMatchObject({ code: 409, msg: expect.stringContaining('another account') });

    const mobile = server.newMobile();
    const { ticketNo } = (await ask(borrower, mobile)).data!;
    await signIn(server, mobile);
    expect(await decide(ticketNo, 'approve')).toEqual({ ok: false, refusal: { kind: 'number_taken' } });
    expect(await borrower.ask('getTicket', { params: { ticketNo } })).toMatchObject({ state: 'open' });
  });

  test('who changes the number alone after all withdraws the request', async () => {
    const borrower = await signIn(server);
    const { ticketNo } = (await ask(borrower, server.newMobile())).data!;
    expect(await change(borrower, server.newMobile())).toMatchObject({ code: 200 });
    expect(await borrower.ask('getTicket', { params: { ticketNo } })).toMatchObject({ state: 'closed' });
    expect(await decide(ticketNo, 'approve')).toMatchObject({ refusal: { kind: 'no_open_request' } });
  });
});

test('no number stands in the clear, or in the log', async () => {
  const borrower = await signIn(server);
  const [asked, changed] = [server.newMobile(), server.newMobile()];
  await codeTo(borrower, asked);
  const newCaptcha = await server.handset.waitForCode(asked);
  await borrower.ask('requestMobileChange', { body: { mobile: asked, newCaptcha } });
  expect(await change(borrower, changed)).toMatchObject({ code: 200 });
  const secrets = [borrower.mobile, asked, changed].flatMap((mobile) => [mobile, mobile.slice(1)]);
  expect(secretsIn(await dumpDatabase(server.owner), secrets)).toEqual([]);
  expect(secretsIn(server.logLines.join(''), secrets)).toEqual([]);
});
