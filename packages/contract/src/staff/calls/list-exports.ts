import type { StaffCallDefinition } from './definition.ts';

/** Lists of the console as files, with the filters of their screens. */
export const listExportCalls = {
  exportList: {
    method: 'POST',
    path: '/exports/lists',
    access: 'readListFiles',
    audit: 'look',
    summary: 'Download a list with its filter, without names',
  },
  askForNamedList: {
    method: 'POST',
    path: '/exports/named-lists',
    access: 'exportInBulk',
    audit: 'change',
    summary: 'Ask for a list with names; a second person approves',
  },
  exportNamedList: {
    method: 'POST',
    path: '/exports/named-lists/{requestId}',
    access: 'exportInBulk',
    audit: 'look',
    subject: { kind: 'request', parameter: 'requestId' },
    summary: 'Download a list with names that a second person approved, once',
  },
} as const satisfies Record<string, StaffCallDefinition>;
