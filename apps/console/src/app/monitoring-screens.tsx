import { lazy } from 'react';
import type { Screen } from './screen.ts';

/** What the lender watches: its reports, and the rows behind their numbers. */
export const monitoringScreens: readonly Screen[] = [
  {
    path: '/insight/registrations',
    title: 'Registrations',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/registrations-page.tsx')).RegistrationsPage,
    })),
  },
  {
    path: '/insight/approvals',
    title: 'Approvals',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/approvals-page.tsx')).ApprovalsPage,
    })),
  },
  {
    path: '/insight/scorecard',
    title: 'Scorecard',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/scorecard-page.tsx')).ScorecardPage,
    })),
  },
  {
    path: '/insight/officers',
    title: 'Work of people',
    permission: 'seeOfficersWork',
    page: lazy(async () => ({
      default: (await import('../features/insight/officers-page.tsx')).OfficersPage,
    })),
  },
  {
    path: '/insight/operators',
    title: 'Operators',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/operators-page.tsx')).OperatorsPage,
    })),
  },
  {
    path: '/insight/codes',
    title: 'Codes',
    permission: 'seeInsight',
    page: lazy(async () => ({ default: (await import('../features/insight/codes-page.tsx')).CodesPage })),
  },
  {
    path: '/insight/sms',
    title: 'Cost of SMS',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/sms-cost-page.tsx')).SmsCostPage,
    })),
  },
  {
    path: '/insight/registered',
    title: 'Borrowers',
    permission: 'seeInsight',
    page: lazy(async () => ({ default: (await import('../features/insight/row-pages.tsx')).RegisteredPage })),
  },
  {
    path: '/insight/decided',
    title: 'Applications',
    permission: 'seeInsight',
    page: lazy(async () => ({ default: (await import('../features/insight/row-pages.tsx')).DecidedPage })),
  },
  {
    path: '/insight/work',
    title: 'Work',
    permission: 'seeOfficersWork',
    page: lazy(async () => ({ default: (await import('../features/insight/row-pages.tsx')).WorkPage })),
  },
  {
    path: '/insight/payments',
    title: 'Payments',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/row-pages.tsx')).PaymentsOfOperatorPage,
    })),
  },
  {
    path: '/insight/sent',
    title: 'Sent messages',
    permission: 'seeInsight',
    page: lazy(async () => ({ default: (await import('../features/insight/row-pages.tsx')).SentPage })),
  },
];
