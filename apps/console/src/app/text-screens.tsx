import { lazy } from 'react';
import type { Screen } from './screen.ts';

/** What borrowers read and are given. */
export const textScreens: readonly Screen[] = [
  {
    path: '/set-up/texts',
    title: 'Messages',
    permission: 'seeSetUp',
    page: lazy(async () => ({ default: (await import('../features/texts/texts-page.tsx')).TextsPage })),
  },
  {
    path: '/set-up/texts/:kind',
    title: 'Message',
    permission: 'seeSetUp',
    page: lazy(async () => ({ default: (await import('../features/texts/text-page.tsx')).TextPage })),
  },
  {
    path: '/set-up/coupons',
    title: 'Coupons',
    permission: 'seeSetUp',
    page: lazy(async () => ({ default: (await import('../features/coupons/coupons-page.tsx')).CouponsPage })),
  },
  {
    path: '/set-up/coupons/:code',
    title: 'Coupon',
    permission: 'seeSetUp',
    page: lazy(async () => ({ default: (await import('../features/coupons/offer-page.tsx')).OfferPage })),
  },
  {
    path: '/set-up/notices',
    title: 'Notices and holidays',
    permission: 'seeSetUp',
    page: lazy(async () => ({ default: (await import('../features/notices/notices-page.tsx')).NoticesPage })),
  },
  {
    path: '/set-up/notices/:noticeCode',
    title: 'Notice',
    permission: 'seeSetUp',
    page: lazy(async () => ({ default: (await import('../features/notices/notice-page.tsx')).NoticePage })),
  },
  {
    path: '/set-up/channels',
    title: 'Channels',
    permission: 'seeSetUp',
    page: lazy(async () => ({
      default: (await import('../features/channels/channels-page.tsx')).ChannelsPage,
    })),
  },
  {
    path: '/set-up/wheel',
    title: 'Wheel',
    permission: 'seeSetUp',
    page: lazy(async () => ({ default: (await import('../features/wheel/wheel-page.tsx')).WheelPage })),
  },
];
