import type { Day } from './day.ts';
import type { DeclineReason, PictureToRetake, ReferReason } from './decision-reason.ts';

/** What the rules and people make of an application. */
export type ReviewEvent =
  | { kind: 'referred'; on: Day; reasons: readonly ReferReason[] }
  /** Staff want another picture before they decide. */
  | { kind: 'sent_back'; on: Day; picture: PictureToRetake }
  | { kind: 'approved'; on: Day }
  | { kind: 'declined'; on: Day; reasons: readonly DeclineReason[]; mayApplyAgainOn: Day }
  /** The borrower asked for another look at a declined application. */
  | { kind: 'reopened'; on: Day };
