import { BOTH_SIDES, type Check, kwachaOf } from './check.ts';

/** Checks of the allowance, of loans charged off and of the regulator's reserve (docs/rules/impairment.md). */
export const impairmentChecks: Check[] = [
  {
    title: 'allowance, loans charged off and reserve that are not what the last run says',
    // A journal may be right, and a month that is run again waits for the months after it.
    gravity: 'notice',
    looksAt: 'ledger rows',
    query: `with last_run as (
        select r.run_id, r.month, r.cut_on, r.expected_loss_ngwee,
          r.reserve_before_ngwee + r.reserve_movement_ngwee as reserve_ngwee,
          (select coalesce(sum(l.charged_off_ngwee), 0) from impairment_loan l where l.run_id = r.run_id)
            as charged_off_ngwee
        from impairment_run r order by r.month desc, r.run_id desc limit 1
      ),
      booked as (
        select side.account, -sum(side.ngwee) as ngwee
        from ${BOTH_SIDES} join last_run r on t.business_on <= r.cut_on
        where side.account in ('loss_allowance', 'charged_off_loans', 'credit_risk_reserve')
        group by side.account
      )
      select said.account as id, format('run %s of %s says %s and the book says %s: a month after a change is run again',
        r.run_id, r.month, ${kwachaOf('said.ngwee')},
        ${kwachaOf('coalesce(b.ngwee, 0)')}) as problem
      from last_run r cross join lateral (values ('loss_allowance', r.expected_loss_ngwee),
        ('charged_off_loans', r.charged_off_ngwee), ('credit_risk_reserve', r.reserve_ngwee)) as said (account, ngwee)
      left join booked b using (account)
      where said.ngwee <> coalesce(b.ngwee, 0)`,
  },
];
