import { createHash, randomUUID } from 'node:crypto';
import type { Answer } from '@thumba/contract/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AppBorrower,
  answerPrompt,
  borrow,
  pay,
  signIn,
  signUp,
  submitPayment,
  succeedAfterAll,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { couponsOf } from '../../../test/borrower-coupons.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const NO_CHANCE = {
  code: 409,
  msg: 'You have no spins left. You get one for each loan that you pay off on time and that counts for your limit.',
  data: null,
};
/** The coupon offer of the newest wheel's prize. */
const OFFERED: Record<number, object> = {
  1: { kind: 'fixed', discount: 5 },
  2: { kind: 'fixed', discount: 10 },
  3: { kind: 'percent', discount: 10 },
  4: { kind: 'fee_free', discount: 0 },
  5: { kind: 'fixed', discount: 50 },
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The recipe that the page gives, computed here and not in the database. */
const numberOf = (ticketNo: number, phoneWord: string, secret: string) =>
  Number(BigInt(`0x${sha256(`${ticketNo}:${phoneWord}:${secret}`).slice(0, 13)}`) % 10_000n);

const mine = (borrower: AppBorrower) => borrower.ask('myTurntable', {});
const spin = (borrower: AppBorrower, idempotencyKey: string = randomUUID(), phoneWord = idempotencyKey) =>
  borrower.call('spinTurntable', { body: { phoneWord } }, { idempotencyKey });
const drawsOf = ({ borrowerId }: AppBorrower) =>
  server.query('select * from wheel_draw where borrower_id = $1', [borrowerId]);

/** Chances without an occasion, of which a borrower may have any number. */
async function giveChances({ borrowerId }: AppBorrower, count: number): Promise<void> {
  await server.query(
    `insert into wheel_chance (borrower_id, occasion, valid_to, given_at)
     select $1, 'test', $3::date, now() from generate_series(1, $2)`,
    [borrowerId, count, server.today()],
  );
}

type WheelPrize = { name: string; offer?: string; numbers: [number, number]; stock?: number };

async function publish(version: number, prizes: WheelPrize[]): Promise<void> {
  const client = await server.db.pool.connect();
  try {
    await client.query('begin');
    await client.query(`insert into wheel (version, chance_occasions, chance_days) values ($1, $2, 30)`, [
      version,
      ['registration'],
    ]);
    for (const [index, { name, offer, numbers, stock }] of prizes.entries()) {
      const kind = offer ? 'coupon' : 'nothing';
      await client.query('insert into wheel_prize values ($1, $2, $3, $4, $5, $6, $7, $8)', [
        version,
        index + 1,
        name,
        kind,
        offer ?? null,
        offer ? 1 : null,
        ...numbers,
      ]);
      if (stock !== undefined) {
        await client.query(`insert into wheel_stock values ($1, $2, $3)`, [version, index + 1, stock]);
      }
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

describe('the wheel', () => {
  test('is shown without a token, with rules and odds that add up to the whole', async () => {
    const { prizes, rules, wheelVersion } = await server.newClient().ask('turntable', {});
    expect(wheelVersion).toBe(1);
    expect(prizes.reduce((total, { odds }) => total + odds, 0)).toBe(10_000);
    expect(prizes.map(({ name, odds, left }) => [name, odds, left])).toEqual([
      ['K5 off', 3000, undefined],
      ['K10 off', 1000, undefined],
      ['10% off charges', 800, undefined],
      ['No service fee', 400, 1000],
      ['K50 off', 100, 200],
      ['No prize', 4700, undefined],
    ]);
    expect(rules.join(' ')).toContain('You do not need to buy or borrow anything');
    expect(rules.join(' ')).toContain('You get one spin when you register, and one for each loan');
  });

  test('that leaves a number out, gives one twice, or has no prize that is nothing, cannot be published', async () => {
    const nothing = (from: number, to: number): WheelPrize => ({ name: 'No prize', numbers: [from, to] });
    const k5 = (from: number, to: number): WheelPrize => ({
      name: 'K5',
      offer: 'wheel-5',
      numbers: [from, to],
    });
    for (const prizes of [
      [],
      [k5(0, 9999)],
      [k5(0, 4998), nothing(5000, 9999)],
      [k5(0, 5000), nothing(5000, 9999)],
      [k5(0, 4999), { ...nothing(5000, 9999), stock: 9 }],
    ]) {
      await expect(publish(2, prizes), JSON.stringify(prizes)).rejects.toThrow('wheel 2 needs');
    }
    await expect(server.query('update wheel_prize set last_number = 1')).rejects.toThrow('append-only');
    await expect(server.query('delete from wheel_draw')).rejects.toThrow('append-only');
    await expect(
      server.query(`insert into wheel_prize values (1, 7, 'K5', 'coupon', 'wheel-5', 1, 0, 5)`),
    ).rejects.toThrow('wheel 1 needs');
  });
});

describe('a chance', () => {
  test('comes with registering, once, and ends by its days alone', async () => {
    const borrower = await signIn(server);
    const again = await signIn(server, borrower.mobile);
    expect(await mine(again)).toEqual({
      spinsLeft: 1,
      chances: [{ ticketNo: expect.any(Number), occasion: 'registration', validTo: '2026-12-21' }],
      draws: [],
    });
    await server.query('update wheel_chance set valid_to = $2::date - 1 where borrower_id = $1', [
      borrower.borrowerId,
      server.today(),
    ]);
    expect(await mine(borrower)).toMatchObject({ spinsLeft: 0, chances: [] });
    expect(await spin(borrower)).toEqual(NO_CHANCE);
  });

  test('comes with a loan that was on time after all, because a late payment counts from its day', async () => {
    const other = await startAppServer();
    const borrower = await signUp(other);
    const order = await borrow(borrower, { termId: 2 });
    await other.passDays(14);
    const late = await submitPayment(borrower, order, 1086);
    await answerPrompt(other, borrower, 'refuse');
    await waitForPayment(borrower, late, 'refuse');
    await other.passDays(3);
    await pay(other, borrower, order);
    expect((await mine(borrower)).chances).toMatchObject([{ occasion: 'registration' }]);
    other.clock.advance({ seconds: 1 });
    await succeedAfterAll(other, late);
    await waitForPayment(borrower, late);
    expect((await mine(borrower)).chances).toMatchObject([
      { occasion: 'registration' },
      { occasion: 'on_time_settlement', orderId: order },
    ]);
    await other.stop();
  });

  test('comes with each loan that counts and is paid off on time, once', async () => {
    const other = await startAppServer();
    const borrower = await signUp(other);
    const order = await borrow(borrower, { termId: 2 });
    await other.passDays(7);
    await pay(other, borrower, order, { amount: 500 });
    expect((await mine(borrower)).spinsLeft).toBe(1);
    await pay(other, borrower, order);
    expect((await mine(borrower)).chances).toMatchObject([
      { occasion: 'registration' },
      { occasion: 'on_time_settlement', orderId: order, validTo: '2026-12-28' },
    ]);
    await expect(
      other.query(
        `insert into wheel_chance (borrower_id, occasion, given_for_loan_id, valid_to, given_at)
         select borrower_id, occasion, given_for_loan_id, valid_to, given_at from wheel_chance
         where given_for_loan_id = $1`,
        [order],
      ),
    ).rejects.toThrow('wheel_chance_one_for_loan');
    await other.stop();
  });
});

describe('a spin', () => {
  test('draws by ticket, word and secret, and gives the coupon of the prize', async () => {
    const borrower = await signIn(server);
    await giveChances(borrower, 15);
    const answers: Answer<'spinTurntable'>[] = [];
    for (let count = 0; count < 16; count += 1) answers.push((await spin(borrower)).data!);
    expect(answers.map(({ spinsLeft }) => spinsLeft)).toEqual(answers.map((_answer, index) => 15 - index));
    const coupons = new Map((await couponsOf(borrower)).map((coupon) => [coupon.userCouponId, coupon]));
    const { prizes } = await borrower.ask('turntable', {});
    const { draws } = await mine(borrower);
    expect(draws).toHaveLength(16);
    for (const { ticketNo, prizeId, kind, userCouponId } of answers) {
      const draw = draws.find((each) => each.ticketNo === ticketNo)!;
      const prize = prizes.find((each) => each.prizeId === prizeId)!;
      expect(draw).toMatchObject({ prizeId, kind, name: prize.name, on: '2026-11-21' });
      expect(draw.number).toBeGreaterThanOrEqual(prize.firstNumber);
      expect(draw.number).toBeLessThanOrEqual(prize.lastNumber);
      expect(userCouponId === undefined).toBe(kind === 'nothing');
      if (userCouponId === undefined) continue;
      expect(coupons.get(userCouponId)).toMatchObject({ ...OFFERED[prizeId], validTo: '2027-01-20' });
      expect(draw).toMatchObject({ userCouponId, couponUsableStatus: 1, validTo: '2027-01-20' });
    }
    // The coupons won, and the Welcome coupon.
    expect(coupons.size).toBe(1 + answers.filter(({ kind }) => kind === 'coupon').length);
    expect(await spin(borrower)).toEqual(NO_CHANCE);
  });

  test('whose answer was lost repeats the same prize, also many times at once', async () => {
    const borrower = await signIn(server);
    await giveChances(borrower, 3);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => spin(borrower, key)));
    const [first] = answers;
    expect(first).toMatchObject({ code: 200 });
    for (const answer of [...answers, await spin(borrower, key)]) expect(answer).toEqual(first);
    expect(await drawsOf(borrower)).toHaveLength(1);
    expect((await mine(borrower)).spinsLeft).toBe(3);
    expect(await spin(borrower, key, 'another-word')).toMatchObject({
      code: 409,
      msg: 'This request was already used for something else. Please start again.',
    });
    const stranger = await signIn(server);
    expect((await spin(stranger, key)).data!.ticketNo).not.toBe(first!.data!.ticketNo);
  });

  test('of a hundred at once with one chance takes one chance and gives one prize', async () => {
    const borrower = await signIn(server);
    const answers = await Promise.all(Array.from({ length: 100 }, () => spin(borrower)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ code }) => code !== 200)) expect(answer).toEqual(NO_CHANCE);
    expect(await drawsOf(borrower)).toHaveLength(1);
    expect((await couponsOf(borrower)).length).toBeLessThanOrEqual(2);
  });

  test('needs a token, and a word of letters and digits', async () => {
    const borrower = await signIn(server);
    expect(await server.newClient().call('spinTurntable', { body: {} })).toMatchObject({ code: 401 });
    expect(await spin(borrower, randomUUID(), "'; drop table wheel")).toMatchObject({ code: 400 });
    expect((await mine(borrower)).spinsLeft).toBe(1);
    expect(await borrower.call('spinTurntable', { body: {} })).toMatchObject({ code: 200 });
  });
});

describe('many draws fall on the prizes as the odds say:', () => {
  test('a hundred thousand of the function that draws', async () => {
    const { prizes } = await server.newClient().ask('turntable', {});
    const drawn = await server.query(
      `with d as materialized (
         select wheel_number(ticket, md5(ticket::text), 'a secret of a test') as number
         from generate_series(1, 100000) as ticket
       )
       select p.prize_id, count(*)::integer as count
       from d join wheel_prize p on p.wheel_version = 1 and d.number between p.first_number and p.last_number
       group by p.prize_id`,
    );
    const counts = new Map(drawn.map(({ prize_id, count }) => [prize_id, count]));
    expect(chiSquare(prizes, counts, 100_000)).toBeLessThan(CHI_SQUARE_5);
    for (const ticket of [1, 77, 1001, 99_999]) {
      const [{ number }] = await server.query(`select wheel_number($1, 'w-1', 'secret') as number`, [ticket]);
      expect(number).toBe(numberOf(ticket, 'w-1', 'secret'));
    }
  });

  test('and every spin of this file', async () => {
    const borrowers = await Promise.all(Array.from({ length: 4 }, () => signIn(server)));
    await Promise.all(
      borrowers.map(async (borrower) => {
        await giveChances(borrower, 99);
        for (let count = 0; count < 100; count += 1)
          expect(await spin(borrower)).toMatchObject({ code: 200 });
      }),
    );
    const { draws, prizes } = await borrowers[0]!.ask('turntableFairness', {});
    expect(draws).toBeGreaterThan(400);
    const counts = new Map(prizes.map(({ prizeId, drawn }) => [prizeId, drawn]));
    expect(chiSquare(prizes, counts, draws)).toBeLessThan(CHI_SQUARE_5);
  });
});

test('of the last of a prize fifty borrowers at once get one, and the others no prize', async () => {
  await publish(2, [
    { name: 'The last one', offer: 'wheel-50', numbers: [0, 9998], stock: 1 },
    { name: 'No prize', numbers: [9999, 9999] },
  ]);
  const borrowers: AppBorrower[] = [];
  for (let group = 0; group < 5; group += 1) {
    borrowers.push(...(await Promise.all(Array.from({ length: 10 }, () => signIn(server)))));
  }
  const answers = await Promise.all(borrowers.map((borrower) => spin(borrower)));
  const winners = answers.filter(({ data }) => data!.userCouponId !== undefined);
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200));
  expect(winners).toHaveLength(1);
  expect(winners[0]!.data).toMatchObject({ prizeId: 1, name: 'The last one' });
  expect(await server.query('select stock, given from wheel_stock where wheel_version = 2')).toEqual([
    { stock: 1, given: 1 },
  ]);
  const loser = borrowers[answers.findIndex(({ data }) => data!.prizeId === 2)]!;
  expect((await mine(loser)).draws).toMatchObject([{ name: 'No prize', missedName: 'The last one' }]);
  const { prizes, rules } = await loser.ask('turntable', {});
  expect(prizes[0]).toMatchObject({ left: 0, odds: 9999 });
  expect(rules.join(' ')).toContain('the numbers of that prize give “No prize”');
  server.clock.advance({ minutes: 1 });
  const fairness = await loser.ask('turntableFairness', {});
  expect(fairness.draws).toBe(50);
  expect(fairness.prizes[0]).toMatchObject({ given: 1 });
});

test('the hash of a secret is out a week before, the secret when its day has ended, and every draw follows', async () => {
  const borrower = await signIn(server);
  await spin(borrower);
  const before = (await borrower.ask('turntableFairness', {})).days;
  expect(before.map(({ on }) => on)).toEqual([
    '2026-11-28',
    '2026-11-27',
    '2026-11-26',
    '2026-11-25',
    '2026-11-24',
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
  ]);
  expect(before.some((day) => 'secret' in day)).toBe(false);
  const late = await signIn(server);
  await server.passDays(1);
  const after = (await borrower.ask('turntableFairness', {})).days;
  expect(after[0]!.on).toBe('2026-11-29');
  expect(after.slice(1).map(({ secretHash }) => secretHash)).toEqual(
    before.map(({ secretHash }) => secretHash),
  );
  expect(after.filter((day) => 'secret' in day)).toMatchObject([{ on: '2026-11-21' }]);
  const { secret, secretHash } = after.at(-1)!;
  expect(sha256(secret!)).toBe(secretHash);
  const [draw] = (await mine(borrower)).draws;
  expect(draw).toMatchObject({ secret, secretHash });
  expect(draw!.number).toBe(numberOf(draw!.ticketNo, draw!.phoneWord, secret!));
  // A chance of yesterday draws by the secret of today, which is not published yet.
  expect(await spin(late)).toMatchObject({ code: 200 });
  expect((await mine(late)).draws).toMatchObject([{ on: '2026-11-22' }]);
});

test('a loan that is paid off late gives no chance', async () => {
  const borrower = await signUp(server);
  const order = await borrow(borrower, { termId: 2 });
  await server.passDays(15);
  await pay(server, borrower, order);
  expect((await mine(borrower)).chances).toMatchObject([{ occasion: 'registration' }]);
});

/** For five degrees of freedom: a fair wheel exceeds it once in ten million runs. */
const CHI_SQUARE_5 = 41.5;

function chiSquare(
  prizes: { prizeId: number; odds: number }[],
  counts: Map<number, number>,
  draws: number,
): number {
  return prizes
    .map(({ prizeId, odds }) => {
      const expected = (draws * odds) / 10_000;
      return ((counts.get(prizeId) ?? 0) - expected) ** 2 / expected;
    })
    .reduce((total, part) => total + part, 0);
}
