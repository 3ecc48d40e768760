import type { StaffCallDefinition } from './definition.ts';

/** What the books hand to another general ledger, and where each account goes there. */
export const ledgerExportCalls = {
  readLedgerExport: {
    method: 'GET',
    path: '/books/export',
    access: 'seeBooks',
    audit: 'none',
    summary: 'The journals of days for another general ledger, with their checks',
  },
  downloadLedgerExport: {
    method: 'POST',
    path: '/books/export/file',
    access: 'seeBooks',
    audit: 'look',
    summary: 'Download the journals of days for another general ledger',
  },
  getMapping: {
    method: 'GET',
    path: '/books/mapping',
    access: 'seeBooks',
    audit: 'none',
    summary: 'Where each account goes in another general ledger',
  },
  saveMapping: {
    method: 'POST',
    path: '/books/mapping',
    access: 'keepBooks',
    audit: 'change',
    summary: 'Save where each account goes in another general ledger',
  },
} as const satisfies Record<string, StaffCallDefinition>;
