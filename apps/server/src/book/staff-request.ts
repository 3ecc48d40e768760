import type { RequestKind } from '@thumba/contract/staff/request-kinds';

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
  /** The SMS that the borrower gets when it is approved. */
  message: string | null;
  reason: string;
};

/** How what was asked for ended: a sentence for staff, said of what was done or why it was not. */
export type Execution = { isDone: boolean; sentence: string };
