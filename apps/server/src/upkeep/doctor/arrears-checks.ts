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
  {
    title: 'each loan that an agency has is late',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select p.loan_id as id, format('is with %s since %s', p.agency, p.placed_on) as problem
      from agency_placement p left join arrears_work w using (borrower_id, loan_id)
      where p.ended_on is null and (w.loan_id is null or w.ended_on < ${LAST_ENDED})`,
  },
  {
    title: 'each hand-over of a loan to an agency was approved by a second person',
    gravity: 'fault',
    looksAt: 'loans',
    query: `select p.loan_id as id, format('placement %s has request %s', p.placement_id, p.request_id) as problem
      from agency_placement p left join staff_request r using (request_id)
      where (r.kind = 'agency_handover' and r.state in ('approved', 'done', 'failed') and r.borrower_id = p.borrower_id
        and r.loan_id = p.loan_id and person_of(r.made_by) = person_of(p.actor)
        and person_of(r.checked_by) = person_of(p.approved_by)
        and person_of(p.actor) <> person_of(p.approved_by)) is not true`,
  },
];
