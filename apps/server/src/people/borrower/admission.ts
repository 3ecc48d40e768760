import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { insertGiftedCoupons } from '../../book/coupon/coupon-gifts.ts';
import { insertWheelChances } from '../../book/coupon/wheel-chances.ts';
import { insertTraces } from '../../book/trace/borrower-trace.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { PRIVACY_AGREEMENT } from '../consent/consents.ts';
import type { CodeAsker } from './code-lane.ts';
import { CODE_TRY, type CodeTryValues, codeTryValues, type FreeWrongCodes } from './code-try.ts';
import { networkHash } from './network-address.ts';

const WELCOME_AGAIN_AFTER_DAYS = 365;

export type Admission = {
  mobile: string;
  code: string;
  asker: CodeAsker;
  freeWrongCodes: FreeWrongCodes;
  now: Date;
  today: string;
  channelCode: string;
  /** Undefined for an unknown prefix. The borrower then adds an account and names its operator. */
  operator: OperatorName | undefined;
  /** Where the borrower signs in from. */
  address: string;
};

/**
 * CTEs for a statement that signs a borrower in by a code. If the code is right and `condition` holds, `admitted` has
 * one row, and the agreement to the privacy policy is kept. A number without a borrower is registered, with a standing
 * and a default account. It gets the coupons and the chance of registering, unless it got them in the last year.
 * `condition` may use `known`. If another statement registers the number at the same time, this one fails on a unique
 * key and can be run again.
 */
export const admission = (condition = 'true') => `${CODE_TRY},
known as (
  select borrower_id from borrower_by_mobile where mobile_hash = $mobileHash
),
new_borrower as (
  insert into borrower (mobile_sealed, registered_at, registered_on, registered_channel)
  select $mobileSealed::bytea, $now::timestamptz, $today::date, $channelCode::text
  from tried where is_right and not exists (select from known) and ${condition}
  returning borrower_id
),
inserted_mobile as (
  insert into borrower_by_mobile (mobile_hash, borrower_id)
  select $mobileHash::bytea, borrower_id from new_borrower
),
inserted_standing as (
  insert into borrower_standing (borrower_id) select borrower_id from new_borrower
),
inserted_account as (
  insert into repay_account (borrower_id, mobile_sealed, mobile_hash, operator, is_default, created_at)
  select borrower_id, $mobileSealed::bytea, $mobileHash::bytea, $operator::text, true, $now::timestamptz
  from new_borrower where $operator::text is not null
),
welcomed as (
  insert into welcomed_number as number (mobile_hash, welcomed_on)
  select $mobileHash::bytea, $today::date from new_borrower
  on conflict (mobile_hash) do update set welcomed_on = excluded.welcomed_on
    where number.welcomed_on <= excluded.welcomed_on - ${WELCOME_AGAIN_AFTER_DAYS}
  returning mobile_hash
),
inserted_coupons as (
  ${insertGiftedCoupons({
    borrowerId: 'new_borrower.borrower_id',
    source: 'o.occasion',
    on: '$today::date',
    at: '$now::timestamptz',
    from: `new_borrower cross join welcomed join standing_coupon_offer o on o.occasion = 'registration'`,
  })}
),
inserted_chances as (
  ${insertWheelChances({
    borrowerId: 'new_borrower.borrower_id',
    occasion: `'registration'`,
    on: '$today::date',
    at: '$now::timestamptz',
    from: 'new_borrower cross join welcomed',
  })}
),
inserted_trace as (
  ${insertTraces({
    kind: `'registration_network'`,
    subjectHash: '$networkHash::bytea',
    borrowerId: 'new_borrower.borrower_id',
    at: '$now::timestamptz',
    from: 'new_borrower where $networkHash::bytea is not null',
  })}
),
admitted as (
  select borrower_id, true as is_new from new_borrower
  union all
  select known.borrower_id, false from known, tried where tried.is_right and ${condition}
),
inserted_agreement as (
  ${PRIVACY_AGREEMENT}
)`;

export type AdmissionValues = CodeTryValues & {
  mobileSealed: Buffer;
  today: string;
  channelCode: string;
  operator: OperatorName | null;
  networkHash: Buffer | null;
};

export function admissionValues(sealing: Sealing, admission: Admission): AdmissionValues {
  return {
    ...codeTryValues(sealing, { ...admission, purpose: 'sign_in_or_add_account' }),
    mobileSealed: sealing.sealUnbound(admission.mobile),
    today: admission.today,
    channelCode: admission.channelCode,
    operator: admission.operator ?? null,
    networkHash: networkHash(sealing, admission.address),
  };
}

const purgeWelcomedStatement = statement<never, { today: Day }>(
  'borrower: purge welcomed numbers',
  `delete from welcomed_number where welcomed_on <= $today::date - ${WELCOME_AGAIN_AFTER_DAYS}`,
);

export async function purgeWelcomedNumbers(db: Database, today: Day): Promise<void> {
  await db.rows(purgeWelcomedStatement, { today });
}
