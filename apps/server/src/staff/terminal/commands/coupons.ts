import { MOBILE_PATTERN } from '@thumba/contract/fields';
import { type GiftRefusal, giveCoupon } from '../../../book/coupon/coupon-gifts.ts';
import { REASON_NEEDED_TEXT, readRecordNumber } from '../../../book/staff-action.ts';
import { describeOffer, describeWorth, listOffers } from '../../../credit/coupon/offers.ts';
import { findBorrowerByMobile, findBorrowerMobile } from '../../../people/borrower/queries.ts';
import { toDate } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { maskMobile, type Sealing } from '../../../platform/sealing.ts';
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
  const borrower = await findWhom(db, sealing, whom);
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

/** A wrong number is not printed: it may be the number of another person. */
async function findWhom(
  db: Database,
  sealing: Sealing,
  whom: string,
): Promise<{ borrowerId: number } | { problem: string }> {
  const mobile = whom.replaceAll(/[\s-]/g, '').replace(/^(?:\+|00)?260(?=\d{9}$)/, '0');
  if (MOBILE_PATTERN.test(mobile)) {
    const borrowerId = await findBorrowerByMobile(db, sealing, mobile);
    return borrowerId === undefined ? { problem: NO_SUCH_BORROWER } : { borrowerId };
  }
  const borrowerId = readRecordNumber(whom);
  return borrowerId === undefined
    ? { problem: 'Say whom by a mobile number, like 0977123456, or by the number of a borrower.' }
    : { borrowerId };
}

const NO_SUCH_BORROWER = 'There is no such borrower.';

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
