import type { StaffCallDefinition } from './definition.ts';

const OF_ALERT_CASE = { kind: 'alert_case', parameter: 'alertCaseId' } as const;

/**
 * Alerts on payments, the cases that they open, and reports of a suspicion. No other role sees them, and the borrower is
 * never told. Each look is recorded.
 */
export const complianceCalls = {
  listAlertCases: {
    method: 'GET',
    path: '/alert-cases',
    access: 'seeCases',
    audit: 'look',
    summary: 'Cases that alerts on payments opened, the longest wait first',
  },
  getAlertCase: {
    method: 'GET',
    path: '/alert-cases/{alertCaseId}',
    access: 'seeCases',
    audit: 'look',
    subject: OF_ALERT_CASE,
    summary: 'What was found in the payments of a borrower, with notes, the decision and reports',
  },
  assignAlertCase: {
    method: 'POST',
    path: '/alert-cases/{alertCaseId}/assign',
    access: 'decideCases',
    audit: 'change',
    subject: OF_ALERT_CASE,
    summary: 'Give a case of alerts to a person of compliance, or take it back',
  },
  writeAlertCaseNote: {
    method: 'POST',
    path: '/alert-cases/{alertCaseId}/notes',
    access: 'decideCases',
    audit: 'change',
    subject: OF_ALERT_CASE,
    summary: 'Write a note on a case of alerts',
  },
  decideAlertCase: {
    method: 'POST',
    path: '/alert-cases/{alertCaseId}/decision',
    access: 'decideCases',
    audit: 'change',
    subject: OF_ALERT_CASE,
    summary: 'Say whether there is a suspicion; with one, the clock of the report begins',
  },
  writeSuspicionReport: {
    method: 'POST',
    path: '/alert-cases/{alertCaseId}/report',
    access: 'decideCases',
    audit: 'change',
    subject: OF_ALERT_CASE,
    summary: 'Write the draft of the report of a suspicion, or of its correction',
  },
  approveSuspicionReport: {
    method: 'POST',
    path: '/alert-cases/{alertCaseId}/report/approve',
    access: 'checkCases',
    audit: 'change',
    subject: OF_ALERT_CASE,
    summary: 'Approve the report of a suspicion that another person wrote; it never changes after that',
  },
  exportSuspicionReport: {
    method: 'POST',
    path: '/alert-cases/{alertCaseId}/report/export',
    access: 'decideCases',
    audit: 'change',
    subject: OF_ALERT_CASE,
    summary: 'Write an approved report of a suspicion as a file',
  },
  getAlertRules: {
    method: 'GET',
    path: '/alert-rules',
    access: 'seeCases',
    audit: 'none',
    summary: 'The rules of alerts with their versions',
  },
  changeAlertRule: {
    method: 'POST',
    path: '/alert-rules/change',
    access: 'decideCases',
    audit: 'change',
    summary: 'Ask a second person for other values of a rule of alerts, or to turn it on or off',
  },
} as const satisfies Record<string, StaffCallDefinition>;
