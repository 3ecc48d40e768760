import type { StaffReminder } from '@thumba/contract/staff/call-outcomes';
import type { Actor } from '../../book/actor.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import type { Reply } from '../../platform/reply.ts';
import type { StaffPerson } from '../../platform/serve-staff.ts';
import type { CallDeps, OfLoan } from './contact-state.ts';

export type ArrearsRouteDeps = CallDeps & {
  lender: { phone: string; collectionAgencies: readonly string[] };
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  /** Writes down a complaint of the borrower about the loan. Undefined where today has no place for a further one. */
  openComplaint(
    complaint: OfLoan & { text: string; writtenBy: Actor },
  ): Promise<{ ticketId: number } | undefined>;
  findBorrowerOfLoan(loanId: number): Promise<number | undefined>;
  /** False where the loan has a reminder of today already. */
  sendReminder(reminder: OfLoan & { kind: StaffReminder; lenderPhone: string }): Promise<boolean>;
  /** The English texts of the messages that staff can send about a loan. */
  messagesOf(of: OfLoan & { lenderPhone: string }): Promise<{ kind: StaffReminder; text: string }[]>;
};
