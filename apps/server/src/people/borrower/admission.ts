import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { insertGiftedCoupons } from '../../book/coupon/coupon-gifts.ts';
import { insertWheelChances } from '../../book/coupon/wheel-chances.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { PRIVACY_AGREEMENT } from '../consent/consents.ts';
import { CODE_TRY, type CodeTryValues, codeHash } from './mobile-code.ts';

const WELCOME_AGAIN_AFTER_DAYS = 365;

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
 * CTEs for a statement that signs a person in: a right code admits the borrower of the number, and
 * makes one with a standing and a first account where there is none, and with the coupons and the chance at the wheel of
 * the occasion if the number had none for a year. `admitted` then holds one row, and what was agreed to by signing in is
 * kept. Should somebody else register the number at the same moment, the statement fails on its uniqueness and can be run
 * again. Unless `condition` holds, which may speak of `known`, a right code admits nobody.
 */
export const admission = (condition = 'true') => `${CODE_TRY},
known as (
  select borrower_id from borrower_by_mobile where mobile_hash = $mobileHash
),
fresh as (
  insert into borrower (mobile_sealed, registered_at, registered_on, registered_channel)
  select $mobileSealed::bytea, $now::timestamptz, $today::date, $channelCode::text
  from tried where is_right and not exists (select from known) and ${condition}
  returning borrower_id
),
mobile_kept as (
  insert into borrower_by_mobile (mobile_hash, borrower_id) select $mobileHash::bytea, borrower_id from fresh
),
standing_opened as (
  insert into borrower_standing (borrower_id) select borrower_id from fresh
),
account_opened as (
  insert into repay_account (borrower_id, mobile_sealed, mobile_hash, operator, is_default, created_at)
  select borrower_id, $mobileSealed::bytea, $mobileHash::bytea, $operator::text, true, $now::timestamptz
  from fresh where $operator::text is not null
),
welcomed as (
  insert into welcomed_number as number (mobile_hash, welcomed_on) select $mobileHash::bytea, $today::date from fresh
  on conflict (mobile_hash) do update set welcomed_on = excluded.welcomed_on
    where number.welcomed_on <= excluded.welcomed_on - ${WELCOME_AGAIN_AFTER_DAYS}
  returning mobile_hash
),
coupons_given as (
  ${insertGiftedCoupons({
    borrowerId: 'fresh.borrower_id',
    source: 'o.occasion',
    on: '$today::date',
    at: '$now::timestamptz',
    from: `fresh cross join welcomed join standing_coupon_offer o on o.occasion = 'registration'`,
  })}
),
chances_given as (
  ${insertWheelChances({
    borrowerId: 'fresh.borrower_id',
    occasion: `'registration'`,
    on: '$today::date',
    at: '$now::timestamptz',
    from: 'fresh cross join welcomed',
  })}
),
admitted as (
  select borrower_id, true as is_new from fresh
  union all
  select known.borrower_id, false from known, tried where tried.is_right and ${condition}
),
privacy_agreed as (
  ${PRIVACY_AGREEMENT}
)`;

export type AdmissionValues = CodeTryValues & {
  mobileSealed: Buffer;
  today: string;
  channelCode: string;
  operator: OperatorName | null;
};

export function admissionValues(sealing: Sealing, admission: Admission): AdmissionValues {
  return {
    mobileHash: sealing.lookupHash('mobile', admission.mobile),
    codeHash: codeHash(sealing, {
      purpose: 'sign_in_or_add_account',
      mobile: admission.mobile,
      code: admission.code,
    }),
    now: admission.now,
    mobileSealed: sealing.seal(admission.mobile),
    today: admission.today,
    channelCode: admission.channelCode,
    operator: admission.operator ?? null,
  };
}

const purgeWelcomedStatement = statement<never, { today: Day }>(
  'borrower: purge welcomed numbers',
  `delete from welcomed_number where welcomed_on <= $today::date - ${WELCOME_AGAIN_AFTER_DAYS}`,
);

export async function purgeWelcomedNumbers(db: Database, today: Day): Promise<void> {
  await db.rows(purgeWelcomedStatement, { today });
}
