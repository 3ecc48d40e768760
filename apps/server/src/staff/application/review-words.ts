import type { DeclineReason, PictureToRetake, ReferReason } from '@thumba/lending/decision-reason';
import type { LoanState } from '@thumba/lending/loan';
import type { EarlierReview } from './read-history.ts';

/** What the rules found, for staff: a borrower reads less of it. */
export const findingTitles: Readonly<Record<DeclineReason | ReferReason, string>> = {
  identity_to_check: 'No person has looked at this identity, and the card does not confirm it',
  income_to_check: 'The income is below what is approved by itself',
  face_to_check: 'The face was not matched with the card',
  card_to_check: 'What was read on the card is not what the borrower entered',
  name_to_check: 'The operator has another name for the account',
  screening_to_check: 'A name on a list is near to the name of the borrower',
  duplicate_to_check: 'Another borrower may be the same person',
  device_to_check: 'Several accounts use this phone',
  payout_number_shared: 'Another borrower uses this mobile-money number',
  contacts_to_check: 'Several borrowers name the same contact',
  network_to_check: 'Many borrowers come from the same network',
  bureau_silent: 'The credit bureau gave no answer about this borrower',
  bureau_to_check: 'A loan of another lender is late, says the credit bureau',
  score_to_check: 'The points are between referral and approval',
  under_age: 'The borrower is too young',
  identity_invalid: 'The identity is not valid',
  open_loan: 'The borrower has an open loan',
  blocked: 'The borrower is blocked',
  income_too_low: 'The income is below what may be lent to',
  not_affordable: 'The repayments are too large for the income',
  above_limit: 'The amount is above the limit of the borrower',
  score_too_low: 'The points are too low',
  card_not_clear: 'A person could not read the card',
  details_differ: 'A person saw that the details differ from the card',
  face_not_matched: 'A person could not match the face',
  income_not_shown: 'A person could not confirm the income',
  not_reached: 'A person could not reach the borrower',
  staff_decision: 'A person declined',
};

export const pictureTitles: Readonly<Record<PictureToRetake, string>> = {
  identity: 'the pictures of the identity card',
  face: 'the pictures of the face',
};

export const stateTitles: Readonly<Record<LoanState, string>> = {
  applied: 'under review',
  approved: 'approved',
  declined: 'declined',
  cancelled: 'cancelled',
  paying_out: 'being paid out',
  payout_failed: 'payout failed',
  active: 'running',
  overdue: 'late',
  settled: 'paid off',
  written_off: 'written off',
  recovered: 'recovered',
};

export function reviewTitle({ outcome, picture }: EarlierReview): string {
  switch (outcome) {
    case 'approve':
      return 'approved';
    case 'decline':
      return 'declined';
    case 'send_back':
      return `sent back for ${pictureTitles[picture!]}`;
    case 'ask_evidence':
      return 'the borrower was asked for evidence';
    case 'evidence_given':
      return 'the borrower gave evidence';
    case 'evidence_lapsed':
      return 'the borrower gave no evidence in time';
    case 'counter_offer':
      return 'the borrower got another offer';
    case 'counter_offer_signed':
      return 'the borrower signed the offer';
    case 'counter_offer_refused':
      return 'the borrower said no to the offer';
    case 'counter_offer_lapsed':
      return 'the borrower did not answer the offer in time';
    case 'another_look':
      return 'the borrower asked for another look';
  }
}

/** `monthlyIncomeNgwee` as “Monthly income”. */
export function titleOfField(name: string): string {
  const words = name
    .replace(/(Ngwee|On|At)$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
