import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PATIENCE } from '../../../test/app-borrower.ts';
import { type SessionServer, startSessionServer } from './session-server.test-support.ts';

let server: SessionServer;
beforeAll(async () => {
  server = await startSessionServer();
});
afterAll(() => server.stop());

const otherThan = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

describe('signing in', () => {
  test('registers a number the first time and knows it the second', async () => {
    const mobile = server.newMobile();
    const first = await server.signIn(mobile);
    expect(first).toEqual({
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      id: expect.any(Number),
      appRedirectStatus: 1,
      isNewDevice: false,
    });
    server.clock.advance({ minutes: 1 });
    const second = await server.signIn(mobile);
    expect(second).toMatchObject({ id: first.id, appRedirectStatus: 0 });
    expect(second.token).not.toBe(first.token);
  });

  test('knows the device that registered by its secret, and no other', async () => {
    const mobile = server.newMobile();
    const secret = 'a'.repeat(43);
    const logIn = async (device: object) => {
      const captcha = await server.requestCode(mobile);
      const answer = await server.call('mobileLogin', { body: { mobile, captcha, ...device } });
      server.clock.advance({ minutes: 15 });
      return answer.data.isNewDevice;
    };
    expect(await logIn({ deviceSecret: secret })).toBe(false);
    expect(await logIn({ deviceSecret: secret })).toBe(false);
    expect(await logIn({ deviceSecret: 'b'.repeat(43) })).toBe(true);
    expect(await logIn({ deviceSecret: 'b'.repeat(43) })).toBe(true);
    expect(await logIn({})).toBe(true);
    expect(await logIn({ deviceSecret: 'not a secret' })).toBe(true);
  });

  test('knows a device that was reported before there were secrets', async () => {
    const mobile = server.newMobile();
    const { id } = await server.signIn(mobile);
    await server.db.pool.query('insert into known_device values ($1, $2, now())', [
      id,
      server.sealing.lookupHash('phone', 'an old phone'),
    ]);
    const logIn = async (device: object) => {
      const captcha = await server.requestCode(mobile);
      return (await server.call('mobileLogin', { body: { mobile, captcha, ...device } })).data.isNewDevice;
    };
    const deviceSecret = 'c'.repeat(43);
    expect(await logIn({ deviceSecret, deviceId: 'an old phone' })).toBe(false);
    server.clock.advance({ minutes: 1 });
    expect(await logIn({ deviceSecret })).toBe(false);
  });

  test('makes the number the first account, at the operator of its prefix', async () => {
    const { id } = await server.signIn('0961000001');
    const { rows } = await server.db.pool.query(
      `select a.operator, a.is_default, s.wallet_ngwee, s.ladder_step, b.registered_on, b.registered_channel
       from borrower b join borrower_standing s using (borrower_id) join repay_account a using (borrower_id)
       where b.borrower_id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        operator: 'mtn',
        is_default: true,
        wallet_ngwee: 0,
        ladder_step: 1,
        registered_on: server.calendar.today(),
        registered_channel: '',
      },
    ]);
  });

  test('registers a number of an unknown prefix without an account', async () => {
    const { id } = await server.signIn('0980000001');
    expect(await server.count('repay_account', 'borrower_id = $1', [id])).toBe(0);
    expect(await server.count('borrower_standing', 'borrower_id = $1', [id])).toBe(1);
  });

  test('keeps the channel that registered the borrower', async () => {
    const mobile = server.newMobile();
    const captcha = await server.requestCode(mobile);
    const answer = await server.call('mobileLogin', {
      body: { mobile, captcha, appChannelCode: 'WM\u00002' },
    });
    expect(
      await server.count('borrower', `borrower_id = $1 and registered_channel = 'WM2'`, [answer.data.id]),
    ).toBe(1);
  });

  test('takes a code once', async () => {
    const mobile = server.newMobile();
    const captcha = await server.requestCode(mobile);
    expect(await server.logIn(mobile, captcha)).toMatchObject({ code: 200 });
    expect(await server.logIn(mobile, captcha)).toMatchObject({
      code: 400,
      msg: 'This code no longer works. Please get a new one.',
    });
  });

  test('refuses a code after five minutes', async () => {
    const mobile = server.newMobile();
    const captcha = await server.requestCode(mobile);
    server.clock.advance({ minutes: 5 });
    expect(await server.logIn(mobile, captcha)).toMatchObject({ code: 400 });
  });

  test('refuses the code of another number and of nobody', async () => {
    const captcha = await server.requestCode(server.newMobile());
    expect(await server.logIn(server.newMobile(), captcha)).toMatchObject({ code: 400 });
  });

  test('ends a code after five wrong tries', async () => {
    const mobile = server.newMobile();
    const captcha = await server.requestCode(mobile);
    const messages: string[] = [];
    for (let tries = 0; tries < 5; tries += 1)
      messages.push((await server.logIn(mobile, otherThan(captcha))).msg);
    expect(messages).toEqual([
      'This code is wrong. You have 4 tries left.',
      'This code is wrong. You have 3 tries left.',
      'This code is wrong. You have 2 tries left.',
      'This code is wrong. You have 1 try left.',
      'This code is wrong and no longer works. Please get a new one.',
    ]);
    expect(await server.logIn(mobile, captcha)).toMatchObject({ code: 400 });
  });

  test('compares five codes when 200 arrive at once', async () => {
    const mobile = server.newMobile();
    const captcha = await server.requestCode(mobile);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => server.logIn(mobile, otherThan(captcha))),
    );
    expect(answers.every((answer) => answer.code === 400)).toBe(true);
    expect(answers.filter((answer) => answer.msg.startsWith('This code is wrong'))).toHaveLength(5);
    expect(await server.logIn(mobile, captcha)).toMatchObject({ code: 400 });
  });

  test('makes one borrower of 50 first sign-ins at once', async () => {
    const mobile = server.newMobile();
    const captcha = await server.requestCode(mobile);
    const before = await server.count('borrower');
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.logIn(mobile, captcha)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await server.count('borrower')).toBe(before + 1);
    expect(await server.count('borrower_standing')).toBe(before + 1);
  });

  test('finds the borrower that another process registers at the same moment', async () => {
    const mobile = server.newMobile();
    const captcha = await server.requestCode(mobile);
    const other = await server.db.pool.connect();
    await other.query('begin');
    await other.query('insert into borrower_by_mobile values ($1, 987654)', [
      server.sealing.lookupHash('mobile', mobile),
    ]);
    const answer = server.logIn(mobile, captcha);
    await vi.waitFor(async () => {
      expect(
        await server.count('pg_stat_activity', `datname = current_database() and wait_event_type = 'Lock'`),
      ).toBe(1);
    }, PATIENCE);
    await other.query('commit');
    other.release();
    expect(await answer).toMatchObject({ code: 200, data: { id: 987654, appRedirectStatus: 0 } });
  });

  test('asks the database once, and a registration three times, because values are sealed for its ids', async () => {
    const mobile = server.newMobile();
    for (const roundTrips of [3, 1]) {
      const captcha = await server.requestCode(mobile);
      const before = server.db.roundTrips();
      await server.logIn(mobile, captcha);
      expect(server.db.roundTrips() - before).toBe(roundTrips);
    }
  });

  test('says which field is missing', async () => {
    expect(await server.call('mobileLogin', { body: { mobile: server.newMobile() } })).toMatchObject({
      code: 400,
      msg: 'Please enter the verification code',
      data: { fields: { captcha: 'Please enter the verification code' } },
    });
  });
});
