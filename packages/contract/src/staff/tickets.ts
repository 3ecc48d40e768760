import { z } from 'zod';
import { complaintTopic } from '../borrower/help.ts';
import { day, id, idInPath, instant, nothing, page, pageSize } from '../fields.ts';
import { reason, staffPerson } from './people.ts';

const ticketId = idInPath;

const waitingTicket = z.object({
  ticketId: id,
  kind: z.enum(['complaint', 'number_change']),
  state: z.enum(['open', 'looked_at', 'answered', 'closed']),
  borrowerId: id,
  topic: complaintTopic.nullable(),
  loanId: id.nullable(),
  /** No reminder is sent for the loan while the ticket waits. */
  isLoanDisputed: z.boolean(),
  writtenOn: day,
  /** When the answer is due. */
  answerDueOn: day.nullable(),
  /** From this day on the managing director has to look at it. */
  escalatesOn: day.nullable(),
  /** How late the answer is. Unset, nothing waits or it has no clock. */
  clock: z.enum(['in_time', 'late', 'escalated']).nullable(),
});

export const tickets = {
  listWaitingTickets: {
    query: z.object({ page, pageSize }),
    output: z.object({ total: z.int(), items: z.array(waitingTicket) }),
  },
  readTicket: {
    params: z.object({ ticketId }),
    output: waitingTicket.extend({
      text: z.string().nullable(),
      answer: z.string().nullable(),
      answeredOn: day.nullable(),
      /** Both numbers of a change in full, because staff call them. */
      oldMobile: z.string().nullable(),
      newMobile: z.string().nullable(),
      /** The request for the change of the number that is not done yet. */
      openRequest: z.object({ requestId: id, madeBy: staffPerson, madeAt: instant }).nullable(),
      history: z.array(z.object({ what: z.string(), by: z.string(), at: instant })),
      /** Whom the borrower can turn to after our answer. */
      regulator: z.string(),
    }),
  },
  lookAtComplaint: { params: z.object({ ticketId }), output: nothing },
  answerComplaint: {
    params: z.object({ ticketId }),
    body: z.object({
      answer: z
        .string('Write an answer')
        .trim()
        .min(1, 'Write an answer')
        .max(2000, 'Please use at most 2,000 characters'),
    }),
    output: nothing,
  },
  askForMobileChange: {
    params: z.object({ ticketId }),
    body: z.object({ reason }),
    output: z.object({ requestId: id }),
  },
  declineMobileChange: { params: z.object({ ticketId }), body: z.object({ reason }), output: nothing },
};
