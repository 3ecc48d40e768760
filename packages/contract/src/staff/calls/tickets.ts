import type { StaffCallDefinition } from './definition.ts';

/** Complaints, and borrowers who ask for another mobile number. */
export const ticketCalls = {
  listWaitingTickets: {
    method: 'GET',
    path: '/tickets',
    access: 'answerComplaints',
    audit: 'none',
    summary: 'The tickets that wait for staff, the one that is due first at the top',
  },
  readTicket: {
    method: 'GET',
    path: '/tickets/{ticketId}',
    access: 'answerComplaints',
    audit: 'look',
    subject: { kind: 'ticket', parameter: 'ticketId' },
    summary: 'One ticket with its words and its clock',
  },
  lookAtComplaint: {
    method: 'POST',
    path: '/tickets/{ticketId}/look',
    access: 'answerComplaints',
    audit: 'change',
    subject: { kind: 'ticket', parameter: 'ticketId' },
    summary: 'Show the borrower that a person looks at the complaint',
  },
  answerComplaint: {
    method: 'POST',
    path: '/tickets/{ticketId}/answer',
    access: 'answerComplaints',
    audit: 'change',
    subject: { kind: 'ticket', parameter: 'ticketId' },
    summary: 'Answer a complaint, once; the borrower is told by SMS',
  },
  askForMobileChange: {
    method: 'POST',
    path: '/tickets/{ticketId}/mobile-change',
    access: 'changeMobile',
    audit: 'change',
    subject: { kind: 'ticket', parameter: 'ticketId' },
    summary: 'Ask a second person to move the account to the number that the borrower has proved',
  },
  declineMobileChange: {
    method: 'POST',
    path: '/tickets/{ticketId}/mobile-change/decline',
    access: 'changeMobile',
    audit: 'change',
    subject: { kind: 'ticket', parameter: 'ticketId' },
    summary: 'Decline a change of the number, with a reason that the borrower reads',
  },
} as const satisfies Record<string, StaffCallDefinition>;
