import type { StaffCallDefinition } from './definition.ts';

const OF_CASE = { kind: 'case', parameter: 'caseId' } as const;
const OF_BORROWER = { kind: 'borrower', parameter: 'borrowerId' } as const;

export const MOST_LIST_BYTES = 64 * 1024 * 1024;
const LIST_FILE = { mostBytes: MOST_LIST_BYTES } as const;

/**
 * The cases of compliance, which no other role sees: borrowers who may be a person of a list, the lender's own list, and
 * payouts to accounts in another name. What is compared is shown in full, so each of these calls is a recorded look.
 */
export const caseCalls = {
  listCases: {
    method: 'GET',
    path: '/cases',
    access: 'seeCases',
    audit: 'look',
    summary: 'Borrowers who may be a person of a list, the longest wait first',
  },
  getCase: {
    method: 'GET',
    path: '/cases/{caseId}',
    access: 'seeCases',
    audit: 'look',
    subject: OF_CASE,
    summary: 'The person of the list beside the borrower, with what waits and what was decided',
  },
  decideCase: {
    method: 'POST',
    path: '/cases/{caseId}/decision',
    access: 'decideCases',
    audit: 'change',
    subject: OF_CASE,
    summary: 'Say whether the borrower is the person of the list, or end a freeze',
  },
  getScreeningLists: {
    method: 'GET',
    path: '/screening/lists',
    access: 'seeCases',
    audit: 'none',
    summary: 'The lists of people that are in use, and how far the comparison with them came',
  },
  readScreeningList: {
    method: 'POST',
    path: '/screening/lists/read',
    access: 'importLists',
    audit: 'none',
    file: LIST_FILE,
    summary: 'What the file of a list is, beside the list in use; nothing is kept of it',
  },
  importScreeningList: {
    method: 'POST',
    path: '/screening/lists/import',
    access: 'importLists',
    audit: 'change',
    file: LIST_FILE,
    summary: 'Replace a list by the file that was read, and compare every borrower with it',
  },
  listBlocked: {
    method: 'GET',
    path: '/blocked',
    access: 'seeCases',
    audit: 'look',
    summary: 'The numbers and people to whom the lender does not lend, newest first',
  },
  addBlocked: {
    method: 'POST',
    path: '/blocked',
    access: 'decideCases',
    audit: 'change',
    summary: 'Put a number or a person on the blocked list',
  },
  liftBlocked: {
    method: 'POST',
    path: '/blocked/{entryId}/lift',
    access: 'decideCases',
    audit: 'change',
    summary: 'Take an entry off the blocked list',
  },
  listHolders: {
    method: 'GET',
    path: '/holders',
    access: 'seeCases',
    audit: 'look',
    summary: 'Payouts that wait because the account is in another name, the longest wait first',
  },
  allowHolder: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/accounts/{accountId}/holder/allow',
    access: 'decideCases',
    audit: 'change',
    subject: OF_BORROWER,
    summary: 'Send money to an account in another name from now on',
  },
  refuseHolder: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/accounts/{accountId}/holder/refuse',
    access: 'decideCases',
    audit: 'change',
    subject: OF_BORROWER,
    summary: 'End the payouts that wait for an account in another name; the borrower can name another',
  },
} as const satisfies Record<string, StaffCallDefinition>;
