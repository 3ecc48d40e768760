/**
 * What the numbers of the wire stand for. Like `calls.ts` this file carries no schema, so that the borrower's phone
 * downloads the numbers only.
 */

/** What the app runs in: the Android wrapper, or a browser on whatever. */
export const DEVICE_TYPE = { android: 2, browser: 4 } as const;
export type DeviceType = (typeof DEVICE_TYPE)[keyof typeof DEVICE_TYPE];

/** A form of authentication. */
export const CER_CODE = { identity: 1, personal: 2, emergencyContact: 3, face: 15 } as const;

/** `authStep` is the first form that is not done, and this when all are. */
export const ALL_STEPS_DONE = 4;

/** Where a borrower stands. */
export const USER_STATUS = {
  detailsUnfinished: 0,
  mayBorrow: 1,
  underReview: 2,
  declined: 3,
  payingOut: 4,
  active: 5,
  overdue: 6,
  blocked: 7,
} as const;
export type UserStatus = (typeof USER_STATUS)[keyof typeof USER_STATUS];

/** What a payment is for. */
export const BIZ_TYPE = { repayment: 1, extension: 2 } as const;

/** Where a coupon stands. An expired one was neither used nor frozen by a payment in time. */
export const COUPON_STATUS = { usable: 1, applied: 2, used: 3, expired: 4 } as const;
export type CouponStatus = (typeof COUPON_STATUS)[keyof typeof COUPON_STATUS];
