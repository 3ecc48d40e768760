import type { StaffDeclineReason } from '@thumba/lending/decision-reason';

/** Why a person declines an application: what staff choose from, and what the borrower is told of it. */
type DeclineReasonOfStaff = { title: string; told: StaffDeclineReason };

/**
 * The reasons by their codes. What touches other people or a suspicion is told as `staff_decision`, which says only
 * that a person looked.
 */
export const declineReasonsOfStaff: Readonly<Record<string, DeclineReasonOfStaff>> = {
  card_not_clear: { title: 'The card cannot be read on the pictures', told: 'card_not_clear' },
  details_differ: { title: 'What was entered is not what the card says', told: 'details_differ' },
  face_not_matched: {
    title: 'The face and the card are not seen to be one person',
    told: 'face_not_matched',
  },
  income_not_shown: { title: 'The income could not be confirmed', told: 'income_not_shown' },
  not_reached: { title: 'The borrower could not be reached', told: 'not_reached' },
  card_of_other: { title: 'The card belongs to another person', told: 'staff_decision' },
  has_other_account: { title: 'The same person has another account', told: 'staff_decision' },
  listed: { title: 'A hit on a list is confirmed', told: 'staff_decision' },
  other: { title: 'Another reason, which the note says', told: 'staff_decision' },
};

/** What compliance found. No underwriter reads it. */
export const LISTED = 'listed';

/** The reason of a decline at the terminal, where only a note is given. */
export const OTHER_REASON = 'other';
