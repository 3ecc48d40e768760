import { type ContactQuestion, type LastingRefusal, lastingRefusal } from './contact-limit.ts';

/** From this many days late on, a loan may be handed to an agency. Rule: docs/rules/arrears.md. */
export const HANDOVER_FROM_DAYS = 91;

export type HandoverRefusal = LastingRefusal | { kind: 'not_late_enough'; daysLate: number };

/** Null where the loan may be handed to an agency now. How often the borrower was reached makes no difference. */
export function refusalOfHandover(question: ContactQuestion, daysLate: number): HandoverRefusal | null {
  const lasting = lastingRefusal(question);
  if (lasting) return lasting;
  return daysLate < HANDOVER_FROM_DAYS ? { kind: 'not_late_enough', daysLate } : null;
}
