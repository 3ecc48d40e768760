import BookOpen from 'lucide-react/icons/book-open';
import { lazy } from 'react';
import type { Screen } from './screen.ts';

/** The books of the lender: reports, runs, periods and journals. */
export const booksScreens: readonly Screen[] = [
  {
    path: '/books',
    title: 'Books',
    permission: 'seeBooks',
    entry: { group: 'Lender', icon: BookOpen, goKey: 'z' },
    page: lazy(async () => ({ default: (await import('../features/books/books-page.tsx')).BooksPage })),
  },
  {
    path: '/books/reports/:report',
    title: 'Report',
    permission: 'seeBooks',
    page: lazy(async () => ({ default: (await import('../features/books/report-page.tsx')).ReportPage })),
  },
  {
    path: '/books/accounts/:code',
    title: 'Account',
    permission: 'seeBooks',
    page: lazy(async () => ({ default: (await import('../features/books/account-page.tsx')).AccountPage })),
  },
  {
    path: '/books/accounts/:code/:on',
    title: 'Day of an account',
    permission: 'seeBooks',
    page: lazy(async () => ({
      default: (await import('../features/books/account-day-page.tsx')).AccountDayPage,
    })),
  },
  {
    path: '/books/entries/:payerId/:entryId',
    title: 'Entry',
    permission: 'seeBooks',
    page: lazy(async () => ({ default: (await import('../features/books/entry-page.tsx')).EntryPage })),
  },
  {
    path: '/books/periods',
    title: 'Periods',
    permission: 'seeBooks',
    page: lazy(async () => ({ default: (await import('../features/books/periods-page.tsx')).PeriodsPage })),
  },
  {
    path: '/books/runs',
    title: 'Runs',
    permission: 'seeBooks',
    page: lazy(async () => ({ default: (await import('../features/books/runs-page.tsx')).RunsPage })),
  },
  {
    path: '/books/runs/:month',
    title: 'Losses of a month',
    permission: 'seeBooks',
    page: lazy(async () => ({ default: (await import('../features/books/run-page.tsx')).RunPage })),
  },
  {
    path: '/books/export',
    title: 'Export',
    permission: 'seeBooks',
    page: lazy(async () => ({ default: (await import('../features/books/export-page.tsx')).ExportPage })),
  },
  {
    path: '/books/mapping',
    title: 'Mapping',
    permission: 'seeBooks',
    page: lazy(async () => ({ default: (await import('../features/books/mapping-page.tsx')).MappingPage })),
  },
  {
    path: '/books/journals',
    title: 'Journals',
    permission: 'seeBooks',
    page: lazy(async () => ({
      default: (await import('../features/books/journals-page.tsx')).JournalsPage,
    })),
  },
  {
    path: '/books/journals/:journalId',
    title: 'Journal',
    permission: 'seeBooks',
    page: lazy(async () => ({ default: (await import('../features/books/journal-page.tsx')).JournalPage })),
  },
  {
    path: '/books/proposals/:proposalId',
    title: 'Proposed journal',
    permission: 'seeBooks',
    page: lazy(async () => ({
      default: (await import('../features/books/proposal-page.tsx')).ProposalPage,
    })),
  },
  {
    path: '/books/schedules',
    title: 'Schedules',
    permission: 'seeBooks',
    page: lazy(async () => ({
      default: (await import('../features/books/schedules-page.tsx')).SchedulesPage,
    })),
  },
  {
    path: '/books/return-layout',
    title: 'Layout of the return',
    permission: 'seeBooks',
    page: lazy(async () => ({
      default: (await import('../features/books/return-layout-page.tsx')).ReturnLayoutPage,
    })),
  },
];
