import { USER_STATUS } from '@thumba/contract/codes';
import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type Help = StaffAnswer<'helpCaller'>;
export type HelpPayment = Help['paid'][number];

/** What to say to "Where is my money?", in sentences. The facts stand beside it. */
export function whereIsMyMoney({ home, arePayoutsHeld, sent }: Help): string[] {
  const held = arePayoutsHeld ? ['The lender holds all payouts to this borrower.'] : [];
  const payout = sent.find(({ purpose }) => purpose === 'loan_payout');
  switch (home.userStatus) {
    case USER_STATUS.underReview:
      return ['The application is not decided. No money was sent for it.', ...held];
    case USER_STATUS.declined:
      return ['The application was declined. No money was sent for it.', ...held];
    case USER_STATUS.payingOut:
      return [...payingOut(home, payout), ...held];
    case USER_STATUS.active:
    case USER_STATUS.overdue:
      return ['The money of the loan has arrived.', ...held];
    default:
      return ['There is no loan that waits for money.', ...held];
  }
}

function payingOut({ order, messages }: Help['home'], payout: HelpPayment | undefined): string[] {
  if (order?.status === 'payout_failed') {
    return [
      'The operator did not take the payout. Nothing is owed.',
      'The borrower chooses an account in the app and sends it again.',
    ];
  }
  if (messages.length > 0) return [...messages];
  if (payout?.state === 'unknown') {
    return ['The operator has not said whether the money arrived. It is asked again until it says so.'];
  }
  return ['The payout is on its way. Most arrive within minutes.'];
}

/** What to say to "I paid", for one payment of the borrower. */
export function whatBecameOf({ state, receiptNo, failure }: HelpPayment): string {
  switch (state) {
    case 'succeeded':
      return receiptNo === null ? 'Counted' : `Counted, receipt ${receiptNo}`;
    case 'failed':
      return failure === null ? 'Not taken' : `Not taken: ${failure.replaceAll('_', ' ')}`;
    case 'expired':
      return 'Not taken: the PIN was not entered in time';
    case 'unknown':
      return 'Not known yet: the operator is asked again';
    default:
      return 'Waits for the PIN or the operator';
  }
}
