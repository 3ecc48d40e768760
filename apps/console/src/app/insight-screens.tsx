import ChartColumn from 'lucide-react/icons/chart-column';
import { lazy } from 'react';
import type { Screen } from './screen.ts';

/** The reports of the whole book. */
export const insightScreens: readonly Screen[] = [
  {
    path: '/insight',
    title: 'Insight',
    permission: 'seeInsight',
    entry: { group: 'Lender', icon: ChartColumn, goKey: 'h' },
    page: lazy(async () => ({ default: (await import('../features/insight/insight-page.tsx')).InsightPage })),
  },
  {
    path: '/insight/income-and-cost',
    title: 'Income and cost',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/income-and-cost-page.tsx')).IncomeAndCostPage,
    })),
  },
  {
    path: '/insight/entries',
    title: 'Ledger rows',
    permission: 'seeInsight',
    page: lazy(async () => ({ default: (await import('../features/insight/entries-page.tsx')).EntriesPage })),
  },
];
