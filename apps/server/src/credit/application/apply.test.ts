import { createHash, randomUUID } from 'node:crypto';
import { cancelLoan } from '@thumba/lending/application';
import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AppBorrower,
  addAccount,
  apply,
  giveContacts,
  giveIdentity,
  givePersonal,
  signIn,
  signUp,
  type Wish,
  wishOf,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

const CONTRACT = '2026-11e-p1v1-microfinance1';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

type Different = Wish & { repayAccountId?: number; contractVersion?: string; userCouponId?: number };

function applyWith(borrower: AppBorrower, different: Different = {}, idempotencyKey?: string) {
  const { repayAccountId, contractVersion = CONTRACT, ...wish } = different;
  return borrower.call(
    'appManualGetLoan',
    {
      body: {
        ...wishOf(wish),
        contractVersion,
        agreed: true,
        ...(repayAccountId === undefined ? {} : { repayAccountId }),
      },
    },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
}

const block = (borrower: AppBorrower, isBlocked: boolean) =>
  server.query('update borrower set blocked_at = $2 where borrower_id = $1', [
    borrower.borrowerId,
    isBlocked ? '2026-11-21' : null,
  ]);

const refusal = (code: number, msg: string) => ({ code, msg, data: null });

const loansOf = ({ borrowerId }: AppBorrower) =>
  server.query('select loan_id from loan where borrower_id = $1', [borrowerId]);

describe('an application is refused', () => {
  test('for the first thing that stands against it, and nothing is left of it', async () => {
    // Everything is wrong at first, and one thing after another is put right.
    const borrower = await signIn(server, '0988000001');
    const wrong: Different = { productId: 9, termId: 9, amount: 2075, contractVersion: 'old' };
    await block(borrower, true);
    expect(await applyWith(borrower, wrong)).toEqual(
      refusal(403, 'Your account cannot borrow at the moment. Please contact us.'),
    );

    await block(borrower, false);
    for (const give of [giveIdentity, givePersonal, giveContacts]) {
      expect(await applyWith(borrower, wrong)).toEqual(refusal(409, 'Please finish your details first'));
      await give(borrower, { monthlyIncome: 2500 });
    }

    expect(await applyWith(borrower, wrong)).toEqual(refusal(404, 'We could not find that account'));

    const zamtel = await addAccount(server, borrower, { mobile: '0958000001', operator: 'zamtel' });
    for (const account of [{}, { repayAccountId: zamtel.repayAccountId }]) {
      expect(await applyWith(borrower, { ...wrong, ...account })).toEqual(
        refusal(400, 'We cannot pay out to this operator yet. Please add an account of another operator.'),
      );
    }

    const { repayAccountId } = await addAccount(server, borrower, { mobile: '0968000001', operator: 'mtn' });
    await server.query('update repay_account set payouts_from = null where account_id = $1', [
      repayAccountId,
    ]);
    let asked: Different = { ...wrong, repayAccountId };
    const putRight = async (right: Different) => {
      asked = { ...asked, ...right };
      return applyWith(borrower, asked);
    };
    expect(await putRight({})).toMatchObject({ code: 400, msg: 'Please choose one of the loans offered' });
    expect(await putRight({ productId: 2 })).toMatchObject({
      code: 400,
      msg: 'Steady loan opens when your limit reaches K3,000',
    });
    expect(await putRight({ productId: 1 })).toMatchObject({
      code: 400,
      msg: 'Please choose one of the terms offered',
    });
    expect(await putRight({ termId: 1 })).toMatchObject({ code: 400, msg: 'The largest amount is K2,000' });
    expect(await putRight({ amount: 50 })).toMatchObject({ code: 400, msg: 'The smallest amount is K100' });
    expect(await putRight({ amount: 925 })).toMatchObject({
      code: 400,
      msg: 'Please choose an amount in steps of K50',
    });
    expect(await putRight({ amount: 900 })).toEqual({
      code: 400,
      msg: 'You can borrow up to K850 with this term',
      data: { largestAmount: 850 },
    });
    expect(await putRight({ amount: 850 })).toEqual(
      refusal(409, 'The terms of this loan have changed. Please look at them again before you agree.'),
    );
    expect(await loansOf(borrower)).toEqual([]);

    const applied = await putRight({ contractVersion: CONTRACT });
    expect(applied).toMatchObject({ code: 200, data: { userStatus: 4 } });
    await block(borrower, true);
    expect(await applyWith(borrower, wrong)).toEqual({
      code: 409,
      msg: 'You already have an open loan',
      data: { orderId: applied.data!.orderId },
    });
    expect(await loansOf(borrower)).toHaveLength(1);
  });

  test.each([
    [{ agreed: false }, 'Please read the loan contract and agree to it first'],
    [{ contractVersion: undefined }, 'Please read the loan contract'],
    [{ amount: 500.555 }, 'Please enter an amount in kwacha and ngwee, like 150.50'],
    [{ amount: '500' }, 'Please enter an amount'],
  ])('before anything else when it is no application: %o', async (different, msg) => {
    const borrower = await signIn(server);
    const body = { ...wishOf(), contractVersion: CONTRACT, agreed: true, ...different } as never;
    expect(await borrower.call('appManualGetLoan', { body })).toMatchObject({ code: 400, msg });
  });

  test('for a week after a refusal, before the account is looked at', async () => {
    const borrower = await signUp(server, { monthlyIncome: 900 });
    expect((await apply(borrower, { amount: 200 })).userStatus).toBe(3);
    await givePersonal(borrower, { monthlyIncome: 9000 });
    expect(await applyWith(borrower, { repayAccountId: 0 })).toEqual({
      code: 409,
      msg: 'You can apply again on 28 November',
      data: { rejectedUntil: '2026-11-28' },
    });
  });

  test('with another borrower’s account just as with one that does not exist', async () => {
    const [borrower, other] = await Promise.all([signUp(server), signUp(server)]);
    const [theirs] = await other.ask('listAccounts', {});
    const answer = await applyWith(borrower, { repayAccountId: theirs!.repayAccountId });
    expect(answer).toEqual({ code: 404, msg: 'We could not find that account', data: null });
    expect(await applyWith(borrower, { repayAccountId: 987_654 })).toEqual(answer);
  });

  test('until the face is known, where the lender wants it: after the details, before the rest', async () => {
    const careful = await startAppServer({ lender: { isFaceRequired: true } });
    const borrower = await signIn(careful, '0988000002');
    expect(await applyWith(borrower)).toMatchObject({ code: 409, msg: 'Please finish your details first' });
    await giveIdentity(borrower);
    await givePersonal(borrower);
    await giveContacts(borrower);
    expect(await applyWith(borrower)).toEqual({
      code: 501,
      msg: 'Please confirm your face first',
      data: { reason: 'face_required' },
    });
    await careful.stop();
  });
});

describe('what is decided', () => {
  async function decisionOf({ borrowerId }: AppBorrower) {
    const [row] = await server.query(
      `select outcome, points, reasons, inputs, versions, may_apply_again_on, decided_at
       from loan_decision where borrower_id = $1`,
      [borrowerId],
    );
    return row;
  }

  test('is kept with what was looked at, by which version, and why', async () => {
    const borrower = await signUp(server, { monthlyIncome: 4000 });
    await apply(borrower);
    expect(await decisionOf(borrower)).toEqual({
      outcome: 'approve',
      // 500 to begin with, 20 for an age from 25, 20 for an income from K3,000.
      points: 540,
      reasons: [],
      inputs: {
        ageYears: 34,
        isIdentityValid: true,
        faceMatches: null,
        cardDiffers: false,
        operatorNameDiffers: null,
        hasScreeningHit: false,
        hasDuplicates: false,
        hasOpenLoan: false,
        isBlocked: false,
        accountsOnDevice: 1,
        monthlyIncomeNgwee: 400_000,
        amountNgwee: 100_000,
        limitNgwee: 200_000,
        affordableNgwee: 135_000,
        onTimeLoans: 0,
        questionnairePoints: 0,
        moneyReceivedNgwee: null,
        isPayoutNumberShared: false,
        borrowersOnPayoutNumber: 1,
        borrowersOnContact: 1,
        registrationsFromNetwork: null,
        applicationsFromNetwork: null,
        offered: { productId: 1, productVersion: 1, termId: 1 },
      },
      versions: { policy: 1, ladder: 1, rules: 1, scorecard: 1 },
      may_apply_again_on: null,
      decided_at: new Date('2026-11-21T08:00:00Z'),
    });
  });

  test('does not keep the day of birth in the clear', async () => {
    const borrower = await signUp(server, { birthDate: '1987-06-05' });
    await apply(borrower);
    expect(JSON.stringify(await decisionOf(borrower))).not.toMatch(/1987|birth/i);
  });

  test.each([
    [1000, 2, 'refer', ['income_to_check'], null],
    [1999.99, 2, 'refer', ['income_to_check'], null],
    [2000, 4, 'approve', [], null],
    [999.99, 3, 'decline', ['income_too_low'], '2026-11-28'],
  ])('of an income of K%d is %i', async (monthlyIncome, userStatus, outcome, reasons, again) => {
    const borrower = await signUp(server, { monthlyIncome });
    expect((await apply(borrower, { amount: 100 })).userStatus).toBe(userStatus);
    expect(await decisionOf(borrower)).toMatchObject({ outcome, reasons, may_apply_again_on: again });
  });

  test('of somebody under 18 is no, until the birthday', async () => {
    const borrower = await signUp(server, { birthDate: '2009-02-01' });
    expect((await apply(borrower, { amount: 100 })).userStatus).toBe(3);
    expect(await decisionOf(borrower)).toMatchObject({
      reasons: ['under_age'],
      may_apply_again_on: '2027-02-01',
    });
    const grown = await signUp(server, { birthDate: '2008-11-21' });
    expect((await apply(grown, { amount: 100 })).userStatus).toBe(4);
  });

  test('is told to the borrower', async () => {
    const borrower = await signUp(server, { monthlyIncome: 1500 });
    await apply(borrower, { amount: 300 });
    const { items } = await borrower.ask('listMessages', { query: {} });
    expect(items.map((message) => message.text)).toEqual([
      'We have your application for K300.00. A person will look at it and you will get an answer by SMS.',
    ]);
  });
});

describe('what is agreed to', () => {
  test('is kept as it was shown, with a hash that can be checked, and shown again as it was', async () => {
    const borrower = await signUp(server);
    const { orderId } = await apply(borrower, { termId: 3 });
    const [kept] = await server.query('select * from loan_acceptance where loan_id = $1', [orderId]);
    expect(kept).toMatchObject({
      borrower_id: borrower.borrowerId,
      contract_version: CONTRACT,
      app_version_code: '1016',
      agreed_at: new Date('2026-11-21T08:00:00Z'),
      shown: {
        contractVersion: CONTRACT,
        principalNgwee: 100_000,
        receivedNgwee: 100_000,
        interestNgwee: 36_000,
        feeNgwee: 3_000,
        totalRepayNgwee: 139_000,
        instalments: [
          { period: 1, dueOn: '2026-12-21', totalNgwee: 46_333 },
          { period: 2, dueOn: '2027-01-20', totalNgwee: 46_333 },
          { period: 3, dueOn: '2027-02-19', totalNgwee: 46_334 },
        ],
      },
    });
    expect(kept.shown_hash).toBe(createHash('sha256').update(inOrder(kept.shown)).digest('hex'));
    const contract = await borrower.ask('getLoanContract', { params: { id: orderId } });
    expect(contract).toMatchObject({ contractVersion: CONTRACT, agreedAt: '2026-11-21T08:00:00.000Z' });
    const text = contract.clauses.map((clause) => clause.text).join('\n');
    expect(text).toContain('We lend you K1,000.00 (Quick loan). We send K1,000.00 to MTN · 096 **** ');
    expect(text).toContain(
      'You repay K1,390.00 in all: K463.33 by Monday 21 December; K463.33 by Wednesday 20 January; K463.34 by Friday 19 February.',
    );
    expect(text).toContain('Chipo Lungu');
  });

  /** JSON with the names of every object in order, whatever order a database keeps them in. */
  function inOrder(value: unknown): string {
    return JSON.stringify(value, (_name, part) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    );
  }

  test('reads before as it is kept after', async () => {
    const borrower = await signUp(server);
    const asked = wishOf({ amount: 700 });
    const before = await borrower.ask('getContractText', { body: asked });
    const { orderId } = await apply(borrower, asked);
    const after = await borrower.ask('getLoanContract', { params: { id: orderId } });
    expect(after.clauses).toEqual(before.clauses);
  });
});

describe('an application sent again', () => {
  test('under its key gets its first answer, and under the key of another is refused', async () => {
    const borrower = await signUp(server);
    const key = randomUUID();
    const first = await applyWith(borrower, {}, key);
    expect(first.code).toBe(200);
    expect(await applyWith(borrower, {}, key)).toEqual(first);
    expect(await applyWith(borrower, { amount: 500 }, key)).toMatchObject({
      code: 409,
      msg: 'This request was already used for something else. Please start again.',
    });
    expect(await loansOf(borrower)).toHaveLength(1);
  });

  test('twenty times at once makes one loan, and the others are told which', async () => {
    const borrower = await signUp(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => applyWith(borrower)));
    const taken = answers.filter((answer) => answer.code === 200);
    expect(taken).toHaveLength(1);
    const { orderId } = taken[0]!.data!;
    for (const answer of answers.filter((each) => each.code !== 200)) {
      expect(answer).toMatchObject({ code: 409, data: { orderId } });
    }
    expect(await loansOf(borrower)).toEqual([{ loan_id: orderId }]);
    const attempts = await server.query('select from payment_attempt where loan_id = $1', [orderId]);
    expect(attempts).toHaveLength(1);
  });

  test('twenty times at once under one key makes one loan and twenty equal answers', async () => {
    const borrower = await signUp(server);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => applyWith(borrower, {}, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]!.code).toBe(200);
    expect(await loansOf(borrower)).toHaveLength(1);
  });

  test('after the first one was cancelled is a new one', async () => {
    const borrower = await signUp(server, { monthlyIncome: 1500 });
    const { orderId } = await apply(borrower, { amount: 100 });
    await server.app.line.post({
      borrowerId: borrower.borrowerId,
      loanId: orderId,
      actor: 'staff:test',
      decide({ loan }) {
        const on = day(server.today());
        const cancelled = cancelLoan(loan, { on, reason: 'asked_by_borrower' });
        return cancelled.ok ? { ok: true, value: { change: cancelled.value, on, answer: null } } : cancelled;
      },
    });
    expect(await applyWith(borrower, { amount: 100 })).toMatchObject({ code: 200 });
  });
});
