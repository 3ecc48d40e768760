import { catchUp } from './catch-up.ts';
import { isEmptyChange } from './change.ts';
import { chargeCap, usedOfChargeCap } from './charge-cap.ts';
import { uncountedMoney } from './counted-payment.ts';
import { balanceOf, checkLedgerAgainstLoan, checkLoan } from './invariants.ts';
import type { LedgerAccount } from './ledger.ts';
import type { World } from './loan-world.test-support.ts';

/** The broken invariants of the world, as sentences. */
export function problemsOf(world: World): string[] {
  const { loan, book } = world;
  const problems = [...checkLoan(loan), ...checkLedgerAgainstLoan(loan, book)];
  if (usedOfChargeCap(loan) > chargeCap(loan.terms)) problems.push('a waiver was charged again');
  const uncounted = loan.state === 'cancelled' ? 0 : uncountedMoney(loan, loan.countedPayments);
  if (uncounted !== 0) problems.push(`it was paid ${uncounted} more than its payments come to`);
  // Only a reversal can leave money whose day is not known: a late payment had moved it.
  const hasUnknownDay = loan.countedPayments.some(({ receiptNo }) => receiptNo === null);
  if (hasUnknownDay && loan.reversedPostings.length === 0) problems.push('a payment has lost its day');
  const holds = (account: LedgerAccount, amountNgwee: number) => {
    const balance = balanceOf(book, account);
    if (balance !== amountNgwee) problems.push(`${account} holds ${balance}, not ${amountNgwee}`);
  };
  const inTransit = world.walletPayouts.filter(({ state }) => state === 'open');
  const inTransitNgwee = inTransit.reduce((total, { amountNgwee }) => total + amountNgwee, 0);
  holds('wallet_credit', 0 - world.walletNgwee);
  holds('float_airtel_collection', world.collectedNgwee - world.takenBackNgwee);
  holds('float_airtel_payout', 0 - world.paidOutNgwee);
  holds('suspense', world.unplacedNgwee - world.reversedNgwee - inTransitNgwee);
  if (world.walletNgwee < 0) problems.push('the wallet is below zero');
  const receipts = world.events.flatMap((event) => ('receiptNo' in event ? [event.receiptNo] : []));
  if (new Set(receipts).size !== receipts.length) problems.push('two receipts have one number');
  const isOpen = world.attempts.some((attempt) => attempt.state === 'open');
  if ((loan.pending !== null) !== isOpen) problems.push('a loan waits for nothing, or does not wait');
  const applied = [...world.coupons].filter(([, state]) => state === 'applied').map(([id]) => id);
  const held = loan.coupon === null ? [] : [loan.coupon.userCouponId];
  if (applied.join() !== held.join()) problems.push('a coupon is applied to nothing, or held twice');
  const again = catchUp(catchUp(loan, world.today).loan, world.today);
  if (!isEmptyChange(again)) problems.push('catching up twice does something twice');
  return problems;
}
