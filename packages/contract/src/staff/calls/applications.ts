import type { StaffCallDefinition } from './definition.ts';

const OF_LOAN = { kind: 'loan', parameter: 'loanId' } as const;

/** Applications that wait for a person. */
export const applicationCalls = {
  listApplications: {
    method: 'GET',
    path: '/applications',
    access: 'seeApplications',
    audit: 'none',
    summary: 'The applications that wait for staff, oldest first; without those that wait for the borrower',
  },
  takeNextApplication: {
    method: 'POST',
    path: '/applications/next',
    access: 'decideApplications',
    audit: 'change',
    summary: 'Take the oldest application that no other person has',
  },
  getApplication: {
    method: 'GET',
    path: '/applications/{loanId}',
    access: 'seeApplications',
    audit: 'look',
    subject: OF_LOAN,
    summary: 'Everything about an application that waits, for a decision',
  },
  getApplicationPicture: {
    method: 'GET',
    path: '/applications/{loanId}/pictures/{picture}',
    access: 'seeApplications',
    audit: 'look',
    subject: OF_LOAN,
    summary: 'A picture of the card or the face that an application shows',
  },
  takeApplication: {
    method: 'POST',
    path: '/applications/{loanId}/take',
    access: 'decideApplications',
    audit: 'change',
    subject: OF_LOAN,
    summary: 'Take an application. It is free again some minutes after the last call about it',
  },
  leaveApplication: {
    method: 'POST',
    path: '/applications/{loanId}/leave',
    access: 'decideApplications',
    audit: 'change',
    subject: OF_LOAN,
    summary: 'Leave an application that this person has',
  },
  decideApplication: {
    method: 'POST',
    path: '/applications/{loanId}/decision',
    access: 'decideApplications',
    audit: 'change',
    subject: OF_LOAN,
    summary: 'Approve, decline or send back an application that this person has',
  },
  quoteCounterOffer: {
    method: 'POST',
    path: '/applications/{loanId}/counter-offer/quote',
    access: 'decideApplications',
    audit: 'look',
    subject: OF_LOAN,
    summary: 'What another amount or term would cost the borrower, and the SMS of the offer',
  },
  makeCounterOffer: {
    method: 'POST',
    path: '/applications/{loanId}/counter-offer',
    access: 'decideApplications',
    audit: 'change',
    subject: OF_LOAN,
    summary: 'Offer another amount or term, which the borrower signs or refuses within 48 hours',
  },
  requestOverride: {
    method: 'POST',
    path: '/applications/{loanId}/override',
    access: 'overrideDecision',
    audit: 'change',
    subject: OF_LOAN,
    summary: 'Ask for approving an application against the rules; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
