import type { StaffCallDefinition } from './definition.ts';

export const MOST_JOURNAL_FILE_BYTES = 1024 * 1024;

/** Journals of the whole lender: proposed by one person, posted by another. */
export const journalCalls = {
  listProposals: {
    method: 'GET',
    path: '/books/proposals',
    access: 'seeBooks',
    audit: 'none',
    summary: 'Journals that wait for a second person, or those that were answered',
  },
  getProposal: {
    method: 'GET',
    path: '/books/proposals/{proposalId}',
    access: 'seeBooks',
    audit: 'none',
    summary: 'A proposed journal with its lines',
  },
  listChart: {
    method: 'GET',
    path: '/books/chart',
    access: 'seeBooks',
    audit: 'none',
    summary: 'The chart of accounts, and the accounts to which a journal may post',
  },
  readJournalFile: {
    method: 'POST',
    path: '/books/proposals/read',
    access: 'keepBooks',
    audit: 'none',
    file: { mostBytes: MOST_JOURNAL_FILE_BYTES },
    summary: 'The lines of a journal in a file; nothing is kept of it',
  },
  proposeJournal: {
    method: 'POST',
    path: '/books/proposals',
    access: 'keepBooks',
    audit: 'change',
    summary: 'Propose a journal; a second person posts it',
  },
  approveJournal: {
    method: 'POST',
    path: '/books/proposals/{proposalId}/approve',
    access: 'checkBooks',
    audit: 'change',
    summary: 'Post a journal that another person proposed',
  },
  declineJournal: {
    method: 'POST',
    path: '/books/proposals/{proposalId}/decline',
    access: 'keepBooks',
    audit: 'change',
    summary: 'End a proposed journal without posting it',
  },
  listJournals: {
    method: 'GET',
    path: '/books/journals',
    access: 'seeBooks',
    audit: 'none',
    summary: 'Journals that were posted, the latest first',
  },
  getJournal: {
    method: 'GET',
    path: '/books/journals/{journalId}',
    access: 'seeBooks',
    audit: 'none',
    summary: 'A posted journal with its lines',
  },
  reverseJournal: {
    method: 'POST',
    path: '/books/journals/{journalId}/reversal',
    access: 'keepBooks',
    audit: 'change',
    summary: 'Propose the opposite of a posted journal; a second person posts it',
  },
} as const satisfies Record<string, StaffCallDefinition>;
