import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENCE, signIn } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { googleToken } from '../../../test/google-token.ts';
import { addAccount } from './accounts.ts';

/*
 * While keys change, a process with the new first key runs beside one with the earlier first key. What is stored once
 * is stored once by both. A row of the test holds both statements up until both have begun.
 */

const newKey = () => randomBytes(32).toString('hex');
const [EARLIER, NEWER] = [`1:${newKey()}`, `2:${newKey()}`];

let servers: readonly [AppServer, AppServer];
beforeAll(async () => {
  const first = await startAppServer({ settings: { LOOKUP_KEYS: `${EARLIER},${NEWER}` } });
  const second = await startAppServer({
    besides: first,
    settings: { LOOKUP_KEYS: `${NEWER},${EARLIER}` },
  });
  servers = [first, second];
});
afterAll(async () => {
  await servers[1].stop();
  await servers[0].stop();
});

const newSecret = () => randomBytes(32).toString('base64url');

/** Asks for a code from a device of its own, so that each server has one to enter. */
async function codeOf(server: AppServer, mobile: string, deviceSecret: string): Promise<string> {
  const sent = async () => (await server.handset.phone(mobile)).messages.length;
  const before = await sent();
  await server.newClient({ deviceSecret }).ask('sendSmsCode', { params: { phone: mobile } });
  await vi.waitFor(async () => expect(await sent()).toBe(before + 1), PATIENCE);
  return server.handset.waitForCode(mobile);
}

/** Runs both while a row that both would write is written by another connection, which then gives it up. */
async function atOnce<Answer>(
  heldRow: { insert: string; values: readonly (readonly unknown[])[] },
  acts: readonly [() => Promise<Answer>, () => Promise<Answer>],
): Promise<[Answer, Answer]> {
  const { db } = servers[0];
  const holder = await db.pool.connect();
  try {
    await holder.query('begin');
    for (const values of heldRow.values) await holder.query(heldRow.insert, [...values]);
    const answers = Promise.all([acts[0](), acts[1]()]);
    await vi.waitFor(async () => {
      const { rows } = await db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(2);
    }, PATIENCE);
    await holder.query('rollback');
    return await answers;
  } finally {
    holder.release();
  }
}

const hashesOf = (kind: 'mobile' | 'google_subject', value: string) =>
  servers[0].sealing.lookupHashes(kind, value);

test('one number is registered once', async () => {
  const mobile = servers[0].newMobile();
  const acts = [];
  for (const server of servers) {
    const deviceSecret = newSecret();
    const captcha = await codeOf(server, mobile, deviceSecret);
    const client = server.newClient({ deviceSecret });
    acts.push(() => client.call('mobileLogin', { body: { mobile, captcha, deviceSecret } }));
  }
  const [one, other] = await atOnce(
    {
      insert: 'insert into borrower_by_mobile (mobile_hash, borrower_id) values ($1, 0)',
      values: hashesOf('mobile', mobile).map((hash) => [hash]),
    },
    [acts[0]!, acts[1]!],
  );
  expect([one.code, other.code]).toEqual([200, 200]);
  const { id } = one.data!;
  expect(other.data!.id).toBe(id);
  expect(
    await servers[0].query('select from borrower_by_mobile where mobile_hash = any ($1)', [
      hashesOf('mobile', mobile),
    ]),
  ).toHaveLength(1);
  expect(await servers[0].query('select from borrower_coupon where borrower_id = $1', [id])).toHaveLength(1);
});

test('one number becomes one account of a borrower', async () => {
  const { borrowerId } = await signIn(servers[0]);
  const mobile = servers[0].newMobile('airtel');
  const acts = [];
  for (const server of servers) {
    const deviceSecret = newSecret();
    const code = await codeOf(server, mobile, deviceSecret);
    acts.push(() =>
      addAccount(server.db, server.sealing, {
        borrowerId,
        mobile,
        code,
        chosenOperator: 'airtel',
        likelyOperator: undefined,
        asker: { address: '127.0.0.1', deviceSecret },
        freeWrongCodes: { perAddress: 1000, perNetwork: 1000 },
        isTrusted: true,
        now: new Date(server.clock.nowMs()),
        today: server.app.calendar.today(),
        lenderPhone: '0211 000 000',
      }),
    );
  }
  const answers = await atOnce(
    {
      insert: `insert into repay_account (borrower_id, mobile_hash, mobile_sealed, operator, created_at)
        values ($1, $2, '', 'mtn', now())`,
      values: hashesOf('mobile', mobile).map((hash) => [borrowerId, hash]),
    },
    [acts[0]!, acts[1]!],
  );
  const ids = answers.map((answer) => ('account' in answer ? answer.account.accountId : answer));
  expect(ids[0]).toBe(ids[1]);
  expect(
    await servers[0].query('select from repay_account where borrower_id = $1', [borrowerId]),
  ).toHaveLength(2);
});

test('one Google account is linked to one borrower', async () => {
  const email = 'person@example.com';
  const acts = [];
  const numbers = servers.map((server) => server.newMobile());
  for (const [index, server] of servers.entries()) {
    const [mobile, deviceSecret] = [numbers[index]!, newSecret()];
    const captcha = await codeOf(server, mobile, deviceSecret);
    const authCode = await googleToken(`${server.url}/sim`, email);
    const client = server.newClient({ deviceSecret });
    acts.push(() => client.call('mobileLogin', { body: { mobile, captcha, authCode, thirdType: 1 } }));
  }
  const subject = await subjectOf(email);
  const answers = await atOnce(
    {
      insert: `insert into borrower_by_google (subject_hash, borrower_id, linked_at) values ($1, $2, now())`,
      values: hashesOf('google_subject', subject).map((hash, index) => [hash, -index]),
    },
    [acts[0]!, acts[1]!],
  );
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(await servers[0].query('select from borrower_by_google')).toHaveLength(1);
});

/** The subject under which the simulated Google knows an address. */
async function subjectOf(email: string): Promise<string> {
  const token = await googleToken(`${servers[0].url}/sim`, email);
  const response = await fetch(`${servers[0].url}/sim/google/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { sub: string }).sub;
}
