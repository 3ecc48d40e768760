/**
 * The meaning of the numbers on the wire. Like `calls.ts` this file has no schemas, so that the borrower's phone
 * downloads only the numbers.
 */

/** The app runs in the Android wrapper or in a browser on any system. */
export const DEVICE_TYPE = { android: 2, browser: 4 } as const;
export type DeviceType = (typeof DEVICE_TYPE)[keyof typeof DEVICE_TYPE];

/** The forms of authentication. */
export const CER_CODE = { identity: 1, personal: 2, emergencyContact: 3, face: 15 } as const;

/** The value of `authStep` when all forms are done; otherwise it is the first form that is not done. */
export const ALL_STEPS_DONE = 4;

/** The status of a borrower. */
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

/** The purpose of a payment. */
export const BIZ_TYPE = { repayment: 1, extension: 2 } as const;

/** The status of a coupon. An expired coupon was neither used nor part of a pending payment in time. */
export const COUPON_STATUS = { usable: 1, applied: 2, used: 3, expired: 4 } as const;
export type CouponStatus = (typeof COUPON_STATUS)[keyof typeof COUPON_STATUS];
