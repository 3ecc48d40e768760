import { COUPON_STATUS, type CouponStatus } from '@thumba/contract/codes';
import type { CouponTakenRefusal } from '@thumba/lending/coupon';
import type { Day } from '@thumba/lending/day';
import type { Coupon } from '@thumba/lending/loan';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';
import type { Subject } from '../posting-line/posting.ts';
import { COUPON_AS_JSON } from '../posting-line/read-subjects.ts';

/** A coupon as its borrower sees it: its status, and the loan and period that it is applied to or was used on. */
export type HeldCoupon = {
  coupon: Coupon;
  status: CouponStatus;
  loanId: number | null;
  appliedPeriod: number | null;
};

const { usable, applied, used, expired } = COUPON_STATUS;

/**
 * The SQL expression for the status of a coupon `u` with its loan `l` on a day. A coupon expires by its date, without a
 * job. A pending payment that was quoted with the coupon keeps it usable until the payment has ended.
 */
export function couponStatusOn(today: string): string {
  return `case
    when u.state = 'used' then ${used}
    when u.valid_to < ${today} and coalesce(l.pending_quoted ->> 'userCouponId', '') <> u.user_coupon_id::text
      then ${expired}
    when u.state = 'applied' then ${applied}
    else ${usable} end`;
}

type CouponRow = {
  coupon: Coupon;
  status: CouponStatus;
  loan_id: number | null;
  applied_period: number | null;
};

const listCouponsStatement = statement<
  CouponRow & { total: number },
  { borrowerId: number; today: Day; statuses: readonly CouponStatus[]; limit: number; offset: number }
>(
  'coupon: list',
  `select c.*, count(*) over () as total
   from (
     select ${COUPON_AS_JSON} as coupon, ${couponStatusOn('$today::date')} as status, u.loan_id,
       case when u.state = 'applied' then (l.coupon ->> 'period')::integer end as applied_period,
       u.valid_to, u.user_coupon_id
     from borrower_coupon u
     left join loan l on l.borrower_id = u.borrower_id and l.loan_id = u.loan_id
     where u.borrower_id = $borrowerId
   ) c
   where c.status = any ($statuses::integer[])
   order by array_position(array[${applied}, ${usable}, ${used}, ${expired}], c.status), c.valid_to, c.user_coupon_id
   limit $limit offset $offset`,
);

/** The applied coupon first, then the usable ones, the next to expire first. */
export async function listCoupons(
  db: Database,
  borrowerId: number,
  { today, statuses, ...page }: Page & { today: Day; statuses: readonly CouponStatus[] },
): Promise<{ total: number; coupons: HeldCoupon[] }> {
  const valuesOf = ({ limit, offset }: Page) => ({ borrowerId, today, statuses, limit, offset });
  const { total, rows } = await readPage(db, listCouponsStatement, valuesOf, page);
  return {
    total,
    coupons: rows.map((row) => ({
      coupon: row.coupon,
      status: row.status,
      loanId: row.loan_id,
      appliedPeriod: row.applied_period,
    })),
  };
}

/** The statuses of coupons that a borrower still has: usable and applied. */
export const AVAILABLE: readonly CouponStatus[] = [usable, applied];

/** The SQL expression for the number of coupons that borrower `b` still has on a day. */
export function countAvailableCoupons(today: string): string {
  return `(select count(*) from borrower_coupon u
    left join loan l on l.borrower_id = u.borrower_id and l.loan_id = u.loan_id
    where u.borrower_id = b.borrower_id and ${couponStatusOn(today)} in (${AVAILABLE.join(', ')}))`;
}

export type NoSuchCoupon = { kind: 'no_such_coupon' };

/**
 * Refuses a coupon that the borrower cannot apply to this loan (`null` for a new loan), because it is not theirs, used
 * or applied elsewhere. Its dates and its plan are checked by `checkCoupon` of lending.
 */
export function chooseCoupon(
  named: Subject['coupon'],
  loanId: number | null,
): Outcome<Coupon, NoSuchCoupon | CouponTakenRefusal> {
  if (named === null) return refuse({ kind: 'no_such_coupon' });
  if (named.state === 'used') return refuse({ kind: 'coupon_used' });
  if (named.state === 'applied' && named.loanId !== loanId)
    return refuse({ kind: 'coupon_applied_elsewhere' });
  return allow(named.coupon);
}
