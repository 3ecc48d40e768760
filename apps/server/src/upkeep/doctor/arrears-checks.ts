import type { Check } from './check.ts';

const LAST_ENDED = '(select day_ended_through from business_calendar)';

/** Checks of the work on late loans (docs/rules/arrears.md). */
export const arrearsChecks: Check[] = [
  {
    title: 'each late loan that staff work on was measured by the last end of a day',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select w.loan_id as id, format('was measured on %s', w.measured_on) as problem
      from arrears_work w where w.ended_on is null and w.measured_on < ${LAST_ENDED}`,
  },
  {
    title: 'each open promise to pay waits for its day or for a payment under way',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select p.loan_id as id, format('promise %s was for %s', p.promise_id, p.due_on) as problem
      from arrears_promise p left join loan l using (borrower_id, loan_id)
      where p.state = 'open' and p.due_on < ${LAST_ENDED}
        and not coalesce(l.pending_since_on <= p.due_on, false)`,
  },
];
