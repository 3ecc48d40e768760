import type { RequestKind } from '@thumba/contract/staff/request-kinds';
import type { Actor } from './actor.ts';

/** A line of what a request would do: what it is about, how it is now, and how it would be. */
export type EffectLine = { title: string; before: string | null; after: string | null };

/** What a person asks a second person for. `subject` names the thing: two waiting requests for the same thing are one. */
export type AskedRequest = {
  kind: RequestKind;
  title: string;
  subject: string;
  borrowerId: number | null;
  loanId: number | null;
  ofStaffId: number | null;
  payload: Record<string, unknown>;
  effect: readonly EffectLine[];
  /**
   * The titles of the lines that say how many there are at this moment. They move while a person looks, and are no part of
   * what is asked for.
   */
  figuresOfNow?: readonly string[];
  /** The SMS that the borrower gets when it is approved. */
  message: string | null;
  reason: string;
};

/** What a second person approved, as its executor gets it. */
export type ApprovedRequest = Pick<AskedRequest, 'title' | 'borrowerId' | 'loanId' | 'payload' | 'reason'> & {
  requestId: number;
  madeBy: Actor;
};

/**
 * How what was asked for ended: a sentence for staff, said of what was done or why it was not. One that `continues` is done
 * in the background, which ends the request.
 */
export type Execution = { isDone: boolean; sentence: string; continues?: true };

/** The request that a second person approved, and that person. */
export type Approval = { requestId: number; approvedBy: Actor };

/** The approval in the columns of what was done. They are empty where one person may do it. */
export function approvalColumns(approval: Approval | undefined): {
  requestId: number | null;
  approvedBy: Actor | null;
} {
  return { requestId: approval?.requestId ?? null, approvedBy: approval?.approvedBy ?? null };
}
