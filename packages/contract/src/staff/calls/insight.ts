import type { StaffCallDefinition } from './definition.ts';

/** Reports of the whole book, and the rows behind their numbers. They name no borrower. */
export const insightCalls = {
  getIncomeAndCost: {
    method: 'GET',
    path: '/insight/income-and-cost',
    access: 'seeInsight',
    audit: 'none',
    summary: 'Income and expenses of some days by account, as the ledger has them',
  },
  listEntriesOfAccount: {
    method: 'GET',
    path: '/insight/entries',
    access: 'seeInsight',
    audit: 'none',
    summary: 'The ledger rows of one account on some days, the newest day at the top',
  },
} as const satisfies Record<string, StaffCallDefinition>;
