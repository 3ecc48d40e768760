import type { StaffCallDefinition } from './definition.ts';

/** The long lists: every loan, borrower, payment and decided application, sorted and narrowed by the server. */
export const listCalls = {
  listLoans: {
    method: 'GET',
    path: '/loans',
    access: 'seeLoan',
    audit: 'none',
    summary: 'All loans, sorted and narrowed, page by page, with their borrowers by number alone',
  },
  listBorrowers: {
    method: 'GET',
    path: '/borrowers',
    access: 'seeBorrower',
    audit: 'look',
    summary: 'All borrowers, masked, sorted and narrowed, page by page',
  },
  listPayments: {
    method: 'GET',
    path: '/payments',
    access: 'seePayments',
    audit: 'none',
    summary: 'All payments and payouts, sorted and narrowed, page by page',
  },
  listDecided: {
    method: 'GET',
    path: '/applications/decided',
    access: 'seeApplications',
    audit: 'none',
    summary: 'The applications that were decided, by the rules or by a person, sorted and narrowed',
  },
} as const satisfies Record<string, StaffCallDefinition>;
