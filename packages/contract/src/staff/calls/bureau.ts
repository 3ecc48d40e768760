import type { StaffCallDefinition } from './definition.ts';

const subject = { kind: 'loan', parameter: 'loanId' } as const;

/** What a credit bureau is told of loans: the monthly files, warnings before, and disputes of listings. */
export const bureauCalls = {
  listBureauFiles: {
    method: 'GET',
    path: '/bureau-files',
    access: 'seeArrears',
    audit: 'none',
    summary: 'The monthly files for the credit bureau, and how many listings are warned of, told or disputed',
  },
  makeBureauFile: {
    method: 'POST',
    path: '/bureau-files',
    access: 'checkArrears',
    audit: 'change',
    summary: 'Make the file of the last whole month for the credit bureau, once',
  },
  continueBureauFile: {
    method: 'POST',
    path: '/bureau-files/{fileId}/continue',
    access: 'checkArrears',
    audit: 'change',
    summary: 'Send a file to the credit bureau, or read which of its records it rejected',
  },
  listBureauRejects: {
    method: 'GET',
    path: '/bureau-files/{fileId}/rejects',
    access: 'seeArrears',
    audit: 'none',
    summary: 'The records of a file that the credit bureau rejected',
  },
  listBureauListings: {
    method: 'GET',
    path: '/bureau-listings',
    access: 'seeArrears',
    audit: 'none',
    summary: 'Loans whose borrowers were warned of a listing, that are listed, or whose listing is disputed',
  },
  openBureauDispute: {
    method: 'POST',
    path: '/loans/{loanId}/bureau-dispute',
    access: 'workArrears',
    audit: 'change',
    subject,
    summary: 'Write down that the borrower disputes a listing, which freezes it',
  },
  decideBureauDispute: {
    method: 'POST',
    path: '/loans/{loanId}/bureau-dispute/decide',
    access: 'checkArrears',
    audit: 'change',
    subject,
    summary: 'Decide a dispute of a listing that another person wrote down',
  },
} as const satisfies Record<string, StaffCallDefinition>;
