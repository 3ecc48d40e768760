import type { StaffCallDefinition } from './definition.ts';

/** Coupon offers, and campaigns that give their coupons to many borrowers. */
export const couponCalls = {
  listOffers: {
    method: 'GET',
    path: '/set-up/coupons',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'Coupon offers: what each takes off, how many were given and used, and what they cost',
  },
  listOfferHistory: {
    method: 'GET',
    path: '/set-up/coupons/{offerCode}/versions',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'The versions of a coupon offer, the newest first',
  },
  previewCouponOffer: {
    method: 'POST',
    path: '/set-up/coupons/preview',
    access: 'changeCampaigns',
    audit: 'none',
    summary: 'What a new coupon offer, or other terms of one, would change',
  },
  askForCouponOffer: {
    method: 'POST',
    path: '/set-up/coupons',
    access: 'changeCampaigns',
    audit: 'change',
    summary: 'Ask for a coupon offer or other terms of one; a second person approves',
  },
  listCampaigns: {
    method: 'GET',
    path: '/set-up/campaigns',
    access: 'seeSetUp',
    audit: 'none',
    summary: 'Campaigns with what they gave and cost, the newest first',
  },
  previewCampaign: {
    method: 'POST',
    path: '/set-up/campaigns/preview',
    access: 'changeCampaigns',
    audit: 'none',
    summary: 'How many borrowers a campaign would reach, and what it costs at most',
  },
  askForCampaign: {
    method: 'POST',
    path: '/set-up/campaigns',
    access: 'changeCampaigns',
    audit: 'change',
    summary: 'Ask for a campaign; a second person approves',
  },
  previewCampaignStop: {
    method: 'POST',
    path: '/set-up/campaigns/{campaignId}/stop/preview',
    access: 'changeCampaigns',
    audit: 'none',
    summary: 'What stopping a campaign would leave',
  },
  askForCampaignStop: {
    method: 'POST',
    path: '/set-up/campaigns/{campaignId}/stop',
    access: 'changeCampaigns',
    audit: 'change',
    summary: 'Ask for the end of a campaign; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
