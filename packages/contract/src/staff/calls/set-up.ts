import type { StaffCallDefinition } from './definition.ts';

/** What the lender offers and decides by, as versions that two people make. */
export const setUpCalls = {
  listOfferItems: {
    method: 'GET',
    path: '/set-up/offer',
    access: 'seeSetUp',
    audit: 'none',
    summary:
      'Products, policies, limit ladder, rules and scorecard: the version that counts, and a planned one',
  },
  getOfferItem: {
    method: 'GET',
    path: '/set-up/offer/{part}/{item}',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'One part of the offer as it counts, what is planned, and what waits for a second person',
  },
  listOfferVersions: {
    method: 'GET',
    path: '/set-up/offer/{part}/{item}/versions',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'The versions of a part of the offer, the newest first, with what each changed and who made it',
  },
  previewOfferChange: {
    method: 'POST',
    path: '/set-up/offer/preview',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'What a draft breaks, and how it differs from what counts',
  },
  estimateProduct: {
    method: 'POST',
    path: '/set-up/products/estimate',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'The estimate that a borrower would see of a draft of a product',
  },
  askForOfferChange: {
    method: 'POST',
    path: '/set-up/offer',
    access: 'changeOffer',
    audit: 'change',
    summary: 'Ask for the next version of a part of the offer; a second person approves',
  },
  previewOfferWithdrawal: {
    method: 'POST',
    path: '/set-up/offer/{part}/{item}/withdrawal/preview',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'What withdrawing a planned version would leave',
  },
  askForOfferWithdrawal: {
    method: 'POST',
    path: '/set-up/offer/{part}/{item}/withdrawal',
    access: 'changeOffer',
    audit: 'change',
    summary: 'Ask for the withdrawal of a planned version before its day; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
