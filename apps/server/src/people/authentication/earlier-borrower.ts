import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { statement, type Transaction } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Identity } from '../borrower/applicant.ts';
import { EARLIER_BORROWER, type EarlierBorrowerValues } from '../borrower/earlier-borrower.ts';
import { namePrefixHashes, SAVED_NAME_PREFIXES } from './name-prefixes.ts';

const keepEarlierBorrowerStatement = statement<
  never,
  EarlierBorrowerValues & { identitySealed: Buffer; namePrefixHashes: string[] }
>(
  'authentication: keep earlier borrower',
  `with ${EARLIER_BORROWER},
   saved_identity as (
     insert into borrower_identity (borrower_id, identity_sealed, confirmed_at, name_found_of)
     select $borrowerId::bigint, $identitySealed::bytea, $now::timestamptz, $now
     where not exists (select from borrower_identity where borrower_id = $borrowerId)
     returning borrower_id
   ),
   ${SAVED_NAME_PREFIXES}
   select from saved_identity`,
);

/** The borrower of a loan of an earlier system, with the numbers that were drawn for them or that they have. */
export type EarlierBorrower = {
  borrowerId: number;
  isNewBorrower: boolean;
  accountId: number;
  isNewAccount: boolean;
  mobile: string;
  operator: OperatorName;
  identity: Identity;
  now: Date;
  today: Day;
};

/** Registers a borrower of an earlier system, and keeps the identity that it had, without a picture of the card. */
export async function keepEarlierBorrower(
  transaction: Transaction,
  sealing: Sealing,
  { mobile, identity, ...values }: EarlierBorrower,
): Promise<void> {
  const { borrowerId: borrower_id, accountId: account_id } = values;
  const identityText = JSON.stringify(identity);
  await transaction.rows(keepEarlierBorrowerStatement, {
    ...values,
    mobileSealed: sealing.seal('borrower.mobile_sealed', { borrower_id }, mobile),
    mobileHashes: sealing.lookupHashes('mobile', mobile),
    accountMobileSealed: sealing.seal('repay_account.mobile_sealed', { borrower_id, account_id }, mobile),
    identitySealed: sealing.seal('borrower_identity.identity_sealed', { borrower_id }, identityText),
    identityHashes: sealing.lookupHashes('identity', identityText),
    nationalIdHashes: sealing.lookupHashes('national_id', identity.idNumber),
    namePrefixHashes: namePrefixHashes(sealing, identity),
  });
}
