import type { Day } from '@thumba/lending/day';
import { type Ngwee, ngwee } from '@thumba/lending/money';
import { countAvailableCoupons } from '../../book/coupon/coupons.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

export type Borrower = {
  mobile: string;
  registeredAt: Date;
  walletNgwee: Ngwee;
  couponCount: number;
};

type BorrowerRow = {
  mobile_sealed: Buffer;
  registered_at: Date;
  wallet_ngwee: number;
  coupon_count: number;
};

const findBorrowerStatement = statement<BorrowerRow, { borrowerId: number; today: Day }>(
  'borrower: find',
  `select b.mobile_sealed, b.registered_at, s.wallet_ngwee,
     ${countAvailableCoupons('$today::date')} as coupon_count
   from borrower b join borrower_standing s using (borrower_id)
   where b.borrower_id = $borrowerId`,
);

const findMobileStatement = statement<{ mobile_sealed: Buffer }, { borrowerId: number }>(
  'borrower: find mobile',
  'select mobile_sealed from borrower where borrower_id = $borrowerId',
);

export async function findBorrower(
  db: Database,
  sealing: Sealing,
  borrowerId: number,
  today: Day,
): Promise<Borrower> {
  const row = await db.row(findBorrowerStatement, { borrowerId, today });
  if (!row) throw new Error('a session belongs to no borrower');
  return {
    mobile: sealing.open('borrower.mobile_sealed', { borrower_id: borrowerId }, row.mobile_sealed),
    registeredAt: row.registered_at,
    walletNgwee: ngwee(row.wallet_ngwee),
    couponCount: row.coupon_count,
  };
}

const findBorrowerByMobileStatement = statement<{ borrower_id: number }, { mobileHashes: Buffer[] }>(
  'borrower: find by mobile',
  'select borrower_id from borrower_by_mobile where mobile_hash = any ($mobileHashes::bytea[])',
);

/** The borrower of a number, for staff, who know a borrower by the number. */
export async function findBorrowerByMobile(
  db: Database,
  sealing: Sealing,
  mobile: string,
): Promise<number | undefined> {
  const values = { mobileHashes: sealing.lookupHashes('mobile', mobile) };
  return (await db.row(findBorrowerByMobileStatement, values))?.borrower_id;
}

/** The number the borrower signs in with, in the clear: mask it before it is shown. */
export async function findBorrowerMobile(
  db: Database,
  sealing: Sealing,
  borrowerId: number,
): Promise<string | undefined> {
  const row = await db.row(findMobileStatement, { borrowerId });
  return row && sealing.open('borrower.mobile_sealed', { borrower_id: borrowerId }, row.mobile_sealed);
}
