import { checkReason, REASON_NEEDED_TEXT } from '../../../book/staff-action.ts';
import { describeOffer, listOffers } from '../../../credit/coupon/offers.ts';
import { type AskedGiftRefusal, askForGift } from '../../../credit/coupon/staff-gifts.ts';
import { fileAtDesk } from '../file-request.ts';
import { findNamedBorrower, NO_SUCH_BORROWER } from '../named-borrower.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run coupons                                             the offers that coupons are given from',
  'npm run coupons -- give <mobile> <offer> "<reason>"         asks for one for a borrower, by the mobile number',
  'npm run coupons -- give <borrower> <offer> "<reason>"       or by the number that other commands name the borrower with',
];

export const command = staffCommand({
  purpose: 'lists the offers that coupons are given from, and asks for a coupon for a borrower',
  recorded: { command: 'coupons', actions: ['give'] },
  about: ([, whom]) => [{ kind: 'borrower', whom }],
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

async function give(desk: StaffDesk, [whom, offerCode, ...words]: readonly string[]): Promise<CommandAnswer> {
  if (whom === undefined || offerCode === undefined) return declined(...USAGE);
  const borrower = await findNamedBorrower(desk.db, desk.sealing(), whom);
  if ('problem' in borrower) return declined(borrower.problem);
  const reason = checkReason(words.join(' '));
  if (!reason.ok) return declined(REASON_NEEDED_TEXT);
  const gift = { borrowerId: borrower.borrowerId, offerCode, reason: reason.value };
  const asked = await askForGift(desk, gift, desk.today());
  return asked.ok
    ? fileAtDesk({ ...desk, staffName: desk.staffName() }, asked.value)
    : declined(describeGiftRefusal(asked.refusal, offerCode));
}

function describeGiftRefusal({ kind }: AskedGiftRefusal, offerCode: string): string {
  switch (kind) {
    case 'no_account':
      return NO_SUCH_BORROWER;
    case 'no_such_offer':
      return `There is no offer ${offerCode}: "npm run coupons" lists them.`;
  }
}
