import { randomBytes } from 'node:crypto';
import { type CallName, calls } from '@thumba/contract/calls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppBorrower, borrow, PATIENCE, signIn, signUp } from '../../apps/server/test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';

/* What a stranger sees and does who guessed a sign-in code: a session on a device that is new to the account. */

const PERSONAL = {
  email: 'person@xcanary.zm',
  maritalStatus: 'married',
  education: 'college',
  employmentType: 'company',
  employerName: 'Xcanary Milling',
  monthlyIncome: 5123.45,
  payDay: 27,
  district: 501,
  address: 'Plot 77 Xcanaryfield',
};
const CONTACTS = {
  contact1Name: 'Xcanarius Tembo',
  contact1Relation: 'sibling',
  contact1Mobile: '0977990001',
  contact2Name: 'Xcanarina Banda',
  contact2Relation: 'friend',
  contact2Mobile: '0977990002',
};
const COMPLAINT = 'My neighbour Xcanaroza paid for me';
/** Words and figures that stand nowhere but in the borrower's own data. */
const SECRETS = [/xcanar/i, /Chipo/, /Lungu/, /097799000/, /5123\.45/, /1992-04-17/];

/** These would end the session, or belong to another test. */
const LEFT_OUT: readonly CallName[] = ['logout', 'confirmDevice'];
const NOT_CONFIRMED = { code: 403, data: { reason: 'device_unconfirmed' } };

let server: AppServer;
let owner: AppBorrower;
let idNumber: string;
let orderId: number;
let ticketNo: string;
beforeAll(async () => {
  server = await startAppServer();
  idNumber = '654321/10/1';
  owner = await signUp(server, { idNumber });
  await save(owner, 2, PERSONAL);
  await save(owner, 3, CONTACTS);
  orderId = await borrow(owner, { amount: 300 });
  ({ ticketNo } = await owner.ask('writeComplaint', { body: { topic: 'other', text: COMPLAINT } } as never));
  server.clock.advance({ hours: 2 });
});
afterAll(() => server?.stop());

function save(borrower: AppBorrower, cerCode: number, values: object) {
  const columns = Object.entries(values).map(([columnCode, value]) => ({ columnCode, value }));
  return borrower.call('addOrUpdateUserAuthInfo', { body: { cerCode, columns } } as never);
}

/** Signs in to the owner's account from a device that it does not know. */
async function strangerIn(): Promise<AppBorrower> {
  server.clock.advance({ hours: 1 });
  return signIn(server, owner.mobile, randomBytes(32).toString('base64url'));
}

const textsOn = async (mobile: string) =>
  (await server.handset.phone(mobile)).messages.map(({ text }) => text);

/** One request that every call of the contract takes something out of. */
function anyRequest(name: CallName, cerCode: number) {
  const planId = orderId * 100 + 1;
  const id = name === 'queryAreaInfoById' ? 0 : orderId;
  const columns = [{ columnCode: 'email', value: 'thief@example.org' }];
  return {
    params: { id, ticketNo, paymentId: 'none' },
    query: { cerCode: String(cerCode), page: '1', pageSize: '50' },
    body: {
      orderId,
      planId,
      cerCode,
      columns,
      kind: 'contract',
      format: 'json',
      productId: 1,
      amount: 300,
      termId: 1,
      purpose: 'download',
    },
  };
}

describe('a stranger who guessed a sign-in code', () => {
  test('reads no personal data in any answer of any call', async () => {
    const stranger = await strangerIn();
    const answered: string[] = [];
    for (const name of Object.keys(calls) as CallName[]) {
      if (!calls[name].token || LEFT_OUT.includes(name)) continue;
      for (const cerCode of [2, 3]) {
        const answer = await stranger.call(name, anyRequest(name, cerCode) as never);
        if (answer.code === 200) answered.push(name);
        const text = JSON.stringify(answer);
        for (const secret of [...SECRETS, new RegExp(idNumber), new RegExp(owner.mobile)]) {
          expect(text, name).not.toMatch(secret);
        }
      }
    }
    // The sweep means something only while these calls answer with the data that they hide.
    for (const name of [
      'getUserInfo',
      'queryCertifyColumnByCerCode',
      'getContractText',
      'getLoanContract',
      'getTicket',
      'listTickets',
      'listAccounts',
      'listMessages',
      'queryLoanDetail',
      'listSessions',
    ]) {
      expect(answered).toContain(name);
    }
    expect(await stranger.ask('getUserInfo', {})).toMatchObject({
      isNewDevice: true,
      name: 'C**** L****',
      email: 'p****@****',
    });
  });

  test('changes nothing that the borrower entered, and gets no paper of it', async () => {
    const stranger = await strangerIn();
    const refused = [
      await save(stranger, 2, PERSONAL),
      await save(stranger, 3, CONTACTS),
      await stranger.call('addOrUpdateUserOcrInfoV3', {
        body: { frontFileId: 'f'.repeat(32), confirm: false },
      } as never),
      await stranger.call('issuePaper', { body: { orderId, kind: 'contract' } }),
      await stranger.call('closeTicket', { params: { ticketNo } }),
    ];
    for (const answer of refused) expect(answer).toMatchObject(NOT_CONFIRMED);
  });

  test('does not delete the account, and does not sign its owner out', async () => {
    const stranger = await strangerIn();
    const { sessions } = await owner.ask('listSessions', {});
    const ofOwner = sessions.find(({ isCurrent }) => isCurrent)!.sessionId;
    for (const answer of [
      await stranger.call('sendDeletionCode', { body: {} }),
      await stranger.call('deleteAccount', { body: { captcha: '1234' } }),
      await stranger.call('logout', { body: { everywhere: true } }),
      await stranger.call('endSessions', { body: { all: true } }),
      await stranger.call('endSessions', { body: { sessionId: ofOwner } }),
    ]) {
      expect(answer).toMatchObject(NOT_CONFIRMED);
    }
    expect(await owner.call('getUserInfo', {})).toMatchObject({ code: 200, data: { isNewDevice: false } });
  });

  test('is told of to the owner by SMS, is in the list of sessions, and is ended there', async () => {
    const stranger = await strangerIn();
    await vi.waitFor(async () => {
      const texts = await textsOn(owner.mobile);
      expect(texts[0]).toMatch(
        /^Someone signed in to your Thumba account on a new phone: .* in Thumba: Me, Settings, or call us: \S+/,
      );
    }, PATIENCE);
    const { sessions } = await owner.ask('listSessions', {});
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ isNewDevice: false }]);
    const [newest] = sessions;
    expect(newest).toMatchObject({ isNewDevice: true, isCurrent: false, place: 'Network 127.0.0.x' });
    await owner.ask('endSessions', { body: { sessionId: newest!.sessionId } });
    expect(await stranger.call('getUserInfo', {})).toMatchObject({ code: 401 });
    const [one, two] = [await strangerIn(), await strangerIn()];
    await owner.ask('endSessions', { body: { all: true } });
    for (const ended of [one, two]) expect(await ended.call('getUserInfo', {})).toMatchObject({ code: 401 });
    expect((await owner.ask('listSessions', {})).sessions).toHaveLength(1);
  });
});

test('a session ends after ninety days, however much it is used, and after thirty without use', async () => {
  const [busy, idle] = [await signIn(server), await signIn(server)];
  for (let days = 10; days < 90; days += 10) {
    server.clock.advance({ days: 10 });
    expect(await busy.call('getUserInfo', {})).toMatchObject({ code: 200 });
  }
  expect(await idle.call('getUserInfo', {})).toMatchObject({ code: 401 });
  server.clock.advance({ days: 10 });
  expect(await busy.call('getUserInfo', {})).toMatchObject({ code: 401 });
});
