import HandCoins from 'lucide-react/icons/hand-coins';
import Users from 'lucide-react/icons/users';
import { lazy } from 'react';
import type { Screen } from './screen.ts';

/** The long lists: all of a kind, sorted and narrowed. They stand before the pages of one record. */
export const findScreens: readonly Screen[] = [
  {
    path: '/loans',
    title: 'Loans',
    permission: 'seeLoan',
    entry: { group: 'Find', icon: HandCoins, goKey: 'q' },
    page: lazy(async () => ({ default: (await import('../features/loans/loans-page.tsx')).LoansPage })),
  },
  {
    path: '/borrowers',
    title: 'Borrowers',
    permission: 'seeBorrower',
    entry: { group: 'Find', icon: Users, goKey: 'x' },
    page: lazy(async () => ({
      default: (await import('../features/borrowers/borrowers-page.tsx')).BorrowersPage,
    })),
  },
  {
    path: '/payments/all',
    title: 'All payments',
    permission: 'seePayments',
    page: lazy(async () => ({
      default: (await import('../features/payments/all-payments-page.tsx')).AllPaymentsPage,
    })),
  },
  {
    path: '/applications/decided',
    title: 'Decided applications',
    permission: 'seeApplications',
    page: lazy(async () => ({
      default: (await import('../features/applications/decided-page.tsx')).DecidedPage,
    })),
  },
];
