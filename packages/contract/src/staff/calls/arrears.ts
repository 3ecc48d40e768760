import type { StaffCallDefinition } from './definition.ts';

const subject = { kind: 'loan', parameter: 'loanId' } as const;

/** Loans that are late: who works on them, calls, promises to pay, and stops of contact. */
export const arrearsCalls = {
  listArrears: {
    method: 'GET',
    path: '/arrears',
    access: 'seeArrears',
    audit: 'none',
    summary: 'Loans that are late, the one that owes most at the top, and the sums of each bucket',
  },
  readArrears: {
    method: 'GET',
    path: '/arrears/{loanId}',
    access: 'seeArrears',
    audit: 'look',
    subject,
    summary: 'One late loan: what is owed, calls, promises, and whether the borrower may be contacted',
  },
  takeNextArrears: {
    method: 'POST',
    path: '/arrears/next',
    access: 'workArrears',
    audit: 'change',
    summary: 'Take the late loan that owes most and has no person yet',
  },
  takeArrears: {
    method: 'POST',
    path: '/arrears/{loanId}/take',
    access: 'workArrears',
    audit: 'change',
    subject,
    summary: 'Take a late loan',
  },
  assignArrears: {
    method: 'POST',
    path: '/arrears/{loanId}/assign',
    access: 'assignArrears',
    audit: 'change',
    subject,
    summary: 'Give a late loan to another person, or to none',
  },
  beginArrearsCall: {
    method: 'POST',
    path: '/arrears/{loanId}/calls',
    access: 'workArrears',
    audit: 'change',
    subject,
    summary: 'Begin a call about a late loan, and see the number in full',
  },
  checkRightPerson: {
    method: 'POST',
    path: '/arrears/{loanId}/calls/{callId}/check',
    access: 'workArrears',
    audit: 'change',
    subject,
    summary: 'Compare two facts that the person on the phone said with the identity',
  },
  endArrearsCall: {
    method: 'POST',
    path: '/arrears/{loanId}/calls/{callId}/end',
    access: 'workArrears',
    audit: 'change',
    subject,
    summary: 'Write the outcome of a call, with a promise to pay where one was made',
  },
  sendArrearsMessage: {
    method: 'POST',
    path: '/arrears/{loanId}/message',
    access: 'workArrears',
    audit: 'change',
    subject,
    summary: 'Send the borrower of a late loan a message of a closed list',
  },
  stopArrearsContact: {
    method: 'POST',
    path: '/arrears/{loanId}/stop',
    access: 'stopContact',
    audit: 'change',
    subject,
    summary: 'Stop contact with the borrower about late loans, reminders too',
  },
  endContactStop: {
    method: 'POST',
    path: '/arrears/{loanId}/stop/end',
    access: 'stopContact',
    audit: 'change',
    subject,
    summary: 'End a stop of contact that another person set',
  },
} as const satisfies Record<string, StaffCallDefinition>;
