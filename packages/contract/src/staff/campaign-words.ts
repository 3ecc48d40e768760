/** For whom a campaign is. Without schemas, so that the console downloads only names. */
export const CAMPAIGN_AUDIENCES = ['all', 'never_borrowed', 'away', 'good_payers'] as const;
export type CampaignAudience = (typeof CAMPAIGN_AUDIENCES)[number];

/** What gives a coupon by itself. Without an occasion it is given by staff, a campaign or the wheel. */
export const COUPON_OCCASIONS = ['registration', 'on_time_settlement'] as const;

export const COUPON_WORTHS = ['fixed', 'percent', 'fee_free'] as const;
export type CouponWorthKind = (typeof COUPON_WORTHS)[number];

export const MOST_CAMPAIGN_COUPONS = 1_000_000;
