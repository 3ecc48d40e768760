import type { StaffReminder } from '@thumba/contract/staff/call-outcomes';
import type { CallDeps, OfLoan } from './contact-state.ts';

export type ArrearsRouteDeps = CallDeps & {
  lender: { phone: string };
  findBorrowerOfLoan(loanId: number): Promise<number | undefined>;
  /** False where the loan has a reminder of today already. */
  sendReminder(reminder: OfLoan & { kind: StaffReminder; lenderPhone: string }): Promise<boolean>;
  /** The English texts of the messages that staff can send about a loan. */
  messagesOf(of: OfLoan & { lenderPhone: string }): Promise<{ kind: StaffReminder; text: string }[]>;
};
