import type { Day } from './day.ts';
import type { DeclineReason, PictureToRetake, ReferReason } from './decision-reason.ts';
import type { EvidenceKind } from './evidence-kind.ts';
import type { Ngwee } from './money.ts';

/** What the rules and people make of an application. */
export type ReviewEvent =
  | { kind: 'referred'; on: Day; reasons: readonly ReferReason[] }
  /** Staff want another picture before they decide. */
  | { kind: 'sent_back'; on: Day; picture: PictureToRetake }
  /** Staff want to see evidence before they decide. */
  | { kind: 'evidence_asked' | 'evidence_lapsed'; on: Day; evidence: EvidenceKind }
  | { kind: 'evidence_given'; on: Day; evidence: EvidenceKind; pictures: number }
  /** Staff offer other terms, and the borrower signs them or not. */
  | { kind: 'counter_offered' | 'counter_offer_signed'; on: Day; amountNgwee: Ngwee; termDays: number }
  | { kind: 'counter_offer_refused' | 'counter_offer_lapsed'; on: Day }
  | { kind: 'approved'; on: Day }
  | { kind: 'declined'; on: Day; reasons: readonly DeclineReason[]; mayApplyAgainOn: Day }
  /** The borrower asked for another look at a declined application. */
  | { kind: 'reopened'; on: Day };
