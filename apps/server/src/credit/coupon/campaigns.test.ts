import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { couponsOf, holdCoupon } from '../../../test/borrower-coupons.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';
import { giveNextCoupons } from './campaigns.ts';

let server: AppServer;
let taonga: StaffMember;
let mapalo: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const people = { maker, checker };
  taonga = await hire(server, people, { userName: 'taonga', roles: ['head_of_operations'] });
  mapalo = await hire(server, people, { userName: 'mapalo', roles: ['head_of_finance'] });
  auditor = await hire(server, people, { userName: 'kondwani', roles: ['auditor'] });
});
afterAll(() => server.stop());

const reason = 'for the new season';
const anOffer = { code: 'season', name: 'Season', worth: 'fixed', amount: 20, validDays: 30 } as const;
const aCampaign = {
  name: 'Come back',
  offerCode: 'season',
  audience: 'never_borrowed',
  mostCoupons: 100,
} as const;

type Offer = Omit<typeof anOffer, 'code' | 'amount'> & { code: string; amount: number | null };
type Campaign = Omit<typeof aCampaign, 'audience' | 'mostCoupons' | 'offerCode'> & {
  offerCode: string;
  audience: 'all' | 'never_borrowed' | 'away' | 'good_payers';
  mostCoupons: number;
  awayDays?: number;
  goodLoans?: number;
};

async function askForOffer(offer: Offer, member = taonga) {
  const shown = await member.client.call('previewCouponOffer', { body: offer });
  if (shown.code !== 200) return shown as never;
  return member.client.call('askForCouponOffer', { body: { ...offer, reason, digest: shown.data.digest } });
}
async function askForCampaign(campaign: Campaign) {
  const shown = await taonga.client.call('previewCampaign', { body: campaign });
  if (shown.code !== 200) return shown as never;
  const body = { ...campaign, reason, digest: shown.data.digest };
  return taonga.client.call('askForCampaign', { body });
}
async function startNow(campaign: Campaign): Promise<number> {
  const { data } = await askForCampaign(campaign);
  expect(await answerAs(mapalo, data.requestId)).toMatchObject({ data: { state: 'done' } });
  const now = new Date(server.clock.nowMs());
  while ((await giveNextCoupons(server.db, server.today() as never, now)) > 0);
  return (await campaigns())[0]!.campaignId;
}
const offerOf = async (code: string) =>
  (await auditor.client.call('listOffers', {})).data.items.find((offer) => offer.code === code);
const campaigns = async () => (await auditor.client.call('listCampaigns', { query: {} })).data.items;
const namesOf = async (borrower: AppBorrower) =>
  (await couponsOf(borrower)).map(({ couponName }) => couponName).sort();

test('an offer is made by two people, and other terms leave the coupons that were given', async () => {
  const { data } = await askForOffer(anOffer);
  expect(await askForOffer(anOffer)).toMatchObject({ code: 409, reason: 'waits_already' });
  expect((await answerAs(taonga, data.requestId)).code).toBe(403);
  expect(await offerOf('season')).toBeUndefined();
  await answerAs(mapalo, data.requestId);
  expect(await offerOf('season')).toMatchObject({
    ...{ version: 1, name: 'Season', worth: 'K20.00 off', greatestWorth: 20, given: 0, cost: 0 },
    ...{ madeBy: expect.any(String), checkedBy: expect.any(String) },
  });
  const borrower = await signIn(server);
  await startNow({ ...aCampaign, audience: 'all' });
  const other = await askForOffer({ ...anOffer, amount: 30 });
  const shown = await mapalo.client.call('getRequest', { params: { requestId: other.data.requestId } });
  expect(shown.data.effect).toContainEqual({
    title: 'Coupon',
    before: 'Season: K20.00 off, for 30 days',
    after: 'Season: K30.00 off, for 30 days',
  });
  await answerAs(mapalo, other.data.requestId);
  expect(await offerOf('season')).toMatchObject({ version: 2, worth: 'K30.00 off' });
  expect(await couponsOf(borrower)).toContainEqual(
    expect.objectContaining({ couponName: 'Season', discount: 20 }),
  );
  const { data: history } = await auditor.client.call('listOfferHistory', {
    params: { offerCode: 'season' },
  });
  expect(history.items.map(({ version, worth }) => [version, worth])).toEqual([
    [2, 'K30.00 off'],
    [1, 'K20.00 off'],
  ]);
});

describe('a campaign', () => {
  test('shows how many borrowers it would reach and its greatest cost, and gives each of them one coupon', async () => {
    const [borrowing, never] = await Promise.all([signUp(server), signIn(server)]);
    await borrow(borrowing);
    const [{ reached }] = await server.query(
      `select count(*)::integer as reached from borrower b where not exists (
         select from loan l where l.borrower_id = b.borrower_id and l.disbursed_at is not null)`,
    );
    const { data: shown } = await taonga.client.call('previewCampaign', { body: aCampaign });
    expect(shown.effect).toEqual(
      expect.arrayContaining([
        { title: 'For', before: null, after: 'borrowers who never borrowed' },
        { title: 'Borrowers it would reach now', before: null, after: String(reached) },
        { title: 'Cost at most', before: null, after: `K${reached * 30}.00, with K30.00 a coupon` },
      ]),
    );
    const campaignId = await startNow(aCampaign);
    expect(await namesOf(never)).toContain('Season');
    expect((await namesOf(borrowing)).filter((name) => name === 'Season')).toHaveLength(0);
    expect((await campaigns())[0]).toMatchObject({
      ...{ campaignId, state: 'finished', given: reached, usable: reached, used: 0, cost: 0 },
    });
    await expectSoundBook(server);
  });

  test('is asked for as it was shown, also when a borrower registered since', async () => {
    const campaign = { ...aCampaign, name: 'Busy day', mostCoupons: 90 };
    const { data: shown } = await taonga.client.call('previewCampaign', { body: campaign });
    await signIn(server);
    const body = { ...campaign, reason, digest: shown.digest };
    const { data } = await taonga.client.call('askForCampaign', { body });
    expect(await answerAs(mapalo, data.requestId)).toMatchObject({ data: { state: 'done' } });
    const other = { ...body, mostCoupons: 91 };
    expect(await taonga.client.call('askForCampaign', { body: other })).toMatchObject({ reason: 'changed' });
  });

  test('gives no more coupons than were approved, and none of another channel', async () => {
    await Promise.all([signIn(server), signIn(server), signIn(server)]);
    await startNow({ ...aCampaign, mostCoupons: 2 });
    expect((await campaigns())[0]).toMatchObject({ state: 'finished', given: 2, mostCoupons: 2 });
    await startNow({ ...aCampaign, audience: 'all', ...{ channelCode: 'nowhere' } });
    expect((await campaigns())[0]).toMatchObject({ given: 0, audience: expect.stringContaining('nowhere') });
  });

  test('reaches those who paid well and those who stayed away, and never a late or blocked one', async () => {
    const [good, late, blocked] = await Promise.all([signUp(server), signUp(server), signUp(server)]);
    const orders = await Promise.all([good, late, blocked].map((one) => borrow(one, { termId: 2 })));
    await pay(server, good, orders[0]!);
    await pay(server, blocked, orders[2]!);
    await server.query('update borrower set blocked_at = now() where borrower_id = $1', [blocked.borrowerId]);
    await server.passDays(16);
    await startNow({ ...aCampaign, audience: 'good_payers', goodLoans: 1 });
    expect((await campaigns())[0]).toMatchObject({ given: 1 });
    expect(await namesOf(good)).toContain('Season');
    await startNow({ ...aCampaign, audience: 'away', awayDays: 17 });
    expect((await campaigns())[0]).toMatchObject({ given: 0 });
    await startNow({ ...aCampaign, audience: 'away', awayDays: 16 });
    expect((await campaigns())[0]).toMatchObject({ given: 1 });
    await startNow({ ...aCampaign, audience: 'all', mostCoupons: 1000 });
    expect(await namesOf(late)).not.toContain('Season');
  });

  test('is stopped by two people and gives nothing afterwards', async () => {
    const { data } = await askForCampaign({ ...aCampaign, audience: 'all' });
    await answerAs(mapalo, data.requestId);
    const { campaignId } = (await campaigns())[0]!;
    await server.query('update campaign set finished_at = null where campaign_id = $1', [campaignId]);
    const params = { campaignId };
    const shown = await taonga.client.call('previewCampaignStop', { params });
    const body = { reason, digest: shown.data.digest };
    const stop = await taonga.client.call('askForCampaignStop', { params, body });
    expect((await campaigns())[0]).toMatchObject({ waitingRequestId: stop.data.requestId });
    expect((await answerAs(taonga, stop.data.requestId)).code).toBe(403);
    await answerAs(mapalo, stop.data.requestId);
    expect((await campaigns())[0]).toMatchObject({ state: 'stopped' });
    expect(await giveNextCoupons(server.db, server.today() as never, new Date())).toBe(0);
    expect(await taonga.client.call('previewCampaignStop', { params })).toMatchObject({ code: 409 });
  });

  test('is refused without its days, its offer or a second person, and an auditor asks for none', async () => {
    expect(await askForCampaign({ ...aCampaign, audience: 'away' })).toMatchObject({
      reason: 'bad_audience',
    });
    expect(await askForCampaign({ ...aCampaign, offerCode: 'none' })).toMatchObject({
      reason: 'no_such_offer',
    });
    expect(await askForOffer({ ...anOffer, code: 'bad', amount: null })).toMatchObject({
      reason: 'bad_worth',
    });
    expect(await askForOffer(anOffer, auditor)).toMatchObject({ code: 403 });
    const { data } = await askForCampaign(aCampaign);
    for (const sql of [
      `insert into campaign (name, offer_code, offer_version, audience, most_coupons, request_id, started_by, started_at)
         values ('x', 'season', 1, 'all', 5, ${data.requestId}, 'staff:taonga', now())`,
      `insert into coupon_offer (offer_code, version, name, worth, valid_days, published_by)
         values ('season', 9, 'x', '{"kind": "fee_free"}', 1, 'staff:taonga')`,
      `update campaign set stopped_at = now(), stop_request_id = ${data.requestId} where stopped_at is null`,
    ])
      await expect(server.query(sql)).rejects.toThrow('a second person approved');
    await expect(server.query('update campaign set most_coupons = 999')).rejects.toThrow(
      'as it was approved',
    );
  });
});

test('what coupons cost is what the ledger has, by offer and in sum', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower);
  const [coupon] = await couponsOf(borrower);
  await holdCoupon(borrower, orderId, coupon!.userCouponId);
  await pay(server, borrower, orderId);
  const [{ cost }] = await server.query(
    `select sum(amount_ngwee)::integer / 100 as cost from ledger_transfer where debit_account = 'coupon_expense'`,
  );
  const { data } = await auditor.client.call('listOffers', {});
  expect(cost).toBe(10);
  expect(data).toMatchObject({ cost, otherCost: 0 });
  expect(data.items.find(({ code }) => code === 'welcome')).toMatchObject({ used: 1, cost });
  for (const { code, given, usable, used, expired } of data.items) {
    const [row] = await server.query(
      `select count(*)::integer as given, count(*) filter (where state = 'used')::integer as used
       from borrower_coupon where offer_code = $1`,
      [code],
    );
    expect({ given, used }, code).toEqual(row);
    expect(usable + used + expired, code).toBe(given);
  }
  await expectSoundBook(server);
});
