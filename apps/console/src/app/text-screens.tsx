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
    path: '/set-up/wheel',
    title: 'Wheel',
    permission: 'seeSetUp',
    page: lazy(async () => ({ default: (await import('../features/wheel/wheel-page.tsx')).WheelPage })),
  },
];
