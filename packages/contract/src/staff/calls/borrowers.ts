import type { StaffCallDefinition } from './definition.ts';

const subject = { kind: 'borrower', parameter: 'borrowerId' } as const;
const page = (name: string, summary: string) =>
  ({
    method: 'GET',
    path: `/borrowers/{borrowerId}/${name}`,
    access: 'seeBorrower',
    audit: 'look',
    subject,
    summary,
  }) as const;

/** The page of a borrower, and what staff do to an account. */
export const borrowerCalls = {
  getBorrower: {
    method: 'GET',
    path: '/borrowers/{borrowerId}',
    access: 'seeBorrower',
    audit: 'look',
    subject,
    summary: 'Who the borrower is, masked, with limit, wallet, accounts and what stops the account',
  },
  unmaskBorrower: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/unmask',
    access: 'seeIdentity',
    audit: 'look',
    subject,
    summary: 'The identity and the contact details of the borrower in full',
  },
  listBorrowerLoans: page('loans', 'The loans of the borrower, newest first'),
  listBorrowerPayments: page('payments', 'Payments of the borrower and payouts to them, newest first'),
  listBorrowerMessages: page('messages', 'The messages of the borrower as they were sent, newest first'),
  listBorrowerEvents: page('events', 'What happened to the account: sign-ins, changes, blocks, newest first'),
  readBorrowerWallet: page('wallet', 'The wallet of the borrower with its movements, newest first'),
  listBorrowerTickets: page('tickets', 'The tickets of the borrower, newest first'),
  readBorrowerDevices: page('devices', 'Where the borrower is signed in, and what they consented to'),
  listBorrowerNotes: page('notes', 'The notes of staff about the borrower, newest first'),
  writeBorrowerNote: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/notes',
    access: 'writeNote',
    audit: 'change',
    subject,
    summary: 'Write a note that staff read, and the borrower does not',
  },
  blockBorrower: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/block',
    access: 'blockBorrower',
    audit: 'change',
    subject,
    summary: 'Block the account for new loans at once; the borrower is told why in words',
  },
  askForUnblocking: {
    method: 'POST',
    path: '/borrowers/{borrowerId}/unblock',
    access: 'unblockBorrower',
    audit: 'change',
    subject,
    summary: 'Ask a second person to unblock the account',
  },
} as const satisfies Record<string, StaffCallDefinition>;
