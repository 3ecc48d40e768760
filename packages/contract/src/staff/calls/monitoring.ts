import type { StaffCallDefinition } from './definition.ts';

/** What the lender watches: funnels, the scorecard, the work of people, operators, codes and messages. */
export const monitoringCalls = {
  getRegistrationFunnel: {
    method: 'GET',
    path: '/insight/registrations',
    access: 'seeInsight',
    audit: 'none',
    summary: 'How far those who registered in a period came, by channel and by day, week or month',
  },
  getApprovalFunnel: {
    method: 'GET',
    path: '/insight/applications',
    access: 'seeInsight',
    audit: 'none',
    summary: 'What became of the applications of a period, by channel and by day, week or month',
  },
  getScorecardReport: {
    method: 'GET',
    path: '/insight/scorecard',
    access: 'seeInsight',
    audit: 'none',
    summary: 'Approvals and bad loans by the points and the version of the scorecard',
  },
  getOfficersWork: {
    method: 'GET',
    path: '/insight/officers',
    access: 'seeOfficersWork',
    audit: 'none',
    summary: 'What each person decided, promised, answered and opened in a period',
  },
  getOperatorsHealth: {
    method: 'GET',
    path: '/insight/operators',
    access: 'seeInsight',
    audit: 'none',
    summary: 'How payments went at each operator on each day, how long they took, and why they failed',
  },
  getCodesReport: {
    method: 'GET',
    path: '/insight/codes',
    access: 'seeInsight',
    audit: 'none',
    summary: 'How many codes were sent and entered on each day, by the first digits of the number',
  },
  getMessageCost: {
    method: 'GET',
    path: '/insight/messages',
    access: 'seeInsight',
    audit: 'none',
    summary: 'How many SMS were sent, in how many parts, and what they cost, by their kind',
  },
  listRegisteredBorrowers: {
    method: 'GET',
    path: '/insight/registrations/borrowers',
    access: 'seeInsight',
    audit: 'none',
    summary: 'The borrowers behind a number of the funnel of registrations, by their numbers alone',
  },
  listDecidedApplications: {
    method: 'GET',
    path: '/insight/applications/loans',
    access: 'seeInsight',
    audit: 'none',
    summary: 'The applications behind a number of a funnel or of the scorecard',
  },
  listOfficersWork: {
    method: 'GET',
    path: '/insight/officers/{staffId}/work',
    access: 'seeOfficersWork',
    audit: 'none',
    summary: 'What one person did in a period, one row for each thing that a number counts',
  },
  listOperatorPayments: {
    method: 'GET',
    path: '/insight/operators/payments',
    access: 'seeInsight',
    audit: 'none',
    summary: 'The payments behind a number of the health of operators',
  },
  listSentMessages: {
    method: 'GET',
    path: '/insight/messages/sent',
    access: 'seeInsight',
    audit: 'none',
    summary: 'The messages behind a number of their cost, without their words',
  },
} as const satisfies Record<string, StaffCallDefinition>;
