-- The payments of a loan in the order of their value days, as [{receiptNo, valueOn, amountNgwee, extension}]. A payment
-- that comes late is placed among them. The payments of loans from before are read from their history. What became
-- wallet credit and what was reversed is no payment of the loan.
alter table loan add column counted_payments jsonb not null default '[]';

with payments as (
  select e.borrower_id, e.loan_id, e.entry_id, e.ordinal, e.on_day, e.detail ->> 'receiptNo' as receipt_no,
    (e.detail ->> 'amountNgwee')::bigint - coalesce((e.detail -> 'allocation' ->> 'walletNgwee')::bigint, 0) as ngwee,
    case when e.kind = 'extended' then jsonb_build_object('period', (e.detail ->> 'period')::integer,
      'feeNgwee', (e.detail ->> 'feeNgwee')::bigint) end as extension
  from loan_event e join loan l using (borrower_id, loan_id)
  where e.kind in ('repaid', 'extended') and l.state in ('active', 'overdue', 'settled', 'written_off', 'recovered')
    and not l.reversed_postings ? (e.detail ->> 'receiptNo')
), lists as (
  select borrower_id, loan_id, jsonb_agg(jsonb_build_object('receiptNo', receipt_no, 'valueOn', on_day,
    'amountNgwee', ngwee, 'extension', extension) order by on_day, entry_id, ordinal) as list
  from payments where ngwee > 0 or extension is not null group by borrower_id, loan_id
)
update loan l set counted_payments = lists.list
from lists where lists.borrower_id = l.borrower_id and lists.loan_id = l.loan_id;
