import { smsParts } from '@thumba/words/sms-length';
import { listAllDueStatement, noteAllSentStatement } from '../book/message/outbox.ts';
import { wordingsOfNow } from '../contact/message/texts-of-now.ts';
import { textIn } from '../contact/message/wording.ts';
import { toDate } from '../platform/clock.ts';
import type { YearLender } from './year-lender.ts';

/**
 * The network takes every SMS of the day. No phone of the year is there to receive it. Each is as long as the text that
 * the sender would send, because the operator charges for its parts.
 */
export async function sendMessages(lender: YearLender): Promise<void> {
  const { db, clock } = lender;
  const due = await db.rows(listAllDueStatement, { now: toDate(clock.nowMs()) });
  if (due.length === 0) return;
  const kinds = [...new Set(due.map(({ kind }) => kind))];
  const messages = new Map((await wordingsOfNow(db, kinds)).map((row) => [row.kind, row]));
  const partsOf = ({ borrower_id: borrowerId, loan_id: loanId, kind, figures }: (typeof due)[number]) => {
    const link = lender.linkOf({ borrowerId, loanId: loanId ?? 0 });
    return smsParts(textIn('en', messages.get(kind)!, { ...figures, link })).parts;
  };
  await db.rows(noteAllSentStatement, {
    borrowerIds: due.map((message) => message.borrower_id),
    messageIds: due.map((message) => message.message_id),
    parts: due.map(partsOf),
  });
}
