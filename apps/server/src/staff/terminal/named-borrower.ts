import { MOBILE_PATTERN } from '@thumba/contract/fields';
import { readRecordNumber } from '../../book/staff-action.ts';
import { findBorrowerByMobile } from '../../people/borrower/queries.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

export const NO_SUCH_BORROWER = 'There is no such borrower.';

/**
 * The borrower whom a person at the terminal names by a mobile number or by a borrower's number. A wrong number is not
 * printed: it may be the number of another person.
 */
export async function findNamedBorrower(
  db: Database,
  sealing: Sealing,
  whom: string,
): Promise<{ borrowerId: number } | { problem: string }> {
  const mobile = whom.replaceAll(/[\s-]/g, '').replace(/^(?:\+|00)?260(?=\d{9}$)/, '0');
  if (MOBILE_PATTERN.test(mobile)) {
    const borrowerId = await findBorrowerByMobile(db, sealing, mobile);
    return borrowerId === undefined ? { problem: NO_SUCH_BORROWER } : { borrowerId };
  }
  const borrowerId = readRecordNumber(whom);
  return borrowerId === undefined
    ? { problem: 'Say whom by a mobile number, like 0977123456, or by the number of a borrower.' }
    : { borrowerId };
}
