import { type GiftRefusal, giveCoupon } from '../../../book/coupon/coupon-gifts.ts';
import { REASON_NEEDED_TEXT } from '../../../book/staff-action.ts';
import { describeOffer, describeWorth, listOffers } from '../../../credit/coupon/offers.ts';
import { findBorrowerMobile } from '../../../people/borrower/queries.ts';
import { toDate } from '../../../platform/clock.ts';
import { maskMobile } from '../../../platform/sealing.ts';
import { findNamedBorrower, NO_SUCH_BORROWER } from '../named-borrower.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run coupons                                             the offers that coupons are given from',
  'npm run coupons -- give <mobile> <offer> "<reason>"         gives somebody one, by their mobile number',
  'npm run coupons -- give <borrower> <offer> "<reason>"       or by the number that other commands name them with',
];

export const command = staffCommand({
  purpose: 'lists the offers that coupons are given from, and gives a borrower a coupon',
  recorded: { command: 'coupons', actions: ['give'] },
  async atDesk(desk, [verb, ...words]) {
    switch (verb) {
      case undefined:
        return list(desk);
      case 'give':
        return give(desk, words);
      default:
        return declined(...USAGE);
    }
  },
});

async function list({ db }: StaffDesk): Promise<CommandAnswer> {
  const offers = await listOffers(db);
  if (offers.length === 0) return told('There is no offer.');
  const width = Math.max(...offers.map((offer) => offer.offer_code.length));
  return told(...offers.map((offer) => `${offer.offer_code.padEnd(width)}  ${describeOffer(offer)}`));
}

async function give(
  { db, clock, today, ...desk }: StaffDesk,
  [whom, offerCode, ...reason]: readonly string[],
): Promise<CommandAnswer> {
  if (whom === undefined || offerCode === undefined) return declined(...USAGE);
  const sealing = desk.sealing();
  const borrower = await findNamedBorrower(db, sealing, whom);
  if ('problem' in borrower) return declined(borrower.problem);
  const { borrowerId } = borrower;
  const given = await giveCoupon(db, {
    ...{ borrowerId, offerCode, reason: reason.join(' '), staffName: desk.staffName() },
    ...{ on: today(), at: toDate(clock.nowMs()) },
  });
  if (!given.ok) return declined(describeGiftRefusal(given.refusal, offerCode));
  const mobile = await findBorrowerMobile(db, sealing, borrowerId);
  const { name, worth, validTo } = given.value;
  return told(
    `Borrower ${borrowerId}, ${maskMobile(mobile!)}, has a coupon: ${name}, ${describeWorth(worth)}, until ${validTo}.`,
  );
}

function describeGiftRefusal({ kind }: GiftRefusal, offerCode: string): string {
  switch (kind) {
    case 'no_such_borrower':
      return NO_SUCH_BORROWER;
    case 'no_such_offer':
      return `There is no offer ${offerCode}: "npm run coupons" lists them.`;
    case 'reason_needed':
      return REASON_NEEDED_TEXT;
  }
}
