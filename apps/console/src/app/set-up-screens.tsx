import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy } from 'react';
import { decisionScreens } from './decision-screens.tsx';
import type { Screen } from './screen.ts';

/** What the lender offers and decides by. */
export const setUpScreens: readonly Screen[] = [
  {
    path: '/set-up',
    title: 'Set-up',
    permission: 'seeSetUp',
    entry: { group: 'Lender', icon: SlidersHorizontal, goKey: 'v' },
    page: lazy(async () => ({ default: (await import('../features/set-up/set-up-page.tsx')).SetUpPage })),
  },
  {
    path: '/set-up/offer/:part/:item',
    title: 'Part of the offer',
    permission: 'seeSetUp',
    page: lazy(async () => ({
      default: (await import('../features/set-up/offer-item-page.tsx')).OfferItemPage,
    })),
  },
  {
    path: '/set-up/settings',
    title: 'Settings',
    permission: 'seeSetUp',
    page: lazy(async () => ({
      default: (await import('../features/settings/settings-page.tsx')).SettingsPage,
    })),
  },
  {
    path: '/set-up/settings/:setting',
    title: 'Setting',
    permission: 'seeSetUp',
    page: lazy(async () => ({
      default: (await import('../features/settings/setting-page.tsx')).SettingPage,
    })),
  },
  {
    path: '/set-up/operators',
    title: 'Mobile-money operators',
    permission: 'seeSetUp',
    page: lazy(async () => ({
      default: (await import('../features/operators/operators-page.tsx')).OperatorsPage,
    })),
  },
  ...decisionScreens,
];
