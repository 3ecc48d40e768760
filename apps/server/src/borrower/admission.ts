import type { OperatorName } from '@thumba/lending/ledger';
import type { Sealing } from '../platform/sealing.ts';
import { CODE_TRY, codeHash } from './mobile-code.ts';

export type Admission = {
  mobile: string;
  code: string;
  now: Date;
  today: string;
  channelCode: string;
  /** Unknown for a prefix nobody operates yet: the borrower then adds an account, naming its operator. */
  operator: OperatorName | undefined;
};

/**
 * CTEs for the statement that signs somebody in, over $1 to $7: a right code admits the borrower of the number, and
 * makes one with a standing and a first account where there is none. `admitted` then holds one row. Should somebody
 * else register the number at the same moment, the statement fails on its uniqueness and can be run again.
 */
export const ADMISSION = `${CODE_TRY},
known as (
  select borrower_id from borrower_by_mobile where mobile_hash = $1
),
fresh as (
  insert into borrower (mobile_sealed, registered_at, registered_on, registered_channel)
  select $4::bytea, $3::timestamptz, $5::date, $6::text
  from tried where is_right and not exists (select from known)
  returning borrower_id
),
mobile_kept as (
  insert into borrower_by_mobile (mobile_hash, borrower_id) select $1::bytea, borrower_id from fresh
),
standing_opened as (
  insert into borrower_standing (borrower_id) select borrower_id from fresh
),
account_opened as (
  insert into repay_account (borrower_id, mobile_sealed, mobile_hash, operator, is_default, created_at)
  select borrower_id, $4::bytea, $1::bytea, $7::text, true, $3::timestamptz
  from fresh where $7::text is not null
),
admitted as (
  select borrower_id, true as is_new from fresh
  union all
  select known.borrower_id, false from known, tried where tried.is_right
)`;

export function admissionValues(sealing: Sealing, admission: Admission): unknown[] {
  return [
    sealing.lookupHash('mobile', admission.mobile),
    codeHash(sealing, admission.mobile, admission.code),
    admission.now,
    sealing.seal(admission.mobile),
    admission.today,
    admission.channelCode,
    admission.operator ?? null,
  ];
}
