import type { OfferPart } from '@thumba/contract/staff/offer-parts';

/** The parts of the set-up beside the offer, in the order of its first page. */
export const setUpPages: readonly { path: string; title: string; shows: string }[] = [
  {
    path: '/set-up/what-ifs',
    title: 'What-ifs',
    shows: 'Drafts of the rules and the scorecard, and what they would have decided of past applications',
  },
  {
    path: '/set-up/texts',
    title: 'Messages',
    shows: 'The words of every message, with real figures in them',
  },
  { path: '/set-up/coupons', title: 'Coupons', shows: 'Offers of coupons, and campaigns that give them' },
  { path: '/set-up/wheel', title: 'Wheel', shows: 'Prizes and odds, with what they are expected to cost' },
  {
    path: '/set-up/notices',
    title: 'Notices and holidays',
    shows: 'What all borrowers are told, and on which days',
  },
  {
    path: '/set-up/settings',
    title: 'Settings',
    shows: 'The bank accounts, the float reserve, and what else the lender sets by two people',
  },
  {
    path: '/set-up/channels',
    title: 'Channels',
    shows: 'The ways by which borrowers come to the app, with the pixels of advertisements',
  },
  {
    path: '/set-up/operators',
    title: 'Operators',
    shows: 'Whether each runs, what lies there, how payments went, and the switch that stops it',
  },
  { path: '/roles', title: 'Roles of staff', shows: 'What each role may do, and who has it' },
];

/** Where the rules and the scorecard are drafted together, because they are tried together. */
export const DECISIONS_ADDRESS = '/set-up/decisions';

/** The page of a part of the offer. */
export function offerAddress({ part, item }: { part: OfferPart; item: string }): string {
  return part === 'rules' || part === 'scorecard' ? DECISIONS_ADDRESS : `/set-up/offer/${part}/${item}`;
}
