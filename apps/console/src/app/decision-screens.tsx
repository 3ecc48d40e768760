import { lazy } from 'react';
import type { Screen } from './screen.ts';

/** The decision rules and the scorecard, and what drafts of them would have decided. */
export const decisionScreens: readonly Screen[] = [
  {
    path: '/set-up/decisions',
    title: 'Rules and scorecard',
    permission: 'seeSetUp',
    page: lazy(async () => ({
      default: (await import('../features/decisions/decisions-page.tsx')).DecisionsPage,
    })),
  },
  {
    path: '/set-up/what-ifs',
    title: 'What-ifs',
    permission: 'seeSetUp',
    page: lazy(async () => ({
      default: (await import('../features/decisions/what-ifs-page.tsx')).WhatIfsPage,
    })),
  },
  {
    path: '/set-up/what-ifs/:runId',
    title: 'What-if',
    permission: 'seeSetUp',
    page: lazy(async () => ({
      default: (await import('../features/decisions/what-if-page.tsx')).WhatIfPage,
    })),
  },
  {
    path: '/set-up/what-ifs/:runId/applications',
    title: 'Applications of a what-if',
    permission: 'seeSetUp',
    page: lazy(async () => ({
      default: (await import('../features/decisions/what-if-applications-page.tsx')).WhatIfApplicationsPage,
    })),
  },
];
