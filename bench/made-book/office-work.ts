import { staffActor } from '../../apps/server/src/book/actor.ts';
import { lusakaInstant } from '../../apps/server/src/platform/clock.ts';
import { statement } from '../../apps/server/src/platform/database.ts';
import { answer, fileRequest } from '../../apps/server/src/staff/request/requests.ts';
import type { MadeBook } from './waiting-work.ts';

/* What people of staff left behind: entries of the audit, and requests that were answered or wait. */

const ONE_REQUEST_OF = 50;
/** One of so many requests waits, and the others are declined. */
const ONE_WAITS_OF = 10;
const MAKER = { actor: staffActor('mary'), staffId: null };
const CHECKER = { actor: staffActor('luyando'), staffId: null };

const writeLooksStatement = statement<{ entry_id: number }, { count: number; borrowers: number; now: Date }>(
  'made book: write looks',
  `insert into staff_audit (happened_at, actor, call, outcome, borrower_id, subject_kind, subject_id)
   select $now::timestamptz - make_interval(secs => ($count::integer - n) * 5), 'staff:mary', 'getBorrower', 'shown',
     1 + (n * 7919) % $borrowers::bigint, 'borrower', 1 + (n * 7919) % $borrowers::bigint
   from generate_series(1, $count::integer) n order by n
   returning entry_id`,
);

/** As many looks at pages of borrowers as there are borrowers. */
export async function writeLooks({ db, borrowers, today }: MadeBook): Promise<number> {
  const now = lusakaInstant(today, '05:00:00')!;
  return (await db.rows(writeLooksStatement, { count: borrowers, borrowers, now })).length;
}

/** Requests for unblocking. */
export async function fileUnblockings({ db, sealing, borrowers, today }: MadeBook): Promise<number> {
  const now = lusakaInstant(today, '05:10:00')!;
  const count = Math.ceil(borrowers / ONE_REQUEST_OF);
  for (let number = 1; number <= count; number += 1) {
    const borrowerId = number * Math.min(ONE_REQUEST_OF, borrowers);
    const asked = {
      kind: 'unblocking',
      title: `Unblock borrower ${borrowerId}`,
      subject: `borrower ${borrowerId}`,
      borrowerId,
      loanId: null,
      ofStaffId: null,
      payload: {},
      effect: [{ title: 'New loans', before: 'refused', after: 'taken' }],
      message: null,
      reason: 'The card was seen again',
    } as const;
    const requestId = (await fileRequest({ db, sealing }, asked, { maker: MAKER, now }))!;
    if (number % ONE_WAITS_OF === 0) continue;
    const declined = { requestId, state: 'declined', checker: CHECKER, reason: 'Not yet', now } as const;
    await answer({ db, sealing }, declined);
  }
  return count;
}
