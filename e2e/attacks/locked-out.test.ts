import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';
import { doorOf, newSecret, type Origin } from './door.ts';

let server: AppServer;
let door: ReturnType<typeof doorOf>;
beforeAll(async () => {
  server = await startAppServer({
    settings: {
      WRONG_CODES_PER_ADDRESS_PER_DAY: '20',
      WRONG_CODES_PER_NETWORK_PER_DAY: '40',
      DEMO_BORROWERS: 'false',
    },
  });
  door = doorOf(server);
});
afterAll(() => server.stop());

/** A borrower with a phone that signed in before. */
async function newOwner() {
  const mobile = server.newMobile();
  const phone: Origin = { address: `${door.newNetwork()}.1`, deviceSecret: newSecret() };
  const token = await door.signIn(mobile, phone);
  server.clock.advance({ hours: 25 });
  return { mobile, phone, token };
}

/** The outsider asks for codes and enters wrong ones as fast as is possible, for this many minutes. */
async function attack(mobile: string, origins: Origin[], minutes: number): Promise<number> {
  let sends = 0;
  for (let minute = 0; minute < minutes; minute += 1) {
    for (const from of origins) {
      if ((await door.send(mobile, from)).code !== 200) continue;
      sends += 1;
      const wrong = await door.wrongCodeFor(mobile);
      for (let tries = 0; tries < 5; tries += 1) await door.logIn(mobile, wrong, from);
    }
    server.clock.advance({ minutes: 1 });
  }
  return sends;
}

const outsiders = (count: number): Origin[] =>
  Array.from({ length: count }, () => ({ address: `${door.newNetwork()}.66`, deviceSecret: newSecret() }));

describe('an outsider who knows the number', () => {
  test('four anonymous sends and five wrong guesses do not end the code of the owner, on any phone', async () => {
    const newPhone: Origin = { address: `${door.newNetwork()}.1`, deviceSecret: newSecret() };
    const oldApp: Origin = { address: `${door.newNetwork()}.1` };
    for (const kind of ['known', 'new', 'old app'] as const) {
      const { mobile, phone } = await newOwner();
      const from = { known: phone, new: newPhone, 'old app': oldApp }[kind];
      expect(await door.send(mobile, from)).toMatchObject({ code: 200 });
      const [code] = await door.codesOn(mobile);
      for (const outsider of [...outsiders(3), { address: `${door.newNetwork()}.66` }]) {
        expect(await door.send(mobile, outsider)).toMatchObject({ code: 200 });
        const wrong = await door.wrongCodeFor(mobile);
        for (let tries = 0; tries < 5; tries += 1) await door.logIn(mobile, wrong, outsider);
      }
      expect(await door.logIn(mobile, code!, from), kind).toMatchObject({ code: 200 });
    }
  });

  test('wrong guesses without a device secret from another network leave an old app its five tries', async () => {
    const { mobile } = await newOwner();
    const oldApp: Origin = { address: `${door.newNetwork()}.1` };
    await door.send(mobile, oldApp);
    const wrong = await door.wrongCodeFor(mobile);
    const outsider = { address: `${door.newNetwork()}.66` };
    const answers = [];
    for (let tries = 0; tries < 5; tries += 1) answers.push((await door.logIn(mobile, wrong, outsider)).msg);
    expect(answers.filter((msg) => msg.startsWith('This code is wrong'))).toHaveLength(2);
    expect(await door.logIn(mobile, wrong, oldApp)).toMatchObject({
      msg: expect.stringContaining('4 tries'),
    });
  });

  test('an old app that changes its network between the SMS and the sign-in gets in', async () => {
    const mobile = server.newMobile();
    await door.send(mobile, { address: `${door.newNetwork()}.1` });
    const [code] = await door.codesOn(mobile);
    const elsewhere = { address: `${door.newNetwork()}.1` };
    expect(await door.logIn(mobile, code!, elsewhere)).toMatchObject({ code: 200 });
  });

  test('the code of a device is worth nothing on another device, in the same network', async () => {
    const { mobile, phone } = await newOwner();
    await door.send(mobile, phone);
    const [code] = await door.codesOn(mobile);
    const stranger = { address: phone.address, deviceSecret: newSecret() };
    expect(await door.logIn(mobile, code!, stranger)).toMatchObject({ code: 400 });
    expect(await door.logIn(mobile, code!, { address: phone.address })).toMatchObject({ code: 400 });
    expect(await door.logIn(mobile, code!, phone)).toMatchObject({ code: 200 });
  });

  test('an hour of asking and guessing does not hold the known phone of the owner for a second', async () => {
    const { mobile, phone } = await newOwner();
    const attackers = [...outsiders(2), { address: phone.address, deviceSecret: newSecret() }];
    expect(await attack(mobile, attackers, 60)).toBeGreaterThan(10);
    expect(await door.send(mobile, phone)).toMatchObject({ code: 200 });
    const [code] = await door.codesOn(mobile);
    await attack(mobile, attackers, 2);
    expect(await door.logIn(mobile, code!, phone)).toMatchObject({ code: 200 });
  });

  test.each([
    ['a new phone', newSecret()],
    ['an old app on a new phone', undefined],
  ])(
    'an outsider who goes on asking does not hold %s of the owner longer than ten minutes',
    async (_what, deviceSecret) => {
      const { mobile } = await newOwner();
      const attackers = outsiders(4);
      await attack(mobile, attackers, 40);
      const from = { address: `${door.newNetwork()}.1`, ...(deviceSecret ? { deviceSecret } : {}) };
      const began = server.clock.nowMs();
      expect(await door.send(mobile, from)).toMatchObject({ code: 200 });
      // The owner mistypes the code. After so many wrong codes at the number, the next try needs another code.
      const wrong = await door.logIn(mobile, await door.wrongCodeFor(mobile), from);
      expect(wrong).toMatchObject({ code: 400 });
      let signedIn = await door.logIn(mobile, (await door.codesOn(mobile))[0]!, from);
      while (signedIn.code !== 200) {
        await attack(mobile, attackers, 1);
        if ((await door.send(mobile, from)).code === 200) {
          const [code] = await door.codesOn(mobile);
          signedIn = await door.logIn(mobile, code!, from);
        }
        expect(server.clock.nowMs() - began).toBeLessThanOrEqual(10 * 60_000);
      }
    },
  );

  test('wrong guesses from the address of the owner make other new phones there wait, and the known phone not', async () => {
    const { mobile, phone } = await newOwner();
    const stranger = { address: phone.address, deviceSecret: newSecret() };
    for (let guesses = 0; guesses < 25; guesses += 1) {
      const other = server.newMobile();
      await door.send(other, stranger);
      await door.logIn(other, await door.wrongCodeFor(other), stranger);
    }
    const other = server.newMobile();
    await door.send(other, stranger);
    expect(await door.logIn(other, (await door.codesOn(other))[0]!, stranger)).toMatchObject({ code: 429 });
    await door.signIn(mobile, phone);
  });
});

describe('a sign-in code that an outsider asks for', () => {
  test('does not replace the waiting code of a deletion', async () => {
    const { mobile, phone, token } = await newOwner();
    expect(await door.call('sendDeletionCode', phone, { token })).toMatchObject({ code: 200 });
    const [captcha] = await door.codesOn(mobile);
    await attack(mobile, outsiders(3), 2);
    expect(await door.call('deleteAccount', phone, { token, body: { captcha } })).toMatchObject({
      code: 200,
    });
  });

  test('does not replace the waiting codes of a change of number, and does not delay them', async () => {
    const { mobile, phone, token } = await newOwner();
    const newMobile = server.newMobile();
    await attack(mobile, outsiders(3), 30);
    await attack(newMobile, outsiders(3), 30);
    expect(await door.call('sendMobileChangeCode', phone, { token })).toMatchObject({ code: 200 });
    expect(
      await door.call('sendMobileChangeCode', phone, { token, body: { mobile: newMobile } }),
    ).toMatchObject({
      code: 200,
    });
    const [oldCaptcha] = await door.codesOn(mobile);
    const [newCaptcha] = await door.codesOn(newMobile);
    await attack(mobile, outsiders(3), 2);
    await attack(newMobile, outsiders(3), 2);
    await door.call('sendStepUpCode', phone, { token, body: { purpose: 'mobile' } });
    const stepUpCode = await server.handset.waitForStepUpCode(mobile);
    const body = { mobile: newMobile, oldCaptcha, newCaptcha, stepUpCode };
    expect(await door.call('changeMobile', phone, { token, body })).toMatchObject({ code: 200 });
  });
});
