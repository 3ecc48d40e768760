import { adoptedHash } from '../platform/adopted-hash.ts';

/** The hash under which a mobile number is stored, or is stored now, wherever it is stored for longer than a day. */
export function adoptedMobileHash(hashes: string): string {
  return adoptedHash(
    [
      'borrower_by_mobile.mobile_hash',
      'repay_account.mobile_hash',
      'payout_number.mobile_hash',
      'welcomed_number.mobile_hash',
    ],
    hashes,
  );
}
