import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import type { LoanEvent } from '@thumba/lending/loan';
import type { Actor } from '../../book/actor.ts';
import { readStaffNames } from '../../book/staff-names.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';
import { describeEvent } from './describe-event.ts';
import { peopleOf } from './people-of.ts';

type Detail = Record<string, unknown> & { receiptNo?: string; approvedBy?: string };

const listEventsStatement = statement<
  {
    total: number;
    kind: string;
    on_day: Day;
    detail: Detail;
    recorded_at: Date;
    actor: Actor;
    is_taken_back: boolean;
  },
  { borrowerId: number; loanId: number; limit: number; offset: number }
>(
  'staff loan: history',
  `select count(*) over () as total, e.kind, e.on_day, e.detail - 'posting' - 'moves' as detail, e.recorded_at, e.actor,
     coalesce(l.reversed_postings ? (e.detail ->> 'receiptNo'), false) as is_taken_back
   from loan_event e join loan l on l.borrower_id = e.borrower_id and l.loan_id = e.loan_id
   where e.borrower_id = $borrowerId and e.loan_id = $loanId
   order by e.loan_version desc, e.ordinal desc limit $limit offset $offset`,
);

/** What happened to a loan, newest first. */
export async function listHistory(
  db: Database,
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
  page: Page,
): Promise<StaffAnswer<'listLoanHistory'>> {
  const valuesOf = ({ limit, offset }: Page) => ({ borrowerId, loanId, limit, offset });
  const { total, rows } = await readPage(db, listEventsStatement, valuesOf, page);
  const nameOf = await readStaffNames(
    db,
    rows.flatMap(({ actor, detail }) => [actor, (detail.approvedBy as Actor | undefined) ?? []].flat()),
  );
  const items = rows.map(({ kind, on_day: on, detail, recorded_at: at, actor, is_taken_back }) => ({
    ...{ kind, on },
    at: at.toISOString(),
    text: describeEvent({ kind, on, ...detail } as unknown as LoanEvent),
    by: peopleOf(nameOf, actor, detail.approvedBy),
    receiptNo: detail.receiptNo ?? null,
    isTakenBack: is_taken_back,
  }));
  return { total, items };
}
