import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { LoanState } from '@thumba/lending/loan';
import { OPEN_STATES } from '../../book/loan/queries.ts';
import { type Statement, statement } from '../../platform/database.ts';

/** How many borrowers are counted. Where there are more, the answer says so. */
export const MOST_COUNTED = 10_000;

/** By what a borrower is found. */
export type FoundKind = StaffAnswer<'findBorrowers'>['items'][number]['foundBy'][number]['kind'];

export type FindValues = {
  mobileHashes: Buffer[];
  idNumberHashes: Buffer[];
  recordNumber: number | null;
  receiptLoanId: number | null;
  receiptNo: string | null;
  paperCode: string | null;
  paymentId: string | null;
  /** As the operator wrote it, in capitals and without spaces. */
  operatorReference: string | null;
  referenceHashes: Buffer[];
  earlierLoanNo: string | null;
  limit: number;
  offset: number;
};

export type FoundRow = {
  total: number;
  borrower_id: number | null;
  /** The kind, and the number of what was found where it is no secret. */
  found_by: { kind: FoundKind; number: string | null }[];
  mobile_sealed: Buffer;
  identity_sealed: Buffer | null;
  is_deleted: boolean;
  is_blocked: boolean;
  open_loan: { loanId: number; state: LoanState } | null;
};

/** One branch for each kind. Each is a look-up in an index, and finds nothing where its value is empty. */
const BY_NUMBERS = [
  `select borrower_id, 'mobile' as kind, null as number from borrower_by_mobile
    where mobile_hash = any ($mobileHashes::bytea[])`,
  // A former number stays among the accounts.
  `select borrower_id, 'other_mobile', null from repay_account a where mobile_hash = any ($mobileHashes::bytea[])
    and not exists (select from borrower_by_mobile m
      where m.mobile_hash = any ($mobileHashes::bytea[]) and m.borrower_id = a.borrower_id)`,
  `select borrower_id, 'id_number', null from borrower_by_national_id
    where national_id_hash = any ($idNumberHashes::bytea[])`,
  `select borrower_id, 'borrower', borrower_id::text from borrower where borrower_id = $recordNumber::bigint`,
  `select borrower_id, 'loan', loan_id::text from loan where loan_id = $recordNumber::bigint`,
  `select borrower_id, 'earlier_loan', loan_id::text from taken_on_loan
    where lower(earlier_loan_no) = lower($earlierLoanNo::text)`,
  // The number of a bill is that of its loan with two digits for the period (book/loan/plan-id.ts).
  `select l.borrower_id, 'bill', l.loan_id::text from loan l
    join instalment i on i.borrower_id = l.borrower_id and i.loan_id = l.loan_id
      and i.period = ($recordNumber::bigint % 100)::integer
    where l.loan_id = $recordNumber::bigint / 100`,
  `select l.borrower_id, 'receipt', l.loan_id::text from loan l where l.loan_id = $receiptLoanId::bigint
    and exists (select from loan_event e where e.borrower_id = l.borrower_id and e.loan_id = l.loan_id
      and e.detail ->> 'receiptNo' = $receiptNo::text)`,
  `select borrower_id, 'paper', loan_id::text from paper_by_code where code = $paperCode::text`,
  `select borrower_id, 'payment', attempt_id::text from payment_by_attempt where attempt_id = $paymentId::uuid`,
  `select borrower_id, 'operator_reference', attempt_id::text from payment_attempt
    where operator_reference is not null and upper(operator_reference) = $operatorReference::text`,
  `select borrower_id, 'operator_reference', attempt_id::text from operator_statement_row
    where reference_hash = any ($referenceHashes::bytea[]) and borrower_id is not null`,
  `select borrower_id, 'ticket', ticket_id::text from claim_ticket
    where reference_hash = any ($referenceHashes::bytea[])`,
  ...['claim_ticket', 'complaint', 'mobile_change_request'].map(
    (table) =>
      `select borrower_id, 'ticket', ticket_id::text from ${table} where ticket_id = $recordNumber::bigint`,
  ),
].join('\n    union all ');

export type WordValues = Record<`word${number}Hashes`, string[]>;

/** Borrowers whose name has each of so many words, the newest first. */
function byWords(words: number): string {
  const [first, ...others] = Array.from({ length: words }, (_, at) => `$word${at}Hashes::bigint[]`);
  const alsoOf = others.map(
    (hashes) => `and exists (select from borrower_name_prefix o
      where o.prefix_hash = any (${hashes}) and o.borrower_id = p.borrower_id)`,
  );
  return `(select p.borrower_id, 'name', null from borrower_name_prefix p where p.prefix_hash = any (${first})
    ${alsoOf.join(' ')} order by p.borrower_id desc limit ${MOST_COUNTED + 1})`;
}

/** One statement for each number of words, so that each has a plan of its own. */
export function findStatement(words: number): Statement<FoundRow, FindValues & WordValues> {
  return statement<FoundRow, FindValues & WordValues>(
    `search: find borrowers by ${words} words`,
    `with found as materialized (
    ${BY_NUMBERS}
    ${words > 0 ? `union all ${byWords(words)}` : ''}
  ),
  borrowers as materialized (
    select borrower_id, bool_or(kind <> 'name') as is_exact from found group by borrower_id
  ),
  page as materialized (
    select * from borrowers order by is_exact desc, borrower_id desc limit $limit::integer offset $offset::integer
  ),
  kinds as (
    select borrower_id, jsonb_agg(distinct jsonb_build_object('kind', kind, 'number', number)) as found_by
    from page join found using (borrower_id) group by borrower_id
  )
  select counted.total, page.borrower_id, kinds.found_by, shown.*
  from (select count(*) as total from borrowers) counted
  left join page on true
  left join kinds on kinds.borrower_id = page.borrower_id
  -- Lateral with a limit: one look-up for each borrower of the page, however many PostgreSQL expects on it.
  left join lateral (
    select b.mobile_sealed, b.blocked_at is not null as is_blocked,
      (select i.identity_sealed from borrower_identity i where i.borrower_id = b.borrower_id) as identity_sealed,
      exists (select from account_deletion d where d.borrower_id = b.borrower_id) as is_deleted,
      (select json_build_object('loanId', l.loan_id, 'state', l.state) from loan l
       where l.borrower_id = b.borrower_id and l.state in ${OPEN_STATES}) as open_loan
    from borrower b where b.borrower_id = page.borrower_id limit 1
  ) shown on true
  order by page.is_exact desc, page.borrower_id desc`,
  );
}
