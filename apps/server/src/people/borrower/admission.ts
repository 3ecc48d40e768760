import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { adoptedMobileHash } from '../../book/adopted-mobile-hash.ts';
import { insertGiftedCoupons } from '../../book/coupon/coupon-gifts.ts';
import { insertWheelChances } from '../../book/coupon/wheel-chances.ts';
import { insertTraces } from '../../book/trace/borrower-trace.ts';
import { adoptedHash } from '../../platform/adopted-hash.ts';
import { type Database, type Statement, statement } from '../../platform/database.ts';
import { rowOneByOne } from '../../platform/one-by-one.ts';
import { purge, purgeStatement } from '../../platform/purge.ts';
import { AGAIN, retryOnConflict } from '../../platform/retry.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { PRIVACY_AGREEMENT } from '../consent/consents.ts';
import type { CodeAsker } from './code-lane.ts';
import { type CodeTryValues, codeTry, codeTryValues, type FreeWrongCodes } from './code-try.ts';
import { networkHashes } from './network-address.ts';

const WELCOME_AGAIN_AFTER_DAYS = 365;

export type Admission = {
  mobile: string;
  code: string;
  asker: CodeAsker;
  freeWrongCodes: FreeWrongCodes;
  now: Date;
  today: string;
  channelCode: string;
  /** Of the app that the borrower registers with. */
  language: string;
  /** Undefined for an unknown prefix. The borrower then adds an account and names its operator. */
  operator: OperatorName | undefined;
  /** Where the borrower signs in from. */
  address: string;
};

/** The borrower of a number, or the drawn ids of a new one. */
type OwnerOfNumber = { borrower_id: number | null; account_id: number | null; is_new: boolean };

const KNOWN_OWNER: OwnerOfNumber = { borrower_id: null, account_id: null, is_new: false };

const findOrDrawOwnerStatement = statement<OwnerOfNumber, { mobileHashes: Buffer[] }>(
  'borrower: find or draw owner',
  `select coalesce(known.borrower_id, nextval(pg_get_serial_sequence('borrower', 'borrower_id'))) as borrower_id,
     case when known.borrower_id is null then nextval('repay_account_id') end as account_id,
     known.borrower_id is null as is_new
   from (select) as one_row
   left join borrower_by_mobile known on known.mobile_hash = any ($mobileHashes::bytea[])`,
);

/** CTEs that give the row of the CTE `new_borrower` its number and its standing. */
export const ROWS_OF_NEW_BORROWER = `inserted_mobile as (
  insert into borrower_by_mobile (mobile_hash, borrower_id)
  select ${adoptedMobileHash('$mobileHashes')}, borrower_id from new_borrower
),
inserted_standing as (
  insert into borrower_standing (borrower_id) select borrower_id from new_borrower
)`;

/** The coupons and the chance of registering, for a number that did not get them in the last year. */
const WELCOME = `welcomed as (
  insert into welcomed_number as number (mobile_hash, welcomed_on)
  select ${adoptedHash(['welcomed_number.mobile_hash'], '$mobileHashes')}, $today::date from new_borrower
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
)`;

/**
 * CTEs for a statement that signs a borrower in by a code. If the code is right and `condition` holds, `admitted` has
 * one row, and the agreement to the privacy policy is kept. A number without a borrower is registered, with a standing
 * and a default account. It gets the coupons and the chance of registering, unless it got them in the last year.
 * `condition` may use `known`. If another statement registers the number at the same time, this one fails on a unique
 * key. Where the borrower of the number is not the one that the values are for, `ready` has no row and no code is
 * compared.
 */
export const admission = (condition = 'true') => `known as (
  select borrower_id from borrower_by_mobile where mobile_hash = any ($mobileHashes::bytea[])
),
ready as (
  select from (select) as one_row left join known on true
  where case when $isNewNumber::boolean then known.borrower_id is null
    else known.borrower_id = coalesce($borrowerId::bigint, known.borrower_id) end
),
${codeTry('exists (select from ready)')},
new_borrower as (
  insert into borrower (borrower_id, mobile_sealed, registered_at, registered_on, registered_channel, language)
  overriding system value
  select $borrowerId::bigint, $mobileSealed::bytea, $now::timestamptz, $today::date, $channelCode::text, $language::text
  from tried where is_right and not exists (select from known) and ${condition}
  returning borrower_id
),
${ROWS_OF_NEW_BORROWER},
inserted_account as (
  insert into repay_account (borrower_id, account_id, mobile_sealed, mobile_hash, operator, is_default, created_at)
  select borrower_id, $newAccountId::bigint, $accountMobileSealed::bytea, ${adoptedMobileHash('$mobileHashes')},
    $operator::text, true, $now::timestamptz
  from new_borrower where $operator::text is not null
),
${WELCOME},
inserted_trace as (
  ${insertTraces({
    kind: `'registration_network'`,
    subjectHashes: '$networkHashes::bytea[]',
    borrowerId: 'new_borrower.borrower_id',
    at: '$now::timestamptz',
    from: 'new_borrower where cardinality($networkHashes::bytea[]) > 0',
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
  /** For whom the values are sealed: the borrower of the number, or the id of a new one. Null for none. */
  borrowerId: number | null;
  isNewNumber: boolean;
  mobileSealed: Buffer | null;
  newAccountId: number | null;
  accountMobileSealed: Buffer | null;
  today: string;
  channelCode: string;
  language: string;
  operator: OperatorName | null;
  networkHashes: Buffer[];
};

/**
 * Runs a statement with `admission` until its values are for the borrower of the number. Most numbers have one, and then
 * it runs once. The ids of a new borrower are drawn beforehand, because values are sealed for them.
 */
export async function admit<Row extends { is_ready: boolean }, Further extends object>(
  { db, sealing }: { db: Database; sealing: Sealing },
  {
    admission,
    statement: admitting,
    further,
    storedOnce,
  }: {
    admission: Admission;
    statement: Statement<Row, AdmissionValues & Further>;
    /** The values that the statement takes beside those of `admission`. */
    further(borrowerId: number | null): Further;
    /** What the statement stores for the borrower beside the number. Its values always name the borrower. */
    storedOnce?: { google_subject: string };
  },
): Promise<Row> {
  const ofCode = codeTryValues(sealing, { ...admission, purpose: 'sign_in_or_add_account' });
  const valuesFor = (owner: OwnerOfNumber) => ({
    ...ofCode,
    ...admissionValues(sealing, admission, owner),
    ...further(owner.borrower_id),
  });
  return retryOnConflict('a sign-in', async () => {
    if (!storedOnce) {
      const row = (await db.row(admitting, valuesFor(KNOWN_OWNER)))!;
      if (row.is_ready) return row;
    }
    const owner = (await db.row(findOrDrawOwnerStatement, { mobileHashes: ofCode.mobileHashes }))!;
    const subjects = { mobile: admission.mobile, ...storedOnce };
    const row = (await rowOneByOne(db, sealing, subjects, admitting, valuesFor(owner)))!;
    return row.is_ready ? row : AGAIN;
  });
}

function admissionValues(
  sealing: Sealing,
  admission: Admission,
  { borrower_id, account_id, is_new }: OwnerOfNumber,
): Omit<AdmissionValues, keyof CodeTryValues> {
  const isNew = is_new && borrower_id !== null && account_id !== null;
  return {
    borrowerId: borrower_id,
    isNewNumber: is_new,
    newAccountId: account_id,
    mobileSealed: isNew ? sealing.seal('borrower.mobile_sealed', { borrower_id }, admission.mobile) : null,
    accountMobileSealed: isNew
      ? sealing.seal('repay_account.mobile_sealed', { borrower_id, account_id }, admission.mobile)
      : null,
    today: admission.today,
    channelCode: admission.channelCode,
    language: admission.language,
    operator: admission.operator ?? null,
    networkHashes: networkHashes(sealing, admission.address),
  };
}

const purgeWelcomedStatement = purgeStatement<{ today: Day }>('borrower: purge welcomed numbers', {
  table: 'welcomed_number',
  endedAt: 'welcomed_on',
  isOver: `welcomed_on <= $today::date - ${WELCOME_AGAIN_AFTER_DAYS}`,
});

export async function purgeWelcomedNumbers(db: Database, today: Day): Promise<void> {
  await purge(db, purgeWelcomedStatement, { today });
}
