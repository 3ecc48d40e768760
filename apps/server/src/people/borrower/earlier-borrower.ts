import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { adoptedMobileHash } from '../../book/adopted-mobile-hash.ts';
import { ROWS_OF_NEW_BORROWER } from './admission.ts';
import { SAVED_FIRST_NUMBER } from './identity-entry.ts';

/**
 * CTEs that register the borrower of a loan of an earlier system: the number, a standing, the default account and the
 * number of the card, as far as they do not exist. No code was entered, so no device is trusted.
 */
export const EARLIER_BORROWER = `new_borrower as (
  insert into borrower (borrower_id, mobile_sealed, registered_at, registered_on)
  overriding system value
  select $borrowerId::bigint, $mobileSealed::bytea, $now::timestamptz, $today::date where $isNewBorrower::boolean
  returning borrower_id
),
${ROWS_OF_NEW_BORROWER},
inserted_account as (
  insert into repay_account (borrower_id, account_id, mobile_sealed, mobile_hash, operator, is_default, created_at)
  select $borrowerId::bigint, $accountId::bigint, $accountMobileSealed::bytea, ${adoptedMobileHash('$mobileHashes')},
    $operator::text, true, $now::timestamptz
  where $isNewAccount::boolean
),
${SAVED_FIRST_NUMBER}`;

/** The values of `EARLIER_BORROWER`. */
export type EarlierBorrowerValues = {
  borrowerId: number;
  isNewBorrower: boolean;
  mobileSealed: Buffer;
  mobileHashes: Buffer[];
  accountId: number;
  isNewAccount: boolean;
  accountMobileSealed: Buffer;
  operator: OperatorName;
  identityHashes: Buffer[];
  nationalIdHashes: Buffer[];
  now: Date;
  today: Day;
};
