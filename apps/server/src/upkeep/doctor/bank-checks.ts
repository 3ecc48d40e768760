import { MOVEMENTS_ON_THE_WAY, ROWS_ON_THE_WAY } from '../../accounting/bank/match-bank-rows.ts';
import { BOTH_SIDES, type Check, kwachaOf, signedKwachaOf, TODAY } from './check.ts';

/** Longer than a transfer between a bank and an operator takes. */
const DAYS_IN_TRANSIT = 3;

/** What left one account of the lender for the other, and what came there. Together they are what is on the way. */
const BETWEEN_OWN_ACCOUNTS = `select r.booked_on, r.amount_ngwee,
    (s.bank_account = 'bank_account') = (r.amount_ngwee < 0) as is_to_second
  from bank_row_posting p join bank_statement_row r using (row_id) join bank_statement s using (statement_id) where p.posted_as = 'other_bank_account'`;

/** Checks of the bank and of money between it and the operators. */
export const bankChecks: Check[] = [
  {
    title: 'in transit = what has left one side and not come to the other',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `select 'in_transit' as id, format('the pieces come to %s and the book says %s', pieces, booked) as problem
      from (
        select (select coalesce(sum(-amount_ngwee), 0) from (${ROWS_ON_THE_WAY}) r)
            + (select coalesce(sum(amount_ngwee), 0) from (${MOVEMENTS_ON_THE_WAY}) m)
            + (select coalesce(sum(-amount_ngwee), 0) from (${BETWEEN_OWN_ACCOUNTS}) o) as pieces,
          (select coalesce(sum(side.ngwee), 0) from ${BOTH_SIDES} where side.account = 'in_transit') as booked
      ) compared where pieces <> booked`,
  },
  {
    title: 'each row of the bank is in the book with its amount',
    gravity: 'fault',
    looksAt: 'ledger rows',
    query: `select p.row_id as id, format('the bank has %s and entry %s has %s', r.amount_ngwee, p.entry_id,
        coalesce(booked.ngwee, 0)) as problem
      from bank_row_posting p join bank_statement_row r using (row_id)
      left join lateral (select sum(case when t.debit_account = 'bank' then t.amount_ngwee else -t.amount_ngwee end) as ngwee
        from ledger_transfer t where t.entry_id = p.entry_id and t.borrower_id = 0
          and (t.debit_account = 'bank' or t.credit_account = 'bank')) booked on true
      where r.amount_ngwee <> coalesce(booked.ngwee, 0)`,
  },
  {
    title: 'rows of the bank that wait for a person',
    gravity: 'notice',
    looksAt: 'ledger rows',
    query: `select r.row_id as id, format('%s of %s', ${kwachaOf('r.amount_ngwee')},
        r.booked_on) as problem
      from bank_statement_row r where not exists (select from bank_row_posting p where p.row_id = r.row_id)`,
  },
  {
    title: 'money in transit for more than three days',
    gravity: 'notice',
    looksAt: 'ledger rows',
    query: `select format('%s %s', operator, direction) as id, format('%s since %s, seen at the %s only',
        ${kwachaOf('abs(amount_ngwee)')}, booked_on, seen_at) as problem
      from (select operator, direction, amount_ngwee, booked_on, 'bank' as seen_at from (${ROWS_ON_THE_WAY}) r
        union all select operator, direction, amount_ngwee, booked_on, 'wallet' from (${MOVEMENTS_ON_THE_WAY}) m) piece
      where ${TODAY} - booked_on > ${DAYS_IN_TRANSIT}`,
  },
  {
    title:
      'money between two accounts of the lender that one of their statements has, for more than three days',
    gravity: 'notice',
    looksAt: 'ledger rows',
    // Equal amounts arrive in the order of their days, so the latest ones are those that did not.
    query: `select case when is_to_second then 'to the second account' else 'to the first account' end as id, format('%s since %s', ${kwachaOf('abs(sum(amount_ngwee))')},
        max(booked_on)) as problem
      from (${BETWEEN_OWN_ACCOUNTS}) o group by abs(amount_ngwee), is_to_second
      having sum(amount_ngwee) <> 0 and max(booked_on) < ${TODAY} - ${DAYS_IN_TRANSIT}`,
  },
  {
    title: 'signed days of wallets whose balance in the book has changed since',
    gravity: 'notice',
    looksAt: 'ledger rows',
    query: `with moved as (
        select side.account::text as account, t.business_on, sum(sum(side.ngwee)) over (
          partition by side.account order by t.business_on) as balance
        from ${BOTH_SIDES} where side.account like 'float\\_%' group by side.account, t.business_on
      )
      select format('%s %s', d.operator, d.direction) as id, format('%s was signed with %s and the book has %s',
        d.on_day, ${signedKwachaOf('(d.balance_ngwee - d.timing_ngwee)')}, ${signedKwachaOf('coalesce(m.balance, 0)')}) as problem
      from wallet_day d left join lateral (select balance from moved
        where account = format('float_%s_%s', d.operator, d.direction) and business_on <= d.on_day
        order by business_on desc limit 1) m on true
      where d.balance_ngwee - d.timing_ngwee <> coalesce(m.balance, 0)`,
  },
];
