import type { StaffCallDefinition } from './definition.ts';

const subject = { kind: 'borrower', parameter: 'borrowerId' } as const;

/** What staff change about a borrower beside blocking. */
export const borrowerActionCalls = {
  readLimit: {
    method: 'GET',
    path: '/borrowers/{borrowerId}/limit',
    access: 'overrideLimit',
    audit: 'look',
    subject,
    summary: 'The step of the borrower on the limit ladder, and the limits of all steps',
  },
  askForLimit: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/limit',
    access: 'overrideLimit',
    audit: 'change',
    subject,
    summary: 'Ask a second person for another step on the limit ladder',
  },
  listCouponOffers: {
    method: 'GET',
    path: '/coupon-offers',
    access: 'giveCoupons',
    audit: 'none',
    summary: 'The offers that coupons are given from',
  },
  askForCouponGift: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/coupons',
    access: 'giveCoupons',
    audit: 'change',
    subject,
    summary: 'Ask a second person for the gift of a coupon',
  },
  correctIdentity: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/identity',
    access: 'correctIdentity',
    audit: 'change',
    subject,
    summary: 'Correct the name, the birth date or the number of the identity card; the borrower is told',
  },
  allowWithoutFace: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/without-face',
    access: 'correctIdentity',
    audit: 'change',
    subject,
    summary: 'Let a borrower apply without a picture of the face: a person looks at each application',
  },
  holdPayouts: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/payouts/hold',
    access: 'holdPayouts',
    audit: 'change',
    subject,
    summary: 'Hold the payouts to the borrower at once, for example after a SIM swap; repayments go on',
  },
  releasePayouts: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/payouts/release',
    access: 'holdPayouts',
    audit: 'change',
    subject,
    summary: 'Release the payouts to the borrower, which another person holds',
  },
  eraseBorrower: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/erase',
    access: 'eraseBorrower',
    audit: 'change',
    subject,
    summary: 'Delete the account of a borrower who asked for it; the records of the law stay for its years',
  },
} as const satisfies Record<string, StaffCallDefinition>;
