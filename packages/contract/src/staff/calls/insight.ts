import type { StaffCallDefinition } from './definition.ts';

/** Reports of the whole book, and the rows behind their numbers. They name no borrower. */
export const insightCalls = {
  getLoanBook: {
    method: 'GET',
    path: '/insight/loan-book',
    access: 'seeInsight',
    audit: 'none',
    summary: 'What is out and how late it is, by week and by product',
  },
  getFlows: {
    method: 'GET',
    path: '/insight/flows',
    access: 'seeInsight',
    audit: 'none',
    summary: 'What was disbursed and repaid on some days',
  },
  getVintages: {
    method: 'GET',
    path: '/insight/vintages',
    access: 'seeInsight',
    audit: 'none',
    summary: 'The loans of each month of payout that were ever more than 30 days late',
  },
  getRollRates: {
    method: 'GET',
    path: '/insight/roll-rates',
    access: 'seeInsight',
    audit: 'none',
    summary: 'How many loans went from one bucket to another in a month',
  },
  getCollections: {
    method: 'GET',
    path: '/insight/collections',
    access: 'seeInsight',
    audit: 'none',
    summary: 'What was done about late loans, what was promised and what was kept',
  },
  getAllowance: {
    method: 'GET',
    path: '/insight/allowance',
    access: 'seeInsight',
    audit: 'none',
    summary: 'The allowance for expected losses over time, and by stage',
  },
  listFlowEntries: {
    method: 'GET',
    path: '/insight/flow-entries',
    access: 'seeInsight',
    audit: 'none',
    summary: 'The ledger rows behind what was lent, paid back, written off and earned',
  },
  listLoansOfFigure: {
    method: 'GET',
    path: '/insight/loans',
    access: 'seeInsight',
    audit: 'none',
    summary: 'The loans behind a number of a report',
  },
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
