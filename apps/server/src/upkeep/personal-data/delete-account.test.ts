import { existsSync } from 'node:fs';
import path from 'node:path';
import { cancelLoan } from '@thumba/lending/application';
import { addDays, addYears, day } from '@thumba/lending/day';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  apply,
  borrow,
  earnCredit,
  giveIdentity,
  PATIENCE,
  pay,
  signIn,
  signUp,
  stepUp,
  submitPayment,
  wishOf,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { giveOne, holdCoupon } from '../../../test/borrower-coupons.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { eraseOnceADay, eraseWhatIsDue } from './delete-account.ts';
import {
  callAtOnce,
  deleteAccount,
  deletionCodeFor,
  rowCountsOf,
  settledBorrower,
} from './personal-data.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

/** Twenty years pass for a deletion, also by the clock of the database, which does not believe the program. */
async function letYearsPass(borrowerId: number): Promise<void> {
  await server.query(
    `update account_deletion set deleted_on = deleted_on - interval '20 years', kept_until = kept_until - interval '20 years'
     where borrower_id = $1`,
    [borrowerId],
  );
  await server.query(
    `update loan_decision set decided_at = decided_at - interval '20 years' where borrower_id = $1`,
    [borrowerId],
  );
}

const inYears = (years: number) => addYears(day(server.today()), years);
const fileOf = (fileId: string) => path.join(server.dataDir, 'files', fileId.slice(0, 2), `${fileId}-k`);

/** Whether a person has to decide on what the borrower applies for. The borrower takes the application back. */
async function isApplicationReferred(borrower: AppBorrower): Promise<boolean> {
  const { orderId, userStatus } = await apply(borrower, { amount: 200 });
  if (userStatus === 2) await cancelApplication(borrower, orderId);
  return userStatus === 2;
}

async function cancelApplication({ borrowerId }: AppBorrower, loanId: number): Promise<void> {
  const on = day(server.today());
  await server.app.line.post({
    borrowerId,
    loanId,
    actor: 'staff:test',
    decide({ loan }) {
      const cancelled = cancelLoan(loan, { on, reason: 'asked_by_borrower' });
      return cancelled.ok ? { ok: true, value: { change: cancelled.value, on, answer: null } } : cancelled;
    },
  });
}

/** Copies the details in the tables. Uploading pictures for each borrower would take long. */
async function copyDetails(from: AppBorrower, to: AppBorrower): Promise<void> {
  const ids = [from.borrowerId, to.borrowerId];
  await server.query(
    `insert into borrower_identity (borrower_id, front_file_id, identity_sealed, confirmed_at)
     select $2, front_file_id, identity_sealed, confirmed_at from borrower_identity where borrower_id = $1`,
    ids,
  );
  await server.query(
    `insert into borrower_form (borrower_id, cer_code, values_sealed, completed_at)
     select $2, cer_code, values_sealed, completed_at from borrower_form where borrower_id = $1`,
    ids,
  );
  const own = { borrower_id: from.borrowerId };
  const copied = { borrower_id: to.borrowerId };
  const place = 'borrower_identity.identity_sealed';
  const rows = await server.query('select * from borrower_identity where borrower_id = $1', [to.borrowerId]);
  for (const { identity_sealed } of rows) {
    const text = server.sealing.open(place, own, identity_sealed);
    await server.query('update borrower_identity set identity_sealed = $2 where borrower_id = $1', [
      to.borrowerId,
      server.sealing.seal(place, copied, text),
    ]);
  }
  const forms = await server.query('select * from borrower_form where borrower_id = $1', [to.borrowerId]);
  for (const { cer_code, values_sealed } of forms) {
    const text = server.sealing.open('borrower_form.values_sealed', { ...own, cer_code }, values_sealed);
    await server.query(
      'update borrower_form set values_sealed = $3 where borrower_id = $1 and cer_code = $2',
      [
        to.borrowerId,
        cer_code,
        server.sealing.seal('borrower_form.values_sealed', { ...copied, cer_code }, text),
      ],
    );
  }
}

describe('deleting an account', () => {
  test('is refused with an open loan, an open payment or wallet credit, each with its sentence', async () => {
    const debtor = await signUp(server);
    const orderId = await borrow(debtor, { amount: 200 });
    await submitPayment(debtor, orderId);
    expect(await deleteAccount(server, debtor)).toMatchObject({
      code: 409,
      msg: 'Your loan is still open. You can delete your account once it is paid off.',
      data: { reason: 'loan_open' },
    });
    const creditor = await signUp(server);
    await earnCredit(server, creditor);
    expect((await creditor.ask('getAccountDeletion', {})).refusal).toEqual({
      reason: 'wallet_credit',
      message:
        'Your wallet holds K230.00. Please send it to your mobile money first, then delete your account.',
    });
    await creditor.ask('payOutWallet', { body: {} });
    expect((await creditor.ask('getAccountDeletion', {})).refusal?.message ?? '').toMatch(
      /^A payment of K230\.00 is on its way\. You can delete|^$/,
    );
    await vi.waitFor(async () => {
      if ((await creditor.ask('getAccountDeletion', {})).refusal) throw new Error('the payout is still open');
    }, PATIENCE);
    expect(await creditor.call('deleteAccount', { body: { captcha: '0000' } })).toMatchObject({ code: 400 });
    expect(await rowCountsOf(server, creditor.borrowerId)).toHaveProperty('session');
  });

  test('erases what need not be kept, seals the rest, ends every session and frees the number', async () => {
    const borrower = await settledBorrower(server);
    const [{ front_file_id: frontFileId }] = await server.query(
      'select front_file_id from borrower_identity where borrower_id = $1',
      [borrower.borrowerId],
    );
    const { keptUntil } = await borrower.ask('getAccountDeletion', {});
    expect(keptUntil).toBe(`${Number(server.today().slice(0, 4)) + 10}${server.today().slice(4)}`);
    expect(await deleteAccount(server, borrower)).toMatchObject({ code: 200, data: { keptUntil } });
    expect((await borrower.call('getUserInfo', {})).code).toBe(401);

    expect(Object.keys(await rowCountsOf(server, borrower.borrowerId)).sort()).toEqual([
      'account_deletion',
      'borrower',
      'borrower_archive',
      'borrower_standing',
      'consent_change',
      'instalment',
      'ledger_transfer',
      'loan',
      'loan_acceptance',
      'loan_decision',
      'loan_event',
      'payment_attempt',
      'payment_attempt_step',
      'payment_by_attempt',
      'security_event',
      'stored_file',
    ]);
    expect(existsSync(fileOf(frontFileId))).toBe(true);
    const canaries = [borrower.mobile, 'Chipo', 'Lungu', 'Grace Tembo', '0977555001', 'Independence'];
    expect(secretsIn(await dumpDatabase(server.owner), canaries)).toEqual([]);

    const again = await signIn(server, borrower.mobile);
    expect(again.borrowerId).not.toBe(borrower.borrowerId);
    expect(await again.ask('listOrders', { query: {} })).toMatchObject({ total: 0 });
    expect(
      (await again.ask('listConsents', {})).filter(({ given }) => given).map(({ kind }) => kind),
    ).toEqual(['privacy']);
  });

  test('erases all personal data of a borrower who never applied, and frees the identity card', async () => {
    const borrower = await signIn(server);
    await giveIdentity(borrower, { idNumber: '777001/10/1' });
    await borrower.ask('chooseLanguage', { body: { language: 'en-XA' } });
    const [{ front_file_id: frontFileId }] = await server.query(
      'select front_file_id from borrower_identity where borrower_id = $1',
      [borrower.borrowerId],
    );
    expect(await borrower.ask('getAccountDeletion', {})).not.toHaveProperty('keptUntil');
    expect(await deleteAccount(server, borrower)).toMatchObject({ code: 200, data: {} });
    expect(Object.keys(await rowCountsOf(server, borrower.borrowerId)).sort()).toEqual([
      'account_deletion',
      'borrower',
      'borrower_standing',
      'security_event',
    ]);
    const [row] = await server.query('select * from borrower where borrower_id = $1', [borrower.borrowerId]);
    expect(row).toMatchObject({ mobile_sealed: Buffer.alloc(0), language: 'en' });
    expect(existsSync(fileOf(frontFileId))).toBe(false);
    const again = await signIn(server, borrower.mobile);
    await giveIdentity(again, { idNumber: '777001/10/1' });
  });

  test('does not shorten the wait after a decline', async () => {
    const idNumber = '777003/10/1';
    const borrower = await signUp(server, { idNumber, monthlyIncome: 900 });
    expect((await apply(borrower, { amount: 200 })).userStatus).toBe(3);
    await deleteAccount(server, borrower);
    const again = await signUp(server, { mobile: borrower.mobile, idNumber });
    expect(await isApplicationReferred(again)).toBe(true);
    const inDays = (days: number) => addDays(day(server.today()), days);
    await eraseOnceADay(server.db, inDays(6));
    expect(await isApplicationReferred(again)).toBe(true);
    await eraseOnceADay(server.db, inDays(7));
    expect(await isApplicationReferred(again)).toBe(false);
  });

  test('gives the welcome gifts of a number once a year, also after a change to another number', async () => {
    const { mobile, ...borrower } = await signIn(server);
    const other = server.newMobile();
    await deleteAccount(server, { mobile, ...borrower });
    const again = await signIn(server, mobile);
    const giftsOf = async (owner: AppBorrower) => [
      (await owner.ask('myTurntable', {})).spinsLeft,
      (await owner.ask('getUserInfo', {})).couponCount,
    ];
    expect(await giftsOf(again)).toEqual([0, 0]);

    const codes = [];
    for (const newMobile of [undefined, other]) {
      await again.ask('sendMobileChangeCode', { body: newMobile ? { mobile: newMobile } : {} });
      codes.push(await server.handset.waitForCode(newMobile ?? mobile));
    }
    const [oldCaptcha, newCaptcha] = codes;
    await again.ask('changeMobile', {
      body: {
        mobile: other,
        oldCaptcha: oldCaptcha!,
        newCaptcha: newCaptcha!,
        stepUpCode: await stepUp(server, again, 'mobile'),
      },
    });
    const third = await signIn(server, mobile);
    expect(await giftsOf(third)).toEqual([0, 0]);

    // The limit is five codes an hour for each number.
    server.clock.advance({ minutes: 61 });
    await deleteAccount(server, third);
    await server.query('update welcomed_number set welcomed_on = welcomed_on - 365');
    expect(await giftsOf(await signIn(server, mobile))).toEqual([1, 1]);
  });

  test('needs a code that was sent for the deletion, and this code does not sign in', async () => {
    const borrower = await signIn(server);
    await borrower.ask('sendSmsCode', { params: { phone: borrower.mobile } });
    const signInCode = await server.handset.waitForCode(borrower.mobile);
    const wrong = { code: 400, msg: 'This code is wrong. You have 4 tries left.' };
    expect(await borrower.call('deleteAccount', { body: { captcha: signInCode } })).toMatchObject({
      code: 400,
      msg: 'This code no longer works. Please get a new one.',
    });
    server.clock.advance({ minutes: 2 });
    const captcha = await deletionCodeFor(server, borrower);
    const logIn = { body: { mobile: borrower.mobile, captcha } };
    expect(await borrower.call('mobileLogin', logIn)).toMatchObject(wrong);
  });

  test('does not free the identity card of a blocked borrower', async () => {
    const borrower = await signIn(server);
    await giveIdentity(borrower, { idNumber: '777002/10/1' });
    await server.query('update borrower set blocked_at = now() where borrower_id = $1', [
      borrower.borrowerId,
    ]);
    expect(await deleteAccount(server, borrower)).toMatchObject({ code: 200 });
    const again = await signUp(server, { mobile: borrower.mobile, idNumber: '777002/10/1' });
    expect(await isApplicationReferred(again)).toBe(true);
  });

  test('erases the kept personal data when its years are over', async () => {
    const borrower = await settledBorrower(server);
    await borrower.ask('spinTurntable', { body: {} });
    await deleteAccount(server, borrower);
    const at = new Date(server.clock.nowMs());
    await eraseWhatIsDue(server.db, at, inYears(9));
    expect(await rowCountsOf(server, borrower.borrowerId)).toHaveProperty('borrower_archive');
    const [{ kept_until: keptUntil }] = await server.query(
      'select kept_until from account_deletion where borrower_id = $1',
      [borrower.borrowerId],
    );
    expect(keptUntil).toBe(inYears(10));
    await expect(eraseWhatIsDue(server.db, at, inYears(10))).rejects.toThrow('the years are not over');
    expect(await rowCountsOf(server, borrower.borrowerId)).toHaveProperty('borrower_archive');
    await letYearsPass(borrower.borrowerId);
    await eraseWhatIsDue(server.db, at, day(server.today()));
    const rowCounts = await rowCountsOf(server, borrower.borrowerId);
    expect(rowCounts).toMatchObject({ loan: 1, instalment: 1, ledger_transfer: expect.any(Number) });
    for (const table of ['borrower_archive', 'stored_file', 'consent_change']) {
      expect(rowCounts, table).not.toHaveProperty(table);
    }
    const sealed = await server.query(
      `select b.mobile_sealed, p.msisdn_sealed, d.inputs from borrower b join payment_attempt p using (borrower_id)
       join loan_decision d using (borrower_id) where borrower_id = $1`,
      [borrower.borrowerId],
    );
    for (const row of sealed) {
      expect(row).toEqual({ mobile_sealed: Buffer.alloc(0), msisdn_sealed: Buffer.alloc(0), inputs: {} });
    }
  });

  test('keeps a used coupon, and erases the reason that staff gave for it when its years are over', async () => {
    const borrower = await signUp(server);
    const unused = await giveOne(server, borrower);
    const used = await giveOne(server, borrower);
    const orderId = await borrow(borrower, { amount: 200 });
    server.clock.advance({ seconds: 1 });
    await holdCoupon(borrower, orderId, used);
    // On the due date, so that no interest goes back to the wallet.
    await server.passDays(30);
    await pay(server, borrower, orderId, { amount: 220 });
    await deleteAccount(server, borrower);
    const keptCoupons = () =>
      server.query(
        `select user_coupon_id, state, given_by, given_reason from borrower_coupon
         where borrower_id = $1 and user_coupon_id = any ($2)`,
        [borrower.borrowerId, [unused, used]],
      );
    const coupon = { user_coupon_id: used, state: 'used', given_by: 'staff:mary' };
    expect(await keptCoupons()).toEqual([{ ...coupon, given_reason: 'for a test' }]);
    await letYearsPass(borrower.borrowerId);
    await eraseWhatIsDue(server.db, new Date(server.clock.nowMs()), day(server.today()));
    expect(await keptCoupons()).toEqual([{ ...coupon, given_reason: '' }]);
  });

  test('waits for device data that is being saved, and erases it', async () => {
    const borrower = await signUp(server);
    await borrower.ask('saveConsent', { body: { kind: 'location', given: true, wordingVersion: 1 } });
    const info = {
      latitudeLocation: 0,
      longitudeLocation: 0,
      northOrSouthLocation: 'N' as const,
      eastOrWestLocation: 'E' as const,
    };
    await borrower.ask('addUserGrabInfoToRisk', { body: { kind: 'location', info } });
    const captcha = await deletionCodeFor(server, borrower);
    const phone = await server.db.pool.connect();
    try {
      await phone.query('begin');
      const ofBorrower = 'where borrower_id = $1';
      await phone.query(`update consent_given set tellings = tellings + 1 ${ofBorrower}`, [
        borrower.borrowerId,
      ]);
      const deletion = borrower.call('deleteAccount', { body: { captcha } });
      await vi.waitFor(async () => {
        const waiting = await server.query(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(waiting).toHaveLength(1);
      }, PATIENCE);
      await phone.query(`update rough_location set told_at = now() ${ofBorrower}`, [borrower.borrowerId]);
      await phone.query('commit');
      expect(await deletion).toMatchObject({ code: 200 });
    } finally {
      phone.release();
    }
    const tablesWithRows = Object.keys(await rowCountsOf(server, borrower.borrowerId));
    for (const table of ['consent_given', 'rough_location']) expect(tablesWithRows).not.toContain(table);
  });

  test('and applying at the same moment: exactly one of them succeeds', async () => {
    const outcomes = { deleted: 0, applied: 0 };
    const wish = wishOf({ amount: 200 });
    const template = await signUp(server);
    for (let round = 0; round < 20; round += 1) {
      const borrower = await signIn(server);
      await copyDetails(template, borrower);
      const captcha = await deletionCodeFor(server, borrower);
      const { contractVersion } = await borrower.ask('productTrial', { body: wish });
      const [deletion, application] = await callAtOnce({ round, rounds: 20 }, [
        () => borrower.call('deleteAccount', { body: { captcha } }),
        () => borrower.call('appManualGetLoan', { body: { ...wish, contractVersion, agreed: true } }),
      ]);
      const [{ loans, deletions }] = await server.query(
        `select (select count(*) from loan where borrower_id = $1) as loans,
           (select count(*) from account_deletion where borrower_id = $1) as deletions`,
        [borrower.borrowerId],
      );
      expect(loans + deletions, `${deletion.msg} / ${application.msg}`).toBe(1);
      expect([deletion.code === 200, application.code === 200]).toEqual([deletions === 1, loans === 1]);
      if (deletions === 1) outcomes.deleted += 1;
      else outcomes.applied += 1;
    }
    expect(outcomes.deleted).toBeGreaterThan(0);
    expect(outcomes.applied).toBeGreaterThan(0);
  });
});
