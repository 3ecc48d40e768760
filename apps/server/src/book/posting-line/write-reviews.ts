/**
 * SQL: the CTEs that write the records in `$reviews`. A review of staff or another look changes the decision. Each review
 * ends the request for evidence and the counter-offer that stand, before a new one is written: a loan has one at a time.
 */
export const WRITTEN_REVIEWS = `updated_decisions as (
    update loan_decision d set review_outcome = r.decided, review_reason = r.reason,
      reviewed_by = case when r.decided is not null then r.decided_by end,
      reviewed_at = case when r.decided is not null then $at::timestamptz end,
      declined_for = r.declined_for, may_apply_again_on = r.may_apply_again_on,
      another_look_at = case when r.decided is null then $at::timestamptz else d.another_look_at end
    from (select *, case outcome when 'counter_offer_signed' then 'approve' when 'another_look' then null
        else outcome end as decided
      from json_to_recordset($reviews::json) as r(loan_id bigint, outcome text, reason text, declined_for text,
        may_apply_again_on date, decided_by text)
      where outcome in ('approve', 'decline', 'counter_offer_signed', 'another_look')) r
    join entries a on a.loan_id = r.loan_id
    where d.borrower_id = a.borrower_id and d.loan_id = a.loan_id
  ),
  ended_evidence_requests as (
    update evidence_request q set ended_at = $at::timestamptz, file_ids = r.file_ids,
      state = case r.outcome when 'evidence_given' then 'given' when 'evidence_lapsed' then 'lapsed' else 'ended' end
    from json_to_recordset($reviews::json) as r(loan_id bigint, outcome text, file_ids text[])
    join entries a on a.loan_id = r.loan_id
    where q.borrower_id = a.borrower_id and q.loan_id = a.loan_id and q.state = 'asked'
    returning q.loan_id
  ),
  inserted_evidence_requests as (
    insert into evidence_request (borrower_id, loan_id, loan_version, evidence, state, asked_at, ends_at)
    select a.borrower_id, a.loan_id, r.loan_version, r.evidence, 'asked', $at::timestamptz, r.ends_at
    from json_to_recordset($reviews::json) as r(loan_id bigint, loan_version integer, evidence text,
      ends_at timestamptz)
    join entries a on a.loan_id = r.loan_id
    where r.evidence is not null and (select count(*) from ended_evidence_requests) >= 0
  ),
  ended_counter_offers as (
    update counter_offer o set ended_at = $at::timestamptz,
      state = case r.outcome when 'counter_offer_signed' then 'signed' when 'counter_offer_refused' then 'refused'
        when 'counter_offer_lapsed' then 'lapsed' else 'ended' end
    from json_to_recordset($reviews::json) as r(loan_id bigint, outcome text)
    join entries a on a.loan_id = r.loan_id
    where o.borrower_id = a.borrower_id and o.loan_id = a.loan_id and o.state = 'offered'
    returning o.loan_id
  ),
  inserted_counter_offers as (
    insert into counter_offer (borrower_id, loan_id, loan_version, terms, contract_version, account_id,
      holder_asked_at, state, offered_at, ends_at)
    select a.borrower_id, a.loan_id, r.loan_version, r.terms, r.contract_version, r.account_id, r.holder_asked_at,
      'offered', $at::timestamptz, r.ends_at
    from json_to_recordset($reviews::json) as r(loan_id bigint, loan_version integer, terms jsonb,
      contract_version text, account_id bigint, holder_asked_at timestamptz, ends_at timestamptz)
    join entries a on a.loan_id = r.loan_id
    where r.terms is not null and (select count(*) from ended_counter_offers) >= 0
  ),
  inserted_reviews as (
    insert into application_review (borrower_id, loan_id, loan_version, outcome, reason_code, picture, file_id,
      note_sealed, shown, actor, reviewed_at)
    select a.borrower_id, a.loan_id, r.loan_version, r.outcome, r.reason_code, r.picture, r.file_id,
      decode(r.note_sealed, 'hex'), r.shown, r.actor, $at::timestamptz
    from json_to_recordset($reviews::json) as r(loan_id bigint, loan_version integer, outcome text,
      reason_code text, picture text, file_id text, note_sealed text, shown jsonb, actor text)
    join entries a on a.loan_id = r.loan_id
  )`;
