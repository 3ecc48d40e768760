import type { StaffCallName } from './calls.ts';

/**
 * The lists of the console that can be taken as a file. `hasNames`: the list shows names or numbers of people in full, or
 * leads to borrowers, so a file with them exists too, for which a second person is needed.
 */
export const exportedLists = {
  listLoans: { title: 'Loans', hasNames: true },
  listBorrowers: { title: 'Borrowers', hasNames: true },
  listPayments: { title: 'Payments' },
  listDecided: { title: 'Decisions', hasNames: true },
  listApplications: { title: 'Applications' },
  listArrears: { title: 'Late loans', hasNames: true },
  listCases: { title: 'Cases', hasNames: true },
  listAlertCases: { title: 'Cases of alerts', hasNames: true },
  listBlocked: { title: 'Blocked list', hasNames: true },
  listHolders: { title: 'Accounts in another name', hasNames: true },
  listDuplicates: { title: 'Duplicates' },
  listWaitingTickets: { title: 'Tickets', hasNames: true },
  listClaims: { title: 'Payments that borrowers miss', hasNames: true },
  listUnknownPayments: { title: 'Payments without an outcome' },
  listSuspense: { title: 'Suspense', hasNames: true },
  listUnusedCredit: { title: 'Unused credit', hasNames: true },
  listStatements: { title: 'Statements of operators' },
  listDifferences: { title: 'Differences', hasNames: true },
  listDifferenceBatches: { title: 'Differences resolved together' },
  listTransit: { title: 'Money in transit' },
  listUnsignedDays: { title: 'Days of wallets' },
  listBankRows: { title: 'Rows of the bank', hasNames: true },
  listBankEntries: { title: 'Entries of the bank account' },
  listProposals: { title: 'Proposed journals' },
  listJournals: { title: 'Journals' },
  listAccountRows: { title: 'Rows of an account' },
  listCampaigns: { title: 'Campaigns' },
  listFlowEntries: { title: 'Entries of a flow' },
  listLoansOfFigure: { title: 'Loans of a figure' },
  listEntriesOfAccount: { title: 'Entries of an account' },
  listRegisteredBorrowers: { title: 'Borrowers who registered', hasNames: true },
  listDecidedApplications: { title: 'Decided applications', hasNames: true },
  listOfficersWork: { title: 'Work of a person of staff' },
  listOperatorPayments: { title: 'Payments of operators' },
  listSentMessages: { title: 'Messages that were sent', hasNames: true },
  listWhatIfApplications: { title: 'Applications of a what-if' },
  listPeriods: { title: 'What was done with periods' },
  listRuns: { title: 'Months that were run' },
  listSchedules: { title: 'Schedules' },
  listScheduleRuns: { title: 'Files of schedules' },
  listOffers: { title: 'Coupon offers' },
  listNotices: { title: 'Notices and holidays' },
  listTexts: { title: 'Messages' },
  listChannels: { title: 'Channels' },
  listBureauListings: { title: 'Negative listings', hasNames: true },
  listBureauRejects: { title: 'Records that the bureau rejected', hasNames: true },
  listStaff: { title: 'Staff' },
  listRequests: { title: 'Requests' },
  searchAudit: { title: 'Audit' },
} as const satisfies Partial<Record<StaffCallName, { title: string; hasNames?: true }>>;

export type ExportedList = keyof typeof exportedLists;

export const EXPORTED_LISTS = Object.keys(exportedLists) as readonly ExportedList[];

/** A spreadsheet with more rows is slow to open. A CSV file has no such limit. */
export const MOST_XLSX_ROWS = 100_000;
