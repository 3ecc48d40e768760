import type { StaffCallDefinition } from './definition.ts';

/** The end of a month: income earned, effective interest, classes and expected losses. */
export const runCalls = {
  listRuns: {
    method: 'GET',
    path: '/books/runs',
    access: 'seeBooks',
    audit: 'none',
    summary: 'The months that were run, how far the one under way came, and what holds the next one up',
  },
  getRun: {
    method: 'GET',
    path: '/books/runs/{month}',
    access: 'seeBooks',
    audit: 'none',
    summary: 'The classes and the expected losses of a month that was run',
  },
  previewLosses: {
    method: 'POST',
    path: '/books/runs/{month}/losses',
    access: 'seeBooks',
    audit: 'none',
    summary: 'The classes and the expected losses that a run of a month would find now',
  },
  startMonthEnd: {
    method: 'POST',
    path: '/books/runs/{month}',
    access: 'keepBooks',
    audit: 'change',
    summary: 'Run the end of a month, or go on with it',
  },
} as const satisfies Record<string, StaffCallDefinition>;
