import type { StaffCallDefinition } from './definition.ts';

/** Periods of the book: closed by two people, and opened again by a request. */
export const periodCalls = {
  listPeriods: {
    method: 'GET',
    path: '/books/periods',
    access: 'seeBooks',
    audit: 'none',
    summary: 'What is closed and open, what holds up the next close, and what was done with periods',
  },
  askForClosing: {
    method: 'POST',
    path: '/books/periods/{period}/closing',
    access: 'keepBooks',
    audit: 'change',
    summary: 'Ask for the close of a period; a second person closes it',
  },
  closePeriod: {
    method: 'POST',
    path: '/books/periods/{period}/close',
    access: 'checkBooks',
    audit: 'change',
    summary: 'Close a period whose close another person asked for',
  },
  declineClosing: {
    method: 'POST',
    path: '/books/periods/{period}/decline',
    access: 'keepBooks',
    audit: 'change',
    summary: 'End the request for the close of a period',
  },
  askForReopening: {
    method: 'POST',
    path: '/books/periods/{period}/reopening',
    access: 'keepBooks',
    audit: 'change',
    summary: 'Ask for a closed period to be opened again; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
