import type { Day } from '@thumba/lending/day';
import { statement, type Transaction } from '../../platform/database.ts';
import { flowSum, LOANS_PAID_OUT } from '../report/flow-report.ts';

/** What was lent, paid back, written off and earned. Amounts are ngwee. `loans` counts payouts. */
export type Flows = {
  loans: number;
  lentNgwee: number;
  principalNgwee: number;
  interestNgwee: number;
  feeNgwee: number;
  penaltyNgwee: number;
  extensionNgwee: number;
  recoveryNgwee: number;
  writtenOffNgwee: number;
  earnedNgwee: number;
};
export type FlowDay = Flows & { on: Day; productId: number };

const COLUMNS: readonly (readonly [column: string, field: keyof Flows, sql: string])[] = [
  ['loans', 'loans', LOANS_PAID_OUT],
  ['lent_ngwee', 'lentNgwee', flowSum('lent')],
  ['principal_ngwee', 'principalNgwee', flowSum('principal')],
  ['interest_ngwee', 'interestNgwee', flowSum('interest')],
  ['fee_ngwee', 'feeNgwee', flowSum('fee')],
  ['penalty_ngwee', 'penaltyNgwee', flowSum('penalty')],
  ['extension_ngwee', 'extensionNgwee', flowSum('extension')],
  ['recovery_ngwee', 'recoveryNgwee', flowSum('recovery')],
  ['written_off_ngwee', 'writtenOffNgwee', flowSum('written_off')],
  ['earned_ngwee', 'earnedNgwee', flowSum('earned')],
];

/** The flows of the rows of the ledger on some days, by day and product. */
const flowsOfRows = (condition: string) =>
  `select t.business_on, coalesce((l.terms ->> 'productId')::integer, 0) as product_id,
     ${COLUMNS.map(([column, , sql]) => `${sql} as ${column}`).join(', ')}
   from ledger_transfer t left join loan l on l.borrower_id = t.borrower_id and l.loan_id = t.loan_id
   where t.loan_id is not null and t.booking_kind <> 'year_end' and ${condition}
   group by 1, 2`;

export const forgetFlowDayStatement = statement<never, { on: Day }>(
  'flow day: forget',
  'delete from flow_day where business_on = $on::date',
);

export const countFlowDayStatement = statement<never, { on: Day }>(
  'flow day: count',
  `insert into flow_day (business_on, product_id, ${COLUMNS.map(([column]) => column).join(', ')})
   ${flowsOfRows('t.business_on = $on::date')}`,
);

const readProgressStatement = statement<{ countedFrom: string; counted: string; late: Day[] }>(
  'flow day: read progress',
  `select coalesce(p.counted_from_on, '-infinity')::text as "countedFrom",
     coalesce(p.counted_through_on, '-infinity')::text as counted,
     array(select distinct booked_on from late_booking order by 1)::text[] as late
   from book_day_progress p`,
);

type FlowValues = { fromOn: Day; throughOn: Day; countedFrom: string; counted: string; late: Day[] };

const SELECTED = COLUMNS.map(([column, field]) => `${column} as "${field}"`).join(', ');

/** Counted days come from their totals. Days before and after them, and those with bookings since, come from the rows. */
const readFlowDaysStatement = statement<FlowDay, FlowValues>(
  'flow day: read',
  `select business_on as "on", product_id as "productId", ${SELECTED} from (
     select business_on, product_id, ${COLUMNS.map(([column]) => column).join(', ')} from flow_day
     where business_on between $fromOn::date and $throughOn::date and business_on <= $counted::date
       and business_on <> all ($late::date[])
     union all
     (${flowsOfRows(`t.business_on between $fromOn::date and $throughOn::date and t.business_on > $counted::date`)})
     union all
     (${flowsOfRows(
       `t.business_on between $fromOn::date and $throughOn::date and t.business_on < $countedFrom::date
          and t.business_on <= $counted::date`,
     )})
     union all
     (${flowsOfRows(
       `t.business_on between $fromOn::date and $throughOn::date and t.business_on <= $counted::date
          and t.business_on >= $countedFrom::date and t.business_on = any ($late::date[])`,
     )})
   ) flows order by 1, 2`,
);

/** What was lent, paid back, written off and earned on each of some days, by product, as the ledger has it now. */
export async function readFlowDays(book: Transaction, fromOn: Day, throughOn: Day): Promise<FlowDay[]> {
  const progress = (await book.row(readProgressStatement, {}))!;
  return book.rows(readFlowDaysStatement, { fromOn, throughOn, ...progress });
}
