import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import type { LoanEvent } from '@thumba/lending/loan';
import { type Ngwee, sum, toKwacha } from '@thumba/lending/money';
import type { Actor } from '../../book/actor.ts';
import { inWords } from '../../book/loan/staff-preview.ts';
import { type NameOf, readStaffNames } from '../../book/staff-names.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';
import { describeEvent } from './describe-event.ts';
import { peopleOf } from './people-of.ts';

type Entry = StaffAnswer<'listLoanLedger'>['items'][number];

type LedgerRow = {
  total: number;
  entry_id: number;
  business_on: Day;
  recorded_at: Date;
  transfers: [debit: LedgerAccount, credit: LedgerAccount, amountNgwee: Ngwee][];
  receivable_after_ngwee: number;
  events: (LoanEvent & { approvedBy?: string })[] | null;
  actor: Actor | null;
  receipt_no: string | null;
  is_taken_back: boolean;
};

const listEntriesStatement = statement<
  LedgerRow,
  { borrowerId: number; loanId: number; limit: number; offset: number }
>(
  'staff loan: ledger',
  `with entry as (
     select entry_id, min(business_on) as business_on, min(recorded_at) as recorded_at,
       json_agg(json_build_array(debit_account, credit_account, amount_ngwee) order by line) as transfers,
       sum(case when debit_account like '%\\_receivable' then amount_ngwee else 0 end
         - case when credit_account like '%\\_receivable' then amount_ngwee else 0 end) as added_ngwee
     from ledger_transfer where borrower_id = $borrowerId and loan_id = $loanId group by entry_id
   ),
   -- Entries of one instant stand in the order in which they changed the loan. Servers take their numbers in blocks.
   placed as (
     select entry.*, count(*) over () as total, row_number() over in_order as place,
       sum(added_ngwee) over in_order::bigint as receivable_after_ngwee
     from entry left join (
       select entry_id, min(loan_version) as loan_version from loan_event
       where borrower_id = $borrowerId and loan_id = $loanId group by entry_id
     ) v using (entry_id)
     window in_order as (order by recorded_at, loan_version nulls first, entry_id)
   ),
   shown as (select * from placed order by place desc limit $limit offset $offset)
   select c.total, c.entry_id, c.business_on, c.recorded_at, c.transfers, c.receivable_after_ngwee, e.events, e.actor,
     e.receipt_no, coalesce(l.reversed_postings ? e.receipt_no, false) as is_taken_back
   from shown c
   join loan l on l.borrower_id = $borrowerId and l.loan_id = $loanId
   left join lateral (
     select json_agg((detail - 'posting' - 'moves') || jsonb_build_object('kind', kind, 'on', on_day) order by ordinal)
         as events, min(actor) as actor, min(detail ->> 'receiptNo') as receipt_no
     from loan_event where borrower_id = $borrowerId and loan_id = $loanId and entry_id = c.entry_id
   ) e on true
   order by c.place desc`,
);

/** Interest and fees are earned day by day, and an entry that only books them has no event. */
const EARNED = 'Interest and fees of the days that passed';

/** The entries of the ledger of a loan, newest first. */
export async function listLedger(
  db: Database,
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
  page: Page,
): Promise<StaffAnswer<'listLoanLedger'>> {
  const valuesOf = ({ limit, offset }: Page) => ({ borrowerId, loanId, limit, offset });
  const { total, rows } = await readPage(db, listEntriesStatement, valuesOf, page);
  const nameOf = await readStaffNames(
    db,
    rows.flatMap(({ actor }) => actor ?? []),
  );
  return { total, items: rows.map((row) => entryOf(row, nameOf)) };
}

function entryOf(row: LedgerRow, nameOf: NameOf): Entry {
  const events = row.events ?? [];
  const approvedBy = events.find((event) => event.approvedBy !== undefined)?.approvedBy;
  return {
    entryId: row.entry_id,
    on: row.business_on,
    at: row.recorded_at.toISOString(),
    by: peopleOf(nameOf, row.actor, approvedBy),
    titles: events.length === 0 ? [EARNED] : [...new Set(events.map(describeEvent))],
    receiptNo: row.receipt_no,
    isTakenBack: row.is_taken_back,
    rows: rowsOf(row.transfers),
    receivableAfter: toKwacha(row.receivable_after_ngwee as Ngwee),
  };
}

/** What moves from one account to another is one line, also where several rows move it. */
function rowsOf(transfers: LedgerRow['transfers']): Entry['rows'] {
  const byAccounts = Map.groupBy(transfers, ([debit, credit]) => `${debit} ${credit}`);
  return [...byAccounts.values()].map((rows) => {
    const [debit, credit] = rows[0]!;
    return {
      debit: inWords(debit),
      credit: inWords(credit),
      amount: toKwacha(sum(rows.map(([, , amountNgwee]) => amountNgwee))),
    };
  });
}
