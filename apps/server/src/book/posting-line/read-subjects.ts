import type { AttemptState } from '@thumba/lending/attempt';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Coupon } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { statement } from '../../platform/database.ts';
import { INSTALMENTS_OF_LOAN, LOAN_COLUMNS, type LoanRow } from '../loan/loan-columns.ts';
import { isFrozen } from '../payment-attempt/frozen-money.ts';
import { isNumberShared } from '../payment-attempt/payout-number.ts';
import { type CouponState, DEFAULT_ACCOUNT } from './posting.ts';

export type SubjectRow = { ordinal: number } & { [Column in keyof LoanRow]: LoanRow[Column] | null } & {
  instalments: string | null;
  wallet_ngwee: Ngwee | null;
  ladder_step: number | null;
  on_time_loans: number | null;
  attempt_state: AttemptState | null;
  chosen_account_id: number | null;
  chosen_operator: OperatorName | null;
  chosen_mobile_sealed: Buffer | null;
  chosen_is_shared: boolean | null;
  chosen_is_frozen: boolean | null;
  chosen_added_at: Date | null;
  chosen_payouts_from: Date | null;
  chosen_coupon: Coupon | null;
  chosen_coupon_state: CouponState | null;
  chosen_coupon_loan_id: number | null;
  input_hash: Buffer | null;
  answer: unknown;
};

/** The SQL expression that makes the coupon of lending from the columns of a coupon `u`. */
export const COUPON_AS_JSON = `case when u.user_coupon_id is not null then json_build_object(
  'userCouponId', u.user_coupon_id, 'name', u.name, 'worth', u.worth, 'minPlanNgwee', u.min_plan_ngwee,
  'validFrom', u.valid_from, 'validTo', u.valid_to) end`;

/** The loans of a batch, and the borrower of each at the same index. */
type LoanIds = { borrowerIds: number[]; loanIds: number[] };

/**
 * Reads everything that a batch of decisions needs. The arrays are in sub-selects, because PostgreSQL would plan again
 * for each array whose length it knows, and planning takes longer than reading a small batch.
 */
export const readSubjects = statement<
  SubjectRow,
  LoanIds & {
    attemptIds: (string | null)[];
    /** The hashes of each key as an array literal. */
    keyHashes: (string | null)[];
    accountIds: (number | null)[];
    userCouponIds: (number | null)[];
  }
>(
  'posting line: read',
  `select i.ordinal, ${LOAN_COLUMNS}, ${INSTALMENTS_OF_LOAN},
     s.wallet_ngwee, s.ladder_step, s.on_time_loans,
     a.state as attempt_state, k.input_hash, k.answer,
     c.account_id as chosen_account_id, c.operator as chosen_operator, c.mobile_sealed as chosen_mobile_sealed,
     ${isNumberShared('c')} as chosen_is_shared, ${isFrozen('i.borrower_id')} as chosen_is_frozen,
     c.created_at as chosen_added_at, c.payouts_from as chosen_payouts_from,
     ${COUPON_AS_JSON} as chosen_coupon, u.state as chosen_coupon_state, u.loan_id as chosen_coupon_loan_id
   from unnest((select $borrowerIds::bigint[]), (select $loanIds::bigint[]), (select $attemptIds::uuid[]),
     (select $keyHashes::text[]), (select $accountIds::bigint[]), (select $userCouponIds::bigint[])) with ordinality
     as i(borrower_id, loan_id, attempt_id, key_hashes, account_id, user_coupon_id, ordinal)
   left join loan l on l.borrower_id = i.borrower_id and l.loan_id = i.loan_id
   left join borrower_standing s on s.borrower_id = i.borrower_id
   left join payment_attempt a on a.borrower_id = i.borrower_id and a.attempt_id = i.attempt_id
   left join idempotency_key k on k.borrower_id = i.borrower_id
     and k.key_hash = any (i.key_hashes::bytea[])
   left join repay_account c on c.borrower_id = i.borrower_id
     and (c.account_id = i.account_id or (i.account_id = ${DEFAULT_ACCOUNT} and c.is_default))
   left join borrower_coupon u on u.borrower_id = i.borrower_id and u.user_coupon_id = i.user_coupon_id`,
);

/** The same for decisions that need only the loans and the standing of their borrowers. */
export const readLoans = statement<SubjectRow, LoanIds>(
  'posting line: read loans',
  `select i.ordinal, ${LOAN_COLUMNS}, ${INSTALMENTS_OF_LOAN},
     s.wallet_ngwee, s.ladder_step, s.on_time_loans,
     null as attempt_state, null as input_hash, null as answer, null as chosen_account_id, null as chosen_operator,
     null as chosen_mobile_sealed, null as chosen_is_shared, null as chosen_is_frozen, null as chosen_added_at, null as chosen_payouts_from,
     null as chosen_coupon, null as chosen_coupon_state, null as chosen_coupon_loan_id
   from unnest((select $borrowerIds::bigint[]), (select $loanIds::bigint[])) with ordinality
     as i(borrower_id, loan_id, ordinal)
   left join loan l on l.borrower_id = i.borrower_id and l.loan_id = i.loan_id
   left join borrower_standing s on s.borrower_id = i.borrower_id`,
);
