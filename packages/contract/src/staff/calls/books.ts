import type { StaffCallDefinition } from './definition.ts';

/** The books: accounting reports, and the way from a balance to the loan. */
export const booksCalls = {
  readReport: {
    method: 'GET',
    path: '/books/reports/{report}',
    access: 'seeBooks',
    audit: 'none',
    summary: 'A report of an accountant, with its totals and its checks',
  },
  downloadReport: {
    method: 'POST',
    path: '/books/reports/{report}/file',
    access: 'seeBooks',
    audit: 'look',
    summary: 'Download a report of an accountant as a file',
  },
  readAccountDays: {
    method: 'GET',
    path: '/books/accounts/{code}',
    access: 'seeBooks',
    audit: 'none',
    summary: 'The ledger of an account: its balance at the end of each day on which something was booked',
  },
  listAccountRows: {
    method: 'GET',
    path: '/books/accounts/{code}/{on}',
    access: 'seeBooks',
    audit: 'look',
    summary: 'The rows of an account that were booked on a day',
  },
  readEntry: {
    method: 'GET',
    path: '/books/entries/{payerId}/{entryId}',
    access: 'seeBooks',
    audit: 'look',
    subject: { kind: 'payer', parameter: 'payerId' },
    summary: 'An entry of the ledger with its rows',
  },
} as const satisfies Record<string, StaffCallDefinition>;
