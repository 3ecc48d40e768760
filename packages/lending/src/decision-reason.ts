export type DeclineReason =
  | 'under_age'
  | 'identity_invalid'
  | 'open_loan'
  | 'blocked'
  | 'income_too_low'
  | 'not_affordable'
  | 'above_limit'
  | 'score_too_low'
  | StaffDeclineReason;

/** What a borrower is told of a decline by a person. */
export type StaffDeclineReason =
  | 'card_not_clear'
  | 'details_differ'
  | 'face_not_matched'
  | 'income_not_shown'
  | 'not_reached'
  | 'staff_decision';

export type ReferReason =
  | 'identity_to_check'
  | 'income_to_check'
  | 'face_to_check'
  | 'card_to_check'
  | 'name_to_check'
  | 'screening_to_check'
  | 'duplicate_to_check'
  | 'device_to_check'
  | 'payout_number_shared'
  | 'contacts_to_check'
  | 'network_to_check'
  | 'bureau_silent'
  | 'bureau_to_check'
  | 'score_to_check';

/** What staff ask a borrower to take again: the pictures of the identity card, or those of the face. */
export type PictureToRetake = 'identity' | 'face';
