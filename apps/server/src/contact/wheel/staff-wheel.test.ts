import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';

let server: AppServer;
let taonga: StaffMember;
let mapalo: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const people = { maker, checker };
  taonga = await hire(server, people, { userName: 'taonga', roles: ['head_of_credit'] });
  mapalo = await hire(server, people, { userName: 'mapalo', roles: ['head_of_finance'] });
  auditor = await hire(server, people, { userName: 'kondwani', roles: ['auditor'] });
});
afterAll(() => server.stop());

const getWheel = async () => (await auditor.client.call('getWheel', {})).data;
const reason = 'more small prizes';

type Prize = { name: string; offer: string | null; odds: number; stock: number | null };

async function formOfNow() {
  const { chanceOccasions, chanceDays, prizes } = await getWheel();
  const only = prizes.map(({ name, offer, odds, stock }): Prize => ({ name, offer, odds, stock }));
  return { chanceOccasions, chanceDays, prizes: only };
}
type Form = Awaited<ReturnType<typeof formOfNow>>;

async function ask(form: Form, member = taonga) {
  const { data } = await member.client.call('previewWheel', { body: form });
  const digest = data?.preview?.digest ?? 'f'.repeat(64);
  return member.client.call('askForWheel', { body: { ...form, reason, digest } });
}

/** Two prizes of the demo wheel change places in their odds. */
const withMoreSmallPrizes = ({ prizes, ...form }: Form): Form => ({
  ...form,
  prizes: prizes.map((prize) => ({
    ...prize,
    odds: prize.offer === 'wheel-5' ? prize.odds + 700 : prize.offer === null ? prize.odds - 700 : prize.odds,
  })),
});

test('the expected cost of a spin is that of every number, computed one by one', async () => {
  const borrower = await signIn(server);
  await borrower.call('spinTurntable', { body: {} }, { idempotencyKey: 'one-spin' });
  const wheel = await getWheel();
  // Each of the 10,000 numbers, with the prize that it has and what that takes off at most.
  const numbers = wheel.prizes.flatMap(({ odds, greatestWorth }) =>
    Array.from({ length: odds }, () => Math.round(greatestWorth * 100)),
  );
  expect(numbers).toHaveLength(10_000);
  const sum = numbers.reduce((total, worth) => total + worth, 0);
  expect(Math.round(wheel.costPerSpin * 100)).toBe(Math.round(sum / 10_000));
  expect(wheel.spinsOfMonth).toBe(1);
  expect(Math.round(wheel.costPerMonth * 100)).toBe(Math.round((sum * wheel.spinsOfMonth) / 10_000));
  expect(wheel.prizes.find(({ offer }) => offer === 'wheel-50')).toMatchObject({
    greatestWorth: 50,
    odds: 100,
  });
  // The largest fee of a plan: 3 % of K2,000, of the first product.
  expect(wheel.prizes.find(({ offer }) => offer === 'wheel-no-fee')!.greatestWorth).toBe(60);
});

test('another wheel shows what changes and costs, and borrowers spin it once a second person approved', async () => {
  const before = await getWheel();
  const form = withMoreSmallPrizes(await formOfNow());
  const { data: shown } = await taonga.client.call('previewWheel', { body: form });
  expect(shown.problem).toBeNull();
  // 700 more numbers of 10,000 take K5 off.
  expect(Math.round((shown.costPerSpin - before.costPerSpin) * 100)).toBe(35);
  const { data } = await ask(form);
  expect(await ask(form)).toMatchObject({ code: 409, reason: 'waits_already' });
  const request = await mapalo.client.call('getRequest', { params: { requestId: data.requestId } });
  expect(request.data.effect).toContainEqual(
    expect.objectContaining({
      before: '30% of spins, a coupon wheel-5',
      after: '37% of spins, a coupon wheel-5',
    }),
  );
  expect((await answerAs(taonga, data.requestId)).code).toBe(403);
  expect((await signUp(server).then((one) => one.ask('turntable', {}))).wheelVersion).toBe(1);
  await answerAs(mapalo, data.requestId);
  const shownToAll = await server.newClient().ask('turntable', {});
  expect(shownToAll.wheelVersion).toBe(2);
  expect(shownToAll.prizes.map(({ odds }) => odds)).toContain(3700);
  expect(await getWheel()).toMatchObject({ version: 2, madeBy: expect.any(String), spins: 0 });
  await expectSoundBook(server);
});

test('two prizes of a wheel have no name in common, however it is written', async () => {
  const { prizes, ...form } = await formOfNow();
  const dear = prizes.find(({ offer }) => offer === 'wheel-50')!;
  const cheap = prizes.find(({ offer }) => offer === 'wheel-5')!;
  // Read as one name, the cheap prize would hide what the dear one becomes.
  const renamed = prizes.map((prize) =>
    prize === dear ? { ...prize, name: ` ${cheap.name.toUpperCase()} ` } : prize,
  );
  const { data } = await taonga.client.call('previewWheel', { body: { ...form, prizes: renamed } });
  expect(data.problem).toContain('Two prizes have the name');
  expect(data.preview).toBeNull();
  expect(await ask({ ...form, prizes: renamed })).toMatchObject({ code: 409, reason: 'name_taken_twice' });
});

test('a wheel that is not whole, the wheel of now and one without a second person are refused', async () => {
  const form = await formOfNow();
  const [first, ...others] = form.prizes;
  const { data } = await taonga.client.call('previewWheel', {
    body: { ...form, prizes: [{ ...first!, odds: first!.odds - 1 }, ...others] },
  });
  expect(data).toMatchObject({ problem: 'The odds make 9999, and have to make 10000.', preview: null });
  expect(await ask(form)).toMatchObject({ code: 409, reason: 'nothing_different' });
  expect(await ask({ ...form, prizes: [{ ...first!, offer: 'none' }, ...others] })).toMatchObject({
    code: 409,
  });
  expect((await ask(withMoreSmallPrizes(form), auditor)).code).toBe(403);
  await expect(
    server.query(
      `insert into wheel (version, chance_occasions, chance_days, published_by) values (9, '{}', 3, 'staff:taonga')`,
    ),
  ).rejects.toThrow('a second person approved');
});
