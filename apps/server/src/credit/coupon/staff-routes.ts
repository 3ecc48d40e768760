import type { Day } from '@thumba/lending/day';
import type { AskedRequest } from '../../book/staff-request.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { describeOffer, listOffers } from './offers.ts';
import { type AskedGiftRefusal, askForGift, type GiftDeps } from './staff-gifts.ts';

export type GiftRouteDeps = GiftDeps & {
  today(): Day;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
};

const REFUSALS: Record<AskedGiftRefusal['kind'], ReturnType<typeof refused>> = {
  no_account: refused(409, 'The borrower has deleted the account.', { reason: 'no_account' }),
  no_such_offer: refused(400, 'There is no such offer.', { reason: 'no_such_offer' }),
};

/** The gift of a coupon, which takes two people. */
export function registerGiftRoutes(server: StaffServer, deps: GiftRouteDeps): void {
  serveStaff(server, 'listCouponOffers', async () => {
    const offers = await listOffers(deps.db);
    return done({ items: offers.map((offer) => ({ code: offer.offer_code, text: describeOffer(offer) })) });
  });

  serveStaff(server, 'askForCouponGift', async ({ params: { borrowerId }, body }, { person, note }) => {
    note({ offer: body.offerCode });
    const asked = await askForGift(deps, { borrowerId, ...body }, deps.today());
    return asked.ok ? deps.fileRequest(asked.value, person) : REFUSALS[asked.refusal.kind];
  });
}
