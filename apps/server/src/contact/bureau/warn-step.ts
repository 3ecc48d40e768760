import type { Day } from '@thumba/lending/day';
import { isDisputed } from '../../book/loan/disputed-loan.ts';
import { insertMessages } from '../../book/message/messages.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { nextSendingHours, type QuietHours } from '../../platform/quiet-hours.ts';
import { hasOpenDispute, LATE_SINCE, OWED_ON_LOAN } from './loan-columns.ts';

/** From how many days late on a loan is told as unpaid, and for how many days its borrower is warned before. */
type BureauPolicy = { listFromDaysLate: number; warnDays: number };

export type WarnDeps = {
  db: Database;
  clock: Clock;
  quietHours: QuietHours | null;
  /** Unset where this lender has no bureau. */
  bureauPolicy?: BureauPolicy | undefined;
  today(): Day;
  onNewMessages(): void;
};

const BATCH_SIZE = 1000;

/** The listings of loans that are late no more, or closed. A later lateness is warned of again. */
const endStatement = statement<never, { on: Day }>(
  'bureau: end listings of loans that are paid',
  `update bureau_listing g set ended_on = $on, ended_because = 'paid'
   from loan l
   where g.ended_on is null and l.borrower_id = g.borrower_id and l.loan_id = g.loan_id
     and (l.state not in ('overdue', 'written_off') or coalesce(${LATE_SINCE}, $on) >= $on)`,
);

/** Writes the warnings with their messages. A disputed loan is warned of when the dispute is over. */
const warnStatement = statement<
  { message_id: number },
  { on: Day; warnFromDays: number; listFromDays: number; warnDays: number; now: Date; sendFrom: Date }
>(
  'bureau: warn borrowers',
  `with late as (
     select l.borrower_id, l.loan_id, ${LATE_SINCE} as late_since_on, ${OWED_ON_LOAN} as owed_ngwee
     from loan l
     where l.state in ('overdue', 'written_off') and ${LATE_SINCE} <= $on::date - $warnFromDays::integer
       and not exists (select from bureau_listing g
         where g.borrower_id = l.borrower_id and g.loan_id = l.loan_id
           and (g.ended_on is null or g.ended_because = 'withdrawn' and g.ended_on > ${LATE_SINCE}))
       and not ${isDisputed({ borrowerId: 'l.borrower_id', loanId: 'l.loan_id' })}
       and not ${hasOpenDispute({ borrowerId: 'l.borrower_id', loanId: 'l.loan_id' })}
     limit ${BATCH_SIZE}
   ),
   warned as (
     insert into bureau_listing (borrower_id, loan_id, warned_on, list_from_on)
     select borrower_id, loan_id, $on,
       greatest(late_since_on + $listFromDays::integer, $on::date + $warnDays::integer)
     from late
     on conflict do nothing
     returning borrower_id, loan_id, list_from_on
   )
   ${insertMessages({
     borrowerId: 'w.borrower_id',
     loanId: 'w.loan_id',
     kind: `'bureau_warned'`,
     figures: `jsonb_build_object('owedNgwee', late.owed_ngwee, 'dueOn', w.list_from_on)`,
     on: '$on::date',
     at: '$now::timestamptz',
     nextTryAt: '$sendFrom::timestamptz',
     from: 'warned w join late using (borrower_id, loan_id)',
   })}
   returning message_id`,
);

/**
 * The step of a day that warns borrowers before a credit bureau is told of their late loans. The same day twice warns
 * once. A day that is caught up later warns of nothing: the warning would run from a day in the past.
 */
export function bureauStep(deps: WarnDeps): (on: Day) => Promise<void> {
  return async (on) => {
    const { db, bureauPolicy: policy } = deps;
    if (!policy || on < deps.today()) return;
    await db.rows(endStatement, { on });
    const nowMs = deps.clock.nowMs();
    const { from: sendFrom } = nextSendingHours(nowMs, deps.quietHours);
    const warnFromDays = Math.max(1, policy.listFromDaysLate - policy.warnDays);
    let warned: unknown[];
    do {
      warned = await db.rows(warnStatement, {
        on,
        warnFromDays,
        listFromDays: policy.listFromDaysLate,
        warnDays: policy.warnDays,
        now: toDate(nowMs),
        sendFrom,
      });
      if (warned.length > 0) deps.onNewMessages();
    } while (warned.length === BATCH_SIZE);
  };
}
