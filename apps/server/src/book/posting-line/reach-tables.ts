import { statement } from '../../platform/database.ts';

/** Takes the locks on tables that a posting takes, and changes no row. */
export const reachTablesStatement = statement<never, object>(
  'posting line: reach the tables of money',
  `with of_loan as (update loan set version = version where false),
     of_attempt as (update payment_attempt set state = state where false)
   insert into ledger_transfer select * from ledger_transfer where false`,
);
