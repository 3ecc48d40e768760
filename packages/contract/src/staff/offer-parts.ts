/** What the lender offers and decides by. Without schemas, so that the console downloads only names. */
export const OFFER_PARTS = ['product', 'policy', 'policy_in_force', 'ladder', 'rules', 'scorecard'] as const;

export type OfferPart = (typeof OFFER_PARTS)[number];
