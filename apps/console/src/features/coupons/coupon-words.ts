import type { CampaignAudience, CouponWorthKind } from '@thumba/contract/staff/campaign-words';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { readAmount } from '../treasury/treasury-words.ts';

export type Offer = StaffAnswer<'listOffers'>['items'][number];
export type Campaign = StaffAnswer<'listCampaigns'>['items'][number];

export const WORTH_TITLES: Record<CouponWorthKind, string> = {
  fixed: 'An amount',
  percent: 'A share of the charges',
  fee_free: 'The whole fee',
};

export const AUDIENCE_TITLES: Record<CampaignAudience, string> = {
  all: 'All borrowers',
  never_borrowed: 'Borrowers who never borrowed',
  away: 'Borrowers without a loan for some days after their last one',
  good_payers: 'Borrowers who paid off some loans without a late day',
};

const OCCASION_TITLES: Record<NonNullable<Offer['occasion']>, string> = {
  registration: 'for registering',
  on_time_settlement: 'for each loan paid off on time',
};

/** What gives coupons of an offer by itself. */
export function occasionText(occasion: Offer['occasion']): string {
  return occasion === null ? 'by staff, a campaign or the wheel' : OCCASION_TITLES[occasion];
}

/** An amount of a field in kwacha; null where nothing that can be used is written. */
export function amountOf(text: string): number | null {
  const amount = readAmount(text);
  return amount !== undefined && amount > 0 ? amount : null;
}

/** A whole number of a field from 1; null where nothing that can be used is written. */
export function countOf(text: string): number | null {
  const count = Number(text);
  return text.trim() !== '' && Number.isInteger(count) && count > 0 ? count : null;
}
