import { words } from '@thumba/words/catalogue';

/** Why an application was declined, or why a person looks at it first. */
export const decisionReasonWords = words('decisionReason', {
  under_age: 'You are not old enough to borrow yet.',
  identity_invalid: 'We could not confirm your identity.',
  open_loan: 'You already have an open loan.',
  blocked: 'Your account cannot borrow at the moment. Please contact us.',
  income_too_low: 'Your monthly income is too low for this loan.',
  not_affordable: 'The repayments would be too large for your income.',
  /** The limit is the largest amount that this borrower may borrow. */
  above_limit: 'The amount is higher than your limit.',
  score_too_low: 'Your answers did not reach enough points for this loan.',
  /** The following five are of a member of the lender's staff who looked at the application. */
  card_not_clear: 'We could not read your identity card on your pictures.',
  details_differ: 'What you entered is not what your identity card says.',
  face_not_matched: 'We could not see that your pictures and your identity card show the same person.',
  income_not_shown: 'We could not confirm your income.',
  not_reached: 'We could not reach you by phone.',
  /** A member of the lender's staff declined it. */
  staff_decision: 'A person looked at your application and could not approve it.',
  identity_to_check: 'A person will look at your identity card first.',
  income_to_check: 'A person will look at your income first.',
  face_to_check: 'A person will compare your photo with your identity card first.',
  /** The six that follow say the same, because a borrower must not learn what was found. */
  card_to_check: 'A person is looking at it.',
  name_to_check: 'A person is looking at it.',
  screening_to_check: 'A person is looking at it.',
  duplicate_to_check: 'A person is looking at it.',
  bureau_silent: 'A person is looking at it.',
  bureau_to_check: 'A person is looking at it.',
  device_to_check: 'A person will look at your application first, because several accounts use this phone.',
  payout_number_shared:
    'A person will look at your application first, because another borrower uses this mobile-money number.',
  /** The contact is a person whom the borrower named for emergencies. */
  contacts_to_check:
    'A person will look at your application first, because several borrowers name the same contact.',
  /** The network is the one through which the phone reaches the internet. */
  network_to_check:
    'A person will look at your application first, because many borrowers come from the same network.',
  score_to_check: 'A person will look at your application first.',
});
