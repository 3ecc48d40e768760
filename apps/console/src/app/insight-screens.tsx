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
  {
    path: '/insight/loan-book',
    title: 'Loan book',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/loan-book-page.tsx')).LoanBookPage,
    })),
  },
  {
    path: '/insight/flows',
    title: 'Disbursed and repaid',
    permission: 'seeInsight',
    page: lazy(async () => ({ default: (await import('../features/insight/flows-page.tsx')).FlowsPage })),
  },
  {
    path: '/insight/vintages',
    title: 'Vintages',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/vintages-page.tsx')).VintagesPage,
    })),
  },
  {
    path: '/insight/roll-rates',
    title: 'Roll rates',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/roll-rates-page.tsx')).RollRatesPage,
    })),
  },
  {
    path: '/insight/collections',
    title: 'Collections effect',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/collections-page.tsx')).CollectionsPage,
    })),
  },
  {
    path: '/insight/allowance',
    title: 'Allowance',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/allowance-page.tsx')).AllowancePage,
    })),
  },
  {
    path: '/insight/loans',
    title: 'Loans behind a number',
    permission: 'seeInsight',
    page: lazy(async () => ({
      default: (await import('../features/insight/loans-page.tsx')).FigureLoansPage,
    })),
  },
];
