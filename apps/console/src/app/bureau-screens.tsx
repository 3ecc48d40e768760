import { lazy } from 'react';
import type { Screen } from './screen.ts';

/** What the credit bureau is told of loans. */
export const bureauScreens: readonly Screen[] = [
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
