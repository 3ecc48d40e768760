import { lazy } from 'react';
import type { Screen } from './screen.ts';

/** What leaves the house about late loans: to agencies, and to the credit bureau. */
export const lateLoanScreens: readonly Screen[] = [
  {
    path: '/agencies',
    title: 'Agencies',
    permission: 'seeArrears',
    page: lazy(async () => ({
      default: (await import('../features/arrears/agencies-page.tsx')).AgenciesPage,
    })),
  },
  {
    path: '/bureau',
    title: 'Credit bureau',
    permission: 'seeArrears',
    page: lazy(async () => ({ default: (await import('../features/bureau/bureau-page.tsx')).BureauPage })),
  },
  {
    path: '/bureau/:fileId',
    title: 'Rejected records',
    permission: 'seeArrears',
    page: lazy(async () => ({ default: (await import('../features/bureau/rejects-page.tsx')).RejectsPage })),
  },
];
