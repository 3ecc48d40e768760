import type { AttemptState } from '@thumba/lending/attempt';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Coupon } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';
import { type Statement, statement } from '../../platform/database.ts';
import { INSTALMENTS_OF_LOAN, LOAN_COLUMNS, type LoanRow } from '../loan/loan-columns.ts';
import { isFrozen } from '../payment-attempt/frozen-money.ts';
import { isNumberShared } from '../payment-attempt/payout-number.ts';
import { type CouponState, DEFAULT_ACCOUNT } from './posting.ts';

/** A loan of a batch. What no request of the batch names is not read, and its columns are missing. */
export type SubjectRow = { ordinal: number } & { [Column in keyof LoanRow]: LoanRow[Column] | null } & {
  instalments: string | null;
  wallet_ngwee: Ngwee | null;
  ladder_step: number | null;
  on_time_loans: number | null;
  attempt_state?: AttemptState | null;
  input_hash?: Buffer | null;
  answer?: unknown;
  chosen_account_id?: number | null;
  chosen_operator?: OperatorName | null;
  chosen_mobile_sealed?: Buffer | null;
  chosen_is_shared?: boolean | null;
  chosen_is_frozen?: boolean | null;
  chosen_added_at?: Date | null;
  chosen_payouts_from?: Date | null;
  chosen_coupon?: Coupon | null;
  chosen_coupon_state?: CouponState | null;
  chosen_coupon_loan_id?: number | null;
};

/** The SQL expression that makes the coupon of lending from the columns of a coupon `u`. */
export const COUPON_AS_JSON = `case when u.user_coupon_id is not null then json_build_object(
  'userCouponId', u.user_coupon_id, 'name', u.name, 'worth', u.worth, 'minPlanNgwee', u.min_plan_ngwee,
  'validFrom', u.valid_from, 'validTo', u.valid_to) end`;

/** The loans of a batch, and what each request names beside its loan, at the same index. */
type SubjectKeys = {
  borrowerIds: number[];
  loanIds: number[];
  attemptIds: (string | null)[];
  /** The hashes of each key as an array literal. */
  keyHashes: (string | null)[];
  accountIds: (number | null)[];
  userCouponIds: (number | null)[];
};

/** What a request may name beside its loan: the parameter, the column of the batch, and what is read with it. */
const NAMED = {
  attempt: {
    parameter: 'attemptIds',
    type: 'uuid',
    column: 'attempt_id',
    selected: 'a.state as attempt_state',
    joined: 'left join payment_attempt a on a.borrower_id = i.borrower_id and a.attempt_id = i.attempt_id',
  },
  key: {
    parameter: 'keyHashes',
    type: 'text',
    column: 'key_hashes',
    selected: 'k.input_hash, k.answer',
    joined: `left join idempotency_key k on k.borrower_id = i.borrower_id
     and k.key_hash = any (i.key_hashes::bytea[])`,
  },
  account: {
    parameter: 'accountIds',
    type: 'bigint',
    column: 'account_id',
    selected: `c.account_id as chosen_account_id, c.operator as chosen_operator,
     c.mobile_sealed as chosen_mobile_sealed, ${isNumberShared('c')} as chosen_is_shared,
     ${isFrozen('i.borrower_id')} as chosen_is_frozen, c.created_at as chosen_added_at,
     c.payouts_from as chosen_payouts_from`,
    joined: `left join repay_account c on c.borrower_id = i.borrower_id
     and (c.account_id = i.account_id or (i.account_id = ${DEFAULT_ACCOUNT} and c.is_default))`,
  },
  coupon: {
    parameter: 'userCouponIds',
    type: 'bigint',
    column: 'user_coupon_id',
    selected: `${COUPON_AS_JSON} as chosen_coupon, u.state as chosen_coupon_state, u.loan_id as chosen_coupon_loan_id`,
    joined:
      'left join borrower_coupon u on u.borrower_id = i.borrower_id and u.user_coupon_id = i.user_coupon_id',
  },
} as const;

type Named = keyof typeof NAMED;

const ALL_NAMED = Object.keys(NAMED) as Named[];

const statements = new Map<string, Statement<SubjectRow, SubjectKeys>>();

/**
 * The statement that reads everything that a batch of decisions needs. There is one for each set of what the requests of
 * a batch name, because most name few things, and looking for what is not named takes a sixth of the time. The arrays are
 * in sub-selects, because PostgreSQL would plan again for each array whose length it knows, and planning takes longer
 * than reading a small batch.
 */
export function readSubjects(keys: SubjectKeys): [Statement<SubjectRow, SubjectKeys>, SubjectKeys] {
  const named = ALL_NAMED.filter((name) => keys[NAMED[name].parameter].some((value) => value !== null));
  const statementName = ['posting line: read', ...named].join(' ');
  const known = statements.get(statementName) ?? readStatement(statementName, named);
  statements.set(statementName, known);
  return [known, keys];
}

function readStatement(statementName: string, named: readonly Named[]): Statement<SubjectRow, SubjectKeys> {
  const parts = named.map((name) => NAMED[name]);
  const arrays = parts.map(({ parameter, type }) => `, (select $${parameter}::${type}[])`).join('');
  return statement<SubjectRow, SubjectKeys>(
    statementName,
    `select i.ordinal, ${LOAN_COLUMNS}, ${INSTALMENTS_OF_LOAN},
     s.wallet_ngwee, s.ladder_step, s.on_time_loans${parts.map(({ selected }) => `,\n     ${selected}`).join('')}
   from unnest((select $borrowerIds::bigint[]), (select $loanIds::bigint[])${arrays}) with ordinality
     as i(borrower_id, loan_id${parts.map(({ column }) => `, ${column}`).join('')}, ordinal)
   left join loan l on l.borrower_id = i.borrower_id and l.loan_id = i.loan_id
   left join borrower_standing s on s.borrower_id = i.borrower_id
   ${parts.map(({ joined }) => joined).join('\n   ')}`,
  );
}
